import {
  BALLS,
  BASE_BOX,
  type Bodies,
  type CheckedWorld,
  checkedWorld,
  ELBOW_END,
  NEAR_END,
  TURNING,
} from './checked_world.ts';
import { clearance, type MotionWorld, type Obstacle } from './clearance.ts';
import { linkFrames } from './kinematics.ts';
import { JOINTS } from './panda.ts';
import { boundsGap, boundsMeet, segmentBoxSquared, segmentsSquared } from './segment_distance.ts';

const BASE = -1;
const ELBOW = -2;
const LEVELS = 24;

/** A body farther from a box than it can travel in half a stretch is free all along: the halves skip the box. */
class FreeStretch {
  readonly #world: CheckedWorld;
  readonly #bodies: number;
  readonly #travels: Float64Array;
  readonly #width: number;
  /** List → body → boxes (from 0), base, elbow. Each level filters the list above. */
  readonly #pairs: Int32Array;
  readonly #counts: Int32Array;
  readonly #listBelow: Int32Array;
  #most = 0;
  #level = 0;
  #isElbowPlaced = false;

  constructor(world: CheckedWorld) {
    this.#world = world;
    this.#bodies = world.bodies.shapes.length;
    this.#travels = new Float64Array(this.#bodies);
    this.#width = world.boxes.length / 6 + 2;
    this.#counts = new Int32Array((LEVELS + 1) * this.#bodies);
    this.#pairs = new Int32Array(this.#counts.length * this.#width);
    this.#listBelow = new Int32Array(LEVELS * this.#bodies);
    for (let body = TURNING; body < this.#bodies; body++) this.#listAll(body);
  }

  alongLine(from: Float64Array, to: Float64Array) {
    const { levers } = this.#world;
    for (let body = 0; body < this.#bodies; body++) {
      let travel = 0;
      for (let joint = 0; joint < JOINTS; joint++) {
        travel += Math.abs(to[joint]! - from[joint]!) * levers[body * JOINTS + joint]!;
      }
      this.#travels[body] = travel;
    }
  }

  freeShare(q: Float64Array, most: number, level: number): number {
    const { bodies, isCarrying } = this.#world;
    linkFrames(q, bodies.frames);
    this.#most = most;
    this.#level = level < LEVELS ? level : LEVELS - 1;
    this.#isElbowPlaced = false;
    let share = most;
    for (let body = bodies.capsules - 1; body >= TURNING && share > 0; body--) share = this.#bodyShare(body, share);
    if (!isCarrying || share <= 0) return share;
    const around = bodies.capsules + BALLS;
    if (this.#bodyShare(around, share) === share) {
      for (let ball = bodies.capsules; ball < around; ball++) this.#passOn(ball);
      return share;
    }
    for (let ball = bodies.capsules; ball < around && share > 0; ball++) share = this.#bodyShare(ball, share);
    return share;
  }

  #listAll(body: number) {
    const { bodies, boxes, nearTable, nearBlocks, nearBase } = this.#world;
    const pairs: number[] = [];
    if (nearTable[body] === 1) pairs.push(0);
    if (nearBlocks[body] === 1) for (let box = 1; box < boxes.length / 6; box++) pairs.push(box);
    if (nearBase[body] === 1) pairs.push(BASE);
    if (body >= bodies.capsules) pairs.push(ELBOW);
    this.#pairs.set(pairs, body * this.#width);
    this.#counts[body] = pairs.length;
  }

  #passOn(body: number): number {
    const at = this.#level * this.#bodies + body;
    const list = this.#level === 0 ? 0 : this.#listBelow[at - this.#bodies]!;
    this.#listBelow[at] = list;
    return list;
  }

  #bodyShare(body: number, share: number): number {
    const pairs = this.#pairs;
    const list = this.#passOn(body) * this.#bodies + body;
    const count = this.#counts[list]!;
    if (count === 0) return share;
    this.#world.bodies.place(body);
    const below = (this.#level + 1) * this.#bodies + body;
    this.#listBelow[this.#level * this.#bodies + body] = this.#level + 1;
    const travel = this.#travels[body]!;
    const room = this.#most * travel;
    const topGap = this.#topGap(body);
    let blocksGap = -Infinity;
    let least = share;
    let next = below * this.#width;
    for (let at = list * this.#width, end = at + count; at < end; at++) {
      const pair = pairs[at]!;
      let gap = pair >= 0 ? topGap : -Infinity;
      if (pair > 0 && !(gap > least * travel)) {
        if (blocksGap === -Infinity) blocksGap = this.#blocksGap(body);
        gap = blocksGap;
      }
      if (!(gap > least * travel)) gap = this.#roughGap(body, pair);
      if (!(gap > least * travel)) {
        gap = this.#gap(body, pair);
        least = leastShare(least, gap, travel);
      }
      if (!(gap > room)) pairs[next++] = pair;
    }
    this.#counts[below] = next - below * this.#width;
    return least;
  }

  #topGap(body: number): number {
    const { ends, radii } = this.#world.bodies;
    return Math.min(ends[body * 6 + 2]!, ends[body * 6 + 5]!) - radii[body]! - this.#world.top;
  }

  #blocksGap(body: number): number {
    const { bodies, allBlocks } = this.#world;
    return boundsGap(bodies.ends, body * 6, allBlocks, 0) - bodies.radii[body]!;
  }

  #roughGap(body: number, pair: number): number {
    if (pair === ELBOW) return -Infinity;
    const { bodies, boxes } = this.#world;
    const radius = bodies.radii[body]!;
    if (pair === BASE) return boundsGap(bodies.ends, body * 6, BASE_BOX, 0) - radius;
    return boundsGap(bodies.ends, body * 6, boxes, pair * 6) - radius;
  }

  #gap(body: number, pair: number): number {
    const { bodies, boxes } = this.#world;
    if (pair >= 0) {
      return Math.sqrt(segmentBoxSquared(bodies.ends, body * 6, boxes, pair * 6)) - bodies.radii[body]!;
    }
    if (pair === BASE) {
      bodies.place(TURNING);
      return this.#capsulesGap(body, 0, NEAR_END);
    }
    if (!this.#isElbowPlaced) for (let capsule = NEAR_END; capsule < ELBOW_END; capsule++) bodies.place(capsule);
    this.#isElbowPlaced = true;
    return this.#capsulesGap(body, NEAR_END, ELBOW_END);
  }

  #capsulesGap(body: number, first: number, end: number): number {
    const { ends, radii } = this.#world.bodies;
    let least = Infinity;
    for (let capsule = first; capsule < end; capsule++) {
      const distance = Math.sqrt(segmentsSquared(ends, body * 6, ends, capsule * 6));
      const gap = distance - radii[body]! - radii[capsule]!;
      if (!(gap >= least)) least = gap;
    }
    return least;
  }
}

