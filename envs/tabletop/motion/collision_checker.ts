/**
 * Whether a configuration collides, as fast as it goes: `clearance() <= 0` without the number; and how far along a line no
 * configuration can collide.
 *
 * Bodies are taken from the hand towards the base, since the hand collides most often. Each is asked for its exact distance
 * only where its upright bounding box meets that of the other side, and what no configuration can bring together is left out
 * when the checker is made.
 *
 * @module
 */
import { BALLS, Bodies } from './bodies.ts';
import { leversOf } from './body_levers.ts';
import { clearance, corners, type MotionWorld, type Obstacle } from './clearance.ts';
import { linkFrames } from './kinematics.ts';
import { CAPSULES, DENAVIT_HARTENBERG, JOINTS, SELF_LINKS, TABLE_LINK_FIRST } from './panda.ts';
import { boundsGap, boundsMeet, pointBoxSquared, segmentBoxSquared, segmentsSquared } from './segment_distance.ts';

/** The capsules of links 0 and 1 never move; that of link 2 turns in place; after them come those of links 3 and 4. */
const TURNING = 2;
const NEAR_END = 3;
const ELBOW_END = 5;
/** Where axes 1 and 2 meet. */
const SHOULDER_Z: number = DENAVIT_HARTENBERG[0]?.d ?? 0;
const CAPSULE_LEVERS = { closed: CAPSULES.closed.map(leversOf), open: CAPSULES.open.map(leversOf) };
/** The bounding box of links 0 to 2, however they turn. */
const BASE_BOX = baseBox(new Bodies({ hand: 'closed', carried: null }));

export class CollisionChecker {
  readonly world: MotionWorld;
  /** How many configurations `collides` and `freeShare` were asked about. */
  checks = 0;

  readonly #bodies: Bodies;
  readonly #carried: boolean;
  readonly #nearTable: Uint8Array;
  readonly #nearBlocks: Uint8Array;
  readonly #nearBase: Uint8Array;
  readonly #table: Float64Array;
  readonly #blocks: Float64Array;
  /** The bounding box of all blocks. */
  readonly #allBlocks: Float64Array;
  /** Above it there is neither table nor block. */
  readonly #top: number;
  /** The base, which cannot move away, collides. */
  readonly #hopeless: boolean;
  /** Seven a body. */
  readonly #levers: Float64Array;
  /** How far a body moves at most along the line of `alongLine`, in metres. */
  readonly #travels: Float64Array;

  constructor(world: MotionWorld) {
    this.world = world;
    this.#bodies = new Bodies(world);
    this.#carried = world.carried !== null;
    this.#table = corners(world.table);
    this.#blocks = Float64Array.from(world.blocks.flatMap((block) => [...corners(block)]));
    this.#allBlocks = allBlocksBox(this.#blocks);
    this.#top = Math.max(world.table.max[2], ...world.blocks.map(({ max }) => max[2]));
    const { shapes, capsules } = this.#bodies;
    const levers = [...CAPSULE_LEVERS[world.hand], ...shapes.slice(capsules).map(leversOf)];
    const reaches = shapes.map(({ radius }, body) => (levers[body]?.[0] as number) + radius);
    const tableAway = distanceFromShoulder(this.#table);
    const blocksAway = distanceFromShoulder(this.#blocks);
    this.#nearTable = Uint8Array.from(shapes, ({ link }, body) =>
      Number(link >= TABLE_LINK_FIRST && tableAway <= (reaches[body] as number)),
    );
    this.#nearBlocks = Uint8Array.from(shapes, ({ link }, body) =>
      Number(link < TABLE_LINK_FIRST || blocksAway <= (reaches[body] as number)),
    );
    this.#nearBase = Uint8Array.from(shapes, ({ link }) => Number(link >= SELF_LINKS.far));
    this.#levers = Float64Array.from(levers.flat());
    this.#travels = new Float64Array(shapes.length);
    this.#hopeless = [0, 1].some((body) => this.#meetsWorld(body));
  }

