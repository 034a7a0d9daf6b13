import type { Vector } from '../table/table.ts';
import type { MotionWorld } from './clearance.ts';
import { FRAME, linkFrames, newFrames, ORIGIN } from './kinematics.ts';
import {
  CAPSULES,
  CARRIED,
  type Capsule,
  carriedBalls,
  DENAVIT_HARTENBERG,
  FLANGE_Z,
  JOINTS,
  SELF_LINKS,
  TABLE_LINK_FIRST,
  TCP_Z,
} from './panda.ts';
import { pointBoxSquared } from './segment_distance.ts';

const TURNING_END = 3;
export const BALLS = 8;

export class Bodies {
  /** Base first; then the balls of a carried block and the ball around them. */
  readonly shapes: readonly Capsule[];
  readonly capsules: number;
  readonly radii: Float64Array;
  /** Both ends of each axis in the base's frame. */
  readonly ends: Float64Array;
  readonly frames: Float64Array = newFrames();
  /** The same in its link's frame. */
  readonly #local: Float64Array;
  readonly #frameAt: Int32Array;

  constructor({ hand, carried }: Pick<MotionWorld, 'hand' | 'carried'>) {
    const capsules = CAPSULES[hand];
    this.capsules = capsules.length;
    this.shapes = carried === null ? capsules : [...capsules, ...ballsOf(carried.offsetZ)];
    this.radii = Float64Array.from(this.shapes, ({ radius }) => radius);
    this.ends = new Float64Array(this.shapes.length * 6);
    this.#local = Float64Array.from(this.shapes.flatMap(({ from, to }) => [...from, ...to]));
    this.#frameAt = Int32Array.from(this.shapes, ({ link }) => link * FRAME);
    // Links 0 and 1 never move.
    linkFrames(new Float64Array(JOINTS), this.frames);
    for (let body = 0; body < TURNING_END; body++) this.place(body);
  }

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

function ballsOf(offsetZ: number): Capsule[] {
  const centre: Vector = [0, 0, TCP_Z + offsetZ];
  const radius = Math.sqrt(3) * CARRIED.offset + CARRIED.radius;
  return [...carriedBalls(offsetZ), { link: 8, from: centre, to: centre, radius }];
}

/**
 * A lever bounds a body's distance from a joint's axis: a turn moves no point farther than angle times lever.
 * The lengths between shoulder, elbow and wrist are rigid.
 */
const lengths = (joint: number) => DENAVIT_HARTENBERG[joint - 1]!;
const UPPER_ARM = lengths(3).d;
const ELBOW_OFFSET = Math.abs(lengths(4).a);
const FOREARM = lengths(5).d;
const WRIST_OFFSET = lengths(7).a;
/** Axes 1 to 3 meet in the shoulder, 5 and 6 in the wrist. */
const SHOULDER_TO_ELBOW = Math.hypot(UPPER_ARM, ELBOW_OFFSET);
const ELBOW_TO_WRIST = Math.hypot(FOREARM, lengths(5).a);

/** Seven levers in metres; 0 for joints that do not move the capsule. */
export function leversOf({ link, from, to }: Pick<Capsule, 'link' | 'from' | 'to'>): number[] {
  // The distance is convex along the axis, so an end has the greatest.
  const ends = [from, to].map(([x, y, z]) => leversOfPoint(link, Math.hypot(x, y), link === 8 ? z + FLANGE_Z : z));
  return Array.from({ length: JOINTS }, (_, joint) => Math.max(...ends.map((levers) => levers[joint]!)));
}

/** `radial` beside and `along` above the origin of the link's frame; frame 7 for the hand. */
function leversOfPoint(link: number, radial: number, along: number): number[] {
  const own = Math.hypot(radial, along);
  const fromWrist = link >= 7 ? Math.hypot(WRIST_OFFSET + radial, along) : own;
  const fromElbow =
    link >= 6 ? ELBOW_TO_WRIST + fromWrist : link === 5 ? Math.hypot(ELBOW_OFFSET + radial, FOREARM + along) : own;
  const fromShoulder =
    link >= 4 ? SHOULDER_TO_ELBOW + fromElbow : link === 3 ? Math.hypot(radial, UPPER_ARM + along) : own;
  const levers = [fromShoulder, fromShoulder, ELBOW_OFFSET + fromElbow, fromElbow, fromWrist, fromWrist, radial];
  const joint = Math.min(link, JOINTS);
  return levers.map((lever, index) => (index + 1 < joint ? lever : index + 1 === joint ? radial : 0));
}

/** Order of capsules: links 0 and 1, link 2 (turns in place), links 3 and 4. */
export const TURNING = 2;
export const NEAR_END = 3;
export const ELBOW_END = 5;
const SHOULDER_Z: number = lengths(1).d;
export const BASE_BOX: Float64Array = baseBox(new Bodies({ hand: 'closed', carried: null }));

/** The next configuration overwrites `bodies`. */
type Shapes = {
  bodies: Bodies;
  /** Seven per body. */
  levers: Float64Array;
  /** The largest distance from the shoulder. */
  reaches: Float64Array;
};

export type CheckedWorld = ReturnType<typeof checkedWorld>;

export function checkedWorld(world: MotionWorld) {
  const shared = shapesOf(world);
  const { reaches } = shared;
  const { shapes } = shared.bodies;
  /** The table, then the blocks. */
  const boxes = Float64Array.from([world.table, ...world.blocks].flatMap(({ min, max }) => [...min, ...max]));
  const blocks = boxes.subarray(6);
  const tableAway = distanceFromShoulder(boxes.subarray(0, 6));
  const blocksAway = distanceFromShoulder(blocks);
  return {
    ...shared,
    isCarrying: world.carried !== null,
    boxes,
    allBlocks: boundingBox(blocks),
    top: Math.max(world.table.max[2], ...world.blocks.map(({ max }) => max[2])),
    nearTable: Uint8Array.from(shapes, ({ link }, body) =>
      Number(link >= TABLE_LINK_FIRST && tableAway <= reaches[body]!),
    ),
    nearBlocks: Uint8Array.from(shapes, ({ link }, body) =>
      Number(link < TABLE_LINK_FIRST || blocksAway <= reaches[body]!),
    ),
    nearBase: Uint8Array.from(shapes, ({ link }) => Number(link >= SELF_LINKS.far)),
  };
}

/** The latest. */
const made = new Map<string, Readonly<{ offsetZ: number | undefined; shapes: Shapes }>>();

function shapesOf({ hand, carried }: MotionWorld): Shapes {
  const key = `${hand} ${carried !== null}`;
  const offsetZ = carried?.offsetZ;
  const known = made.get(key);
  if (known !== undefined && known.offsetZ === offsetZ) return known.shapes;
  const bodies = new Bodies({ hand, carried });
  const levers = bodies.shapes.map(leversOf);
  const reaches = Float64Array.from(bodies.shapes, ({ radius }, body) => levers[body]![0]! + radius);
  const shapes = { bodies, levers: Float64Array.from(levers.flat()), reaches };
  made.set(key, { offsetZ, shapes });
  return shapes;
}

function distanceFromShoulder(boxes: Float64Array): number {
  let squared = Infinity;
  for (let box = 0; box < boxes.length; box += 6) {
    squared = Math.min(squared, pointBoxSquared(0, 0, SHOULDER_Z, boxes, box));
  }
  return Math.sqrt(squared);
}

function boundingBox(boxes: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let at = 0; at < boxes.length; at++) {
    const side = at % 6;
    const [one, other] = [box[side]!, boxes[at]!];
    box[side] = side < 3 ? Math.min(one, other) : Math.max(one, other);
  }
  return box;
}

/** Link 2 may turn, so it counts as an upright cylinder. */
function baseBox({ ends, radii }: Bodies): Float64Array {
  const boxes = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < NEAR_END * 6; at += 3) {
    const body = Math.floor(at / 6);
    const radius = radii[body]!;
    const [x, y, z] = [ends[at]!, ends[at + 1]!, ends[at + 2]!];
    const turning = Math.hypot(x, y);
    const [lowX, highX, lowY, highY] = body === TURNING ? [-turning, turning, -turning, turning] : [x, x, y, y];
    boxes.push(lowX - radius, lowY - radius, z - radius, highX + radius, highY + radius, z + radius);
  }
  return boundingBox(Float64Array.from(boxes));
}
