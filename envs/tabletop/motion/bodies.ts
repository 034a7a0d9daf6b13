/** What collides: the capsules of the arm and the balls of a carried block, brought to where a configuration puts them. */
import type { Vector } from '../table/table.ts';
import type { MotionWorld } from './clearance.ts';
import { FRAME, linkFrames, newFrames, ORIGIN } from './kinematics.ts';
import { CAPSULES, CARRIED, type Capsule, JOINTS, TCP_Z } from './panda.ts';

/** The capsules of links 0 to 2. */
const TURNING_END = 3;
/** The balls of a carried block. */
export const BALLS = 8;

export class Bodies {
  /** The capsules, base first; with a block in hand its eight balls and then one ball around them. */
  readonly shapes: readonly Capsule[];
  /** How many of them are capsules of the arm. */
  readonly capsules: number;
  readonly radii: Float64Array;
  /** Six numbers a body: the ends of its middle line in the base's frame, as of when it was placed last. */
  readonly ends: Float64Array;
  readonly frames: Float64Array = newFrames();
  /** Six numbers a body: its ends in its link's frame. */
  readonly #local: Float64Array;
  /** Where the frame of a body's link begins in `frames`. */
  readonly #frameAt: Int32Array;

  constructor({ hand, carried }: Pick<MotionWorld, 'hand' | 'carried'>) {
    const capsules = CAPSULES[hand];
    this.capsules = capsules.length;
    this.shapes = carried === null ? capsules : [...capsules, ...carriedBalls(carried.offsetZ)];
    this.radii = Float64Array.from(this.shapes, ({ radius }) => radius);
    this.ends = new Float64Array(this.shapes.length * 6);
    this.#local = Float64Array.from(this.shapes.flatMap(({ from, to }) => [...from, ...to]));
    this.#frameAt = Int32Array.from(this.shapes, ({ link }) => link * FRAME);
    // Links 0 and 1 stay where they are.
    linkFrames(new Float64Array(JOINTS), this.frames);
    for (let body = 0; body < TURNING_END; body++) this.place(body);
  }

  /** Brings a body to where its link's frame is in `frames`. */
  place(body: number): void {
    const { frames, ends } = this;
    const local = this.#local;
    const frame = this.#frameAt[body]!;
    const at = body * 6;
    const fromX = local[at]!;
    const fromY = local[at + 1]!;
    const fromZ = local[at + 2]!;
    const toX = local[at + 3]!;
    const toY = local[at + 4]!;
    const toZ = local[at + 5]!;
    for (let axis = 0; axis < 3; axis++) {
      const x = frames[frame + axis]!;
      const y = frames[frame + 3 + axis]!;
      const z = frames[frame + 6 + axis]!;
      const origin = frames[frame + ORIGIN + axis]!;
      ends[at + axis] = origin + fromX * x + fromY * y + fromZ * z;
      ends[at + 3 + axis] = origin + toX * x + toY * y + toZ * z;
    }
  }
}

/** The eight balls of a carried block and the ball around them, in the hand's frame. */
function carriedBalls(offsetZ: number): Capsule[] {
  const { offset, radius } = CARRIED;
  const signs = [-offset, offset];
  const z = TCP_Z + offsetZ;
  const centres = signs.flatMap((x) => signs.flatMap((y) => signs.map((up): Vector => [x, y, z + up])));
  const around = Math.sqrt(3) * offset + radius;
  return [
    ...centres.map((centre) => ({ link: 8, from: centre, to: centre, radius })),
    { link: 8, from: [0, 0, z], to: [0, 0, z], radius: around },
  ];
}