function leastShare(share: number, gap: number, travel: number): number {
  if (!(gap > 0)) return 0;
  return gap < share * travel ? gap / travel : share;
}

export class CollisionChecker {
  readonly world: MotionWorld;
  checks = 0;

  readonly #checked: CheckedWorld;
  readonly #bodies: Bodies;
  readonly #baseCollides: boolean;
  #stretch: FreeStretch | null = null;

  constructor(world: MotionWorld) {
    this.world = world;
    this.#checked = checkedWorld(world);
    this.#bodies = this.#checked.bodies;
    this.#baseCollides = [0, 1].some((body) => this.#meetsWorld(body));
  }

  /** NaN counts as a collision. */
  collides(q: Float64Array): boolean {
    this.checks++;
    if (this.#baseCollides) return true;
    linkFrames(q, this.#bodies.frames);
    if (this.#checked.isCarrying && this.#carriedCollides()) return true;
    for (let body = this.#bodies.capsules - 1; body >= TURNING; body--) {
      this.#bodies.place(body);
      if (this.#meetsWorld(body) || this.#meetsBase(body)) return true;
    }
    return false;
  }

  nearestObstacle(q: Float64Array): Obstacle {
    return clearance(this.world, q).obstacle;
  }

  alongLine(from: Float64Array, to: Float64Array) {
    this.#stretch ??= new FreeStretch(this.#checked);
    this.#stretch.alongLine(from, to);
  }

  /** At most `most`, at most 0 in a collision. Above `level` 0, the stretch must be part of the latest one above it. */
  freeShare(q: Float64Array, most: number, level = 0): number {
    if (this.#stretch === null) throw new Error('Cannot compute a free share before alongLine()');
    this.checks++;
    return this.#baseCollides ? 0 : this.#stretch.freeShare(q, most, level);
  }

  #meetsWorld(body: number): boolean {
    const { boxes, allBlocks, top, nearTable, nearBlocks } = this.#checked;
    const { ends, radii } = this.#bodies;
    const from = ends[body * 6 + 2]!;
    const to = ends[body * 6 + 5]!;
    if ((from < to ? from : to) - radii[body]! > top) return false;
    if (nearTable[body] === 1 && this.#meetsBox(body, 0)) return true;
    if (nearBlocks[body] === 1 && boundsMeet(ends, body * 6, radii[body]!, allBlocks, 0)) {
      for (let box = 6; box < boxes.length; box += 6) {
        if (this.#meetsBox(body, box)) return true;
      }
    }
    return false;
  }

  #meetsBox(body: number, box: number): boolean {
    const { boxes } = this.#checked;
    const { ends, radii } = this.#bodies;
    const radius = radii[body]!;
    if (!boundsMeet(ends, body * 6, radius, boxes, box)) return false;
    return !(segmentBoxSquared(ends, body * 6, boxes, box) > radius * radius);
  }

  #meetsBase(body: number): boolean {
    const { ends, radii } = this.#bodies;
    if (this.#checked.nearBase[body] === 0 || !boundsMeet(ends, body * 6, radii[body]!, BASE_BOX, 0)) return false;
    this.#bodies.place(TURNING);
    return this.#meetsCapsules(body, 0, NEAR_END);
  }

  #meetsCapsules(body: number, first: number, end: number): boolean {
    const { ends, radii } = this.#bodies;
    for (let capsule = first; capsule < end; capsule++) {
      const near = radii[body]! + radii[capsule]!;
      if (!(segmentsSquared(ends, body * 6, ends, capsule * 6) > near * near)) return true;
    }
    return false;
  }

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
}
