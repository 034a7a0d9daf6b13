import { memoize } from '../../memoize.ts';
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

/** Links 0 and 1, link 2 (turns in place), links 3 and 4. */
export const TURNING = 2;
export const NEAR_END = 3;
export const ELBOW_END = 5;
export const BALLS = 8;

export class Bodies {
  /** Capsules, base first; then the balls of a carried block and the ball around them. */
  readonly shapes: readonly Capsule[];
  readonly capsules: number;
  readonly radii: Float64Array;
  readonly ends: Float64Array;
  readonly frames: Float64Array = newFrames();
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
    linkFrames(new Float64Array(JOINTS), this.frames);
    for (let body = 0; body < NEAR_END; body++) this.place(body);
  }

  place(body: number) {
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

/** A turn moves no point of a body farther than angle times lever. */
const lengths = (joint: number) => DENAVIT_HARTENBERG[joint - 1]!;
const UPPER_ARM = lengths(3).d;
const ELBOW_OFFSET = Math.abs(lengths(4).a);
const FOREARM = lengths(5).d;
const WRIST_OFFSET = lengths(7).a;
/** Axes 1 to 3 meet in the shoulder, 5 and 6 in the wrist. */
const SHOULDER_TO_ELBOW = Math.hypot(UPPER_ARM, ELBOW_OFFSET);
const ELBOW_TO_WRIST = Math.hypot(FOREARM, lengths(5).a);

export function leversOf({ link, from, to }: Pick<Capsule, 'link' | 'from' | 'to'>): number[] {
  const ends = [from, to].map(([x, y, z]) => leversOfPoint(link, Math.hypot(x, y), link === 8 ? z + FLANGE_Z : z));
  return Array.from({ length: JOINTS }, (_, joint) => Math.max(...ends.map((levers) => levers[joint]!)));
}

/** `radial` beside and `along` above the origin of the link's frame (frame 7 for the hand). */
function leversOfPoint(link: number, radial: number, along: number): number[] {
  const fromOrigin = Math.hypot(radial, along);
  const fromWrist = link >= 7 ? Math.hypot(WRIST_OFFSET + radial, along) : fromOrigin;
  let fromElbow = link === 5 ? Math.hypot(ELBOW_OFFSET + radial, FOREARM + along) : fromOrigin;
  if (link >= 6) fromElbow = ELBOW_TO_WRIST + fromWrist;
  let fromShoulder = link === 3 ? Math.hypot(radial, UPPER_ARM + along) : fromOrigin;
  if (link >= 4) fromShoulder = SHOULDER_TO_ELBOW + fromElbow;
  const levers = [fromShoulder, fromShoulder, ELBOW_OFFSET + fromElbow, fromElbow, fromWrist, fromWrist, radial];
  const joint = Math.min(link, JOINTS);
  return levers.map((lever, index) => (index + 1 < joint ? lever : index + 1 === joint ? radial : 0));
}

const SHOULDER_Z: number = lengths(1).d;
export const BASE_BOX: Float64Array = baseBox(new Bodies({ hand: 'closed', carried: null }));

type Shapes = {
  bodies: Bodies;
  levers: Float64Array;
  /** From the shoulder. */
  reaches: Float64Array;
};

export type CheckedWorld = ReturnType<typeof checkedWorld>;

export function checkedWorld(world: MotionWorld) {
  const shapes = shapesOf(world);
  const { reaches, bodies } = shapes;
  const boxes = Float64Array.from([world.table, ...world.blocks].flatMap(({ min, max }) => [...min, ...max]));
  const blocks = boxes.subarray(6);
  const tableDistance = distanceFromShoulder(boxes.subarray(0, 6));
  const blocksDistance = distanceFromShoulder(blocks);
  const flags = (isNear: (link: number, body: number) => boolean) =>
    Uint8Array.from(bodies.shapes, ({ link }, body) => Number(isNear(link, body)));
  return {
    ...shapes,
    isCarrying: world.carried !== null,
    boxes,
    allBlocks: boundingBox(blocks),
    top: Math.max(world.table.max[2], ...world.blocks.map(({ max }) => max[2])),
    nearTable: flags((link, body) => link >= TABLE_LINK_FIRST && tableDistance <= reaches[body]!),
    nearBlocks: flags((link, body) => link < TABLE_LINK_FIRST || blocksDistance <= reaches[body]!),
    nearBase: flags((link) => link >= SELF_LINKS.far),
  };
}

const SHAPES_MAX = 4;
const cache = new Map<string, Shapes>();

function shapesOf({ hand, carried }: MotionWorld): Shapes {
  const compute = () => {
    const bodies = new Bodies({ hand, carried });
    const levers = bodies.shapes.map(leversOf);
    const reaches = Float64Array.from(bodies.shapes, ({ radius }, body) => levers[body]![0]! + radius);
    return { bodies, levers: Float64Array.from(levers.flat()), reaches };
  };
  return memoize(cache, `${hand} ${carried?.offsetZ}`, compute, SHAPES_MAX);
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
    box[side] = (side < 3 ? Math.min : Math.max)(box[side]!, boxes[at]!);
  }
  return box;
}

function baseBox({ ends, radii }: Bodies): Float64Array {
  const boxes = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < NEAR_END * 6; at += 3) {
    const body = Math.floor(at / 6);
    const radius = radii[body]!;
    const [x, y, z] = ends.subarray(at, at + 3) as unknown as Vector;
    const turn = Math.hypot(x, y);
    const [lowX, highX, lowY, highY] = body === TURNING ? [-turn, turn, -turn, turn] : [x, x, y, y];
    boxes.push(lowX - radius, lowY - radius, z - radius, highX + radius, highY + radius, z + radius);
  }
  return boundingBox(Float64Array.from(boxes));
}