  /** Whether the configuration that begins at `q[at]` collides; one that is no number does. */
  collides(q: Float64Array, at = 0): boolean {
    this.checks++;
    if (this.#hopeless) return true;
    linkFrames(q, this.#bodies.frames, at);
    if (this.#carried && this.#carriedCollides()) return true;
    for (let body = this.#bodies.capsules - 1; body >= TURNING; body--) {
      this.#bodies.place(body);
      if (this.#meetsWorld(body) || this.#meetsBase(body)) return true;
    }
    return false;
  }

  /** What a configuration collides with, or null; slow, and not counted as a check. */
  obstacleAt(q: Float64Array, at = 0): Obstacle | null {
    const { checks } = this;
    const obstacle = this.collides(q, at) ? this.nearestObstacle(q, at) : null;
    this.checks = checks;
    return obstacle;
  }

  /** What is nearest to a configuration or deepest in it, by `clearance`. */
  nearestObstacle(q: Float64Array, at = 0): Obstacle {
    return clearance(this.world, q.subarray(at, at + JOINTS)).obstacle;
  }

  /** Says along which line `freeShare` will be asked. */
  alongLine(from: Float64Array, to: Float64Array): void {
    for (let body = 0; body < this.#travels.length; body++) {
      let travel = 0;
      for (let joint = 0; joint < JOINTS; joint++) {
        const turn = Math.abs((to[joint] as number) - (from[joint] as number));
        travel += turn * (this.#levers[body * JOINTS + joint] as number);
      }
      this.#travels[body] = travel;
    }
  }

  /**
   * How far from the configuration at `q[0]`, on the line of `alongLine`, everything is free, as a share of the line's length and
   * either way; at most `most`, which is above 0. 0 or less where the configuration itself collides.
   */
  freeShare(q: Float64Array, most: number): number {
    this.checks++;
    if (this.#hopeless) return 0;
    const bodies = this.#bodies;
    linkFrames(q, bodies.frames, 0);
    let share = most;
    for (let body = bodies.capsules - 1; body >= TURNING && share > 0; body--) {
      bodies.place(body);
      share = this.#bodyShare(body, share);
    }
    if (!this.#carried || share <= 0) return share;
    const around = bodies.capsules + BALLS;
    if (this.#ballShare(around, share) === share) return share;
    for (let ball = bodies.capsules; ball < around && share > 0; ball++) share = this.#ballShare(ball, share);
    return share;
  }

  /** Whether a placed body meets the table or a block. */
  #meetsWorld(body: number): boolean {
    const { ends, radii } = this.#bodies;
    const from = ends[body * 6 + 2] as number;
    const to = ends[body * 6 + 5] as number;
    if ((from < to ? from : to) - (radii[body] as number) > this.#top) return false;
    if (this.#nearTable[body] === 1 && this.#meetsBox(body, this.#table, 0)) return true;
    if (this.#nearBlocks[body] === 1 && boundsMeet(ends, body * 6, radii[body] as number, this.#allBlocks, 0)) {
      for (let box = 0; box < this.#blocks.length; box += 6) {
        if (this.#meetsBox(body, this.#blocks, box)) return true;
      }
    }
    return false;
  }

  #meetsBox(body: number, boxes: Float64Array, box: number): boolean {
    const { ends, radii } = this.#bodies;
    const radius = radii[body] as number;
    if (!boundsMeet(ends, body * 6, radius, boxes, box)) return false;
    return !(segmentBoxSquared(ends, body * 6, boxes, box) > radius * radius);
  }

  /** Whether a placed body meets links 0 to 2. */
  #meetsBase(body: number): boolean {
    const { ends, radii } = this.#bodies;
    if (this.#nearBase[body] === 0) return false;
    if (!boundsMeet(ends, body * 6, radii[body] as number, BASE_BOX, 0)) return false;
    this.#bodies.place(TURNING);
    return this.#meetsCapsules(body, 0, NEAR_END);
  }

  #meetsCapsules(body: number, first: number, end: number): boolean {
    const { ends, radii } = this.#bodies;
    for (let capsule = first; capsule < end; capsule++) {
      const near = (radii[body] as number) + (radii[capsule] as number);
      if (!(segmentsSquared(ends, body * 6, ends, capsule * 6) > near * near)) return true;
    }
    return false;
  }

  /** Whether a ball of the carried block meets anything; none does where the ball around them does not. */
  #carriedCollides(): boolean {
    this.#bodies.place(NEAR_END);
    this.#bodies.place(NEAR_END + 1);
    const first = this.#bodies.capsules;
    if (!this.#ballCollides(first + BALLS)) return false;
    for (let ball = first; ball < first + BALLS; ball++) {
      if (this.#ballCollides(ball)) return true;
    }
    return false;
  }

  #ballCollides(ball: number): boolean {
    this.#bodies.place(ball);
    return this.#meetsWorld(ball) || this.#meetsBase(ball) || this.#meetsCapsules(ball, NEAR_END, ELBOW_END);
  }

  /** The least of `share` and what a placed body leaves free beside table, blocks and links 0 to 2. */
  #bodyShare(body: number, share: number): number {
    const { ends, radii } = this.#bodies;
    const radius = radii[body] as number;
    const travel = this.#travels[body] as number;
    let least = share;
    const low = Math.min(ends[body * 6 + 2] as number, ends[body * 6 + 5] as number) - radius;
    if (!(low - this.#top > least * travel)) {
      if (this.#nearTable[body] === 1) least = this.#boxShare(body, this.#table, 0, least);
      const room = least * travel;
      if (this.#nearBlocks[body] === 1 && !(boundsGap(ends, body * 6, this.#allBlocks, 0) - radius > room)) {
        for (let box = 0; box < this.#blocks.length; box += 6) least = this.#boxShare(body, this.#blocks, box, least);
      }
    }
    if (this.#nearBase[body] === 0) return least;
    if (boundsGap(ends, body * 6, BASE_BOX, 0) - radius > least * travel) return least;
    this.#bodies.place(TURNING);
    return this.#capsulesShare(body, 0, NEAR_END, least);
  }

  #boxShare(body: number, boxes: Float64Array, box: number, share: number): number {
    const { ends, radii } = this.#bodies;
    const radius = radii[body] as number;
    const travel = this.#travels[body] as number;
    if (boundsGap(ends, body * 6, boxes, box) - radius > share * travel) return share;
    return leastShare(share, Math.sqrt(segmentBoxSquared(ends, body * 6, boxes, box)) - radius, travel);
  }

  #capsulesShare(body: number, first: number, end: number, share: number): number {
    const { ends, radii } = this.#bodies;
    const travel = this.#travels[body] as number;
    let least = share;
    for (let capsule = first; capsule < end; capsule++) {
      const distance = Math.sqrt(segmentsSquared(ends, body * 6, ends, capsule * 6));
      least = leastShare(least, distance - (radii[body] as number) - (radii[capsule] as number), travel);
    }
    return least;
  }

  #ballShare(ball: number, share: number): number {
    this.#bodies.place(ball);
    const least = this.#bodyShare(ball, share);
    return least <= 0 ? least : this.#capsulesShare(ball, NEAR_END, ELBOW_END, least);
  }
}

/** A gap of `gap` metres that `travel` metres over the whole line close at most. */
function leastShare(share: number, gap: number, travel: number): number {
  if (!(gap > 0)) return 0;
  return gap < share * travel ? gap / travel : share;
}

/** Of the nearest of some boxes; infinite where there is none. */
function distanceFromShoulder(boxes: Float64Array): number {
  let squared = Number.POSITIVE_INFINITY;
  for (let box = 0; box < boxes.length; box += 6) {
    squared = Math.min(squared, pointBoxSquared(0, 0, SHOULDER_Z, boxes, box));
  }
  return Math.sqrt(squared);
}

function allBlocksBox(blocks: Float64Array): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let at = 0; at < blocks.length; at++) {
    const side = at % 6;
    box[side] =
      side < 3
        ? Math.min(box[side] as number, blocks[at] as number)
        : Math.max(box[side] as number, blocks[at] as number);
  }
  return box;
}

/** The bounding box of links 0 to 2, the last of which may turn about the vertical and so counts as an upright cylinder. */
function baseBox({ ends, radii }: Bodies): Float64Array {
  const box = Float64Array.of(0, 0, 0, 0, 0, 0);
  for (let body = 0; body < NEAR_END; body++) {
    const radius = radii[body] as number;
    for (let at = body * 6; at < body * 6 + 6; at += 3) {
      const x = ends[at] as number;
      const y = ends[at + 1] as number;
      const z = ends[at + 2] as number;
      const turning = Math.hypot(x, y);
      const [lowX, highX, lowY, highY] = body === TURNING ? [-turning, turning, -turning, turning] : [x, x, y, y];
      for (const [axis, low, high] of [
        [0, lowX, highX],
        [1, lowY, highY],
        [2, z, z],
      ] as const) {
        box[axis] = Math.min(box[axis] as number, low - radius);
        box[3 + axis] = Math.max(box[3 + axis] as number, high + radius);
      }
    }
  }
  return box;
}
