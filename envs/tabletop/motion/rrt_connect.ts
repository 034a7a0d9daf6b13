/**
 * RRT-Connect: two trees, one from the start and one from the goal, grow towards random configurations and towards each
 * other.
 *
 * Follows Kuffner and LaValle 2000 in OMPL's form: a step is at most `range` long. Departs in that the straight line from
 * start to goal is tried first, in that lines are free at 2 mrad where OMPL tests 0.5 % of the space's extent (65 mrad), and
 * in that it is bounded by iterations, not by seconds.
 *
 * @module
 */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { interpolate, roundAngles } from './joint_space.ts';
import { lineIsFree } from './line_is_free.ts';
import { EXTENT, JOINTS, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';

export type RrtConnectQuery = {
  /** Within the limits. */
  readonly start: Float64Array;
  /** Within the limits. */
  readonly goal: Float64Array;
  readonly random: RandomNumbers;
  /** The longest step of a tree, in radians. */
  readonly range?: number;
  readonly iterationsMax?: number;
};

export type RrtConnectResult = { readonly iterations: number; readonly checks: number } & (
  | {
      readonly ok: true;
      /** From start to goal, by straight lines that are free at 2 mrad; vertices between them have four decimals. */
      readonly path: Float64Array[];
    }
  /** The start collides, the goal does, or no path was found in time. */
  | { readonly ok: false; readonly reason: 'start' | 'goal' | 'iterations' }
);

/** Half of OMPL's automatic range: paths are a fourth shorter before they are shortened, found as fast. */
const RANGE = 0.1 * EXTENT;
/** Some hundred times what a query of the motion reference takes. */
export const ITERATIONS_MAX = 2000;

/** Searches for a path. With the same numbers of chance it finds the same. */
export function rrtConnect(checker: CollisionChecker, query: RrtConnectQuery): RrtConnectResult {
  const { start, goal, random, range = RANGE, iterationsMax = ITERATIONS_MAX } = query;
  const checksBefore = checker.checks;
  const counted = (iterations: number) => ({ iterations, checks: checker.checks - checksBefore });
  if (checker.collides(start)) return { ok: false, reason: 'start', ...counted(0) };
  if (checker.collides(goal)) return { ok: false, reason: 'goal', ...counted(0) };
  if (lineIsFree(checker, { from: start, to: goal })) {
    return { ok: true, path: [start.slice(), goal.slice()], ...counted(0) };
  }
  const startTree = new Tree(start, { checker, range });
  const goalTree = new Tree(goal, { checker, range });
  const sample = new Float64Array(JOINTS);
  for (let iteration = 1; iteration <= iterationsMax; iteration++) {
    const [grown, other] = iteration % 2 === 1 ? [startTree, goalTree] : [goalTree, startTree];
    for (let joint = 0; joint < JOINTS; joint++) {
      const lower = LOWER_LIMITS[joint]!;
      sample[joint] = lower + random.uniform() * (UPPER_LIMITS[joint]! - lower);
    }
    roundAngles(sample);
    if (grown.extend(sample) === 'trapped') continue;
    const meeting = grown.last();
    let step = other.extend(meeting);
    // Each advance leads `range` nearer, so this ends.
    while (step === 'advanced') step = other.extend(meeting);
    if (step === 'reached') {
      const path = [...startTree.branch().toReversed(), ...goalTree.branch().slice(1)];
      return { ok: true, path, ...counted(iteration) };
    }
  }
  return { ok: false, reason: 'iterations', ...counted(iterationsMax) };
}

/** A tree of configurations, grown from its root. */
class Tree {
  readonly #checker: CollisionChecker;
  readonly #range: number;
  /** Seven angles a node. */
  #nodes = new Float64Array(64 * JOINTS);
  #parents = new Int32Array(64);
  #size = 1;
  readonly #from = new Float64Array(JOINTS);
  readonly #to = new Float64Array(JOINTS);

  constructor(root: Float64Array, { checker, range }: { checker: CollisionChecker; range: number }) {
    this.#checker = checker;
    this.#range = range;
    this.#nodes.set(root);
    this.#parents[0] = -1;
  }

  /** Grows by one step from the nearest node towards `target`, or not at all. */
  extend(target: Float64Array): 'trapped' | 'advanced' | 'reached' {
    const nearest = this.#nearest(target);
    const from = this.#from;
    const to = this.#to;
    let squared = 0;
    for (let joint = 0; joint < JOINTS; joint++) {
      from[joint] = this.#nodes[nearest * JOINTS + joint]!;
      squared += (target[joint]! - from[joint]!) ** 2;
    }
    const length = Math.sqrt(squared);
    const reached = length <= this.#range;
    if (reached) to.set(target);
    else {
      interpolate(from, target, this.#range / length, to);
      roundAngles(to);
    }
    if (!lineIsFree(this.#checker, { from, to })) return 'trapped';
    this.#add(to, nearest);
    return reached ? 'reached' : 'advanced';
  }

  /** A copy of the node added last. */
  last(): Float64Array {
    return this.#node(this.#size - 1);
  }

  /** From the node added last back to the root. */
  branch(): Float64Array[] {
    const branch: Float64Array[] = [];
    for (let node = this.#size - 1; node >= 0; node = this.#parents[node]!) branch.push(this.#node(node));
    return branch;
  }

  #node(node: number): Float64Array {
    return this.#nodes.slice(node * JOINTS, (node + 1) * JOINTS);
  }

  #nearest(target: Float64Array): number {
    const nodes = this.#nodes;
    let nearest = 0;
    let best = Number.POSITIVE_INFINITY;
    for (let node = 0; node < this.#size; node++) {
      let squared = 0;
      for (let joint = 0; joint < JOINTS; joint++) {
        const difference = target[joint]! - nodes[node * JOINTS + joint]!;
        squared += difference * difference;
      }
      if (squared < best) {
        best = squared;
        nearest = node;
      }
    }
    return nearest;
  }

  #add(q: Float64Array, parent: number): void {
    if (this.#size === this.#parents.length) {
      const nodes = new Float64Array(2 * this.#nodes.length);
      nodes.set(this.#nodes);
      this.#nodes = nodes;
      const parents = new Int32Array(2 * this.#parents.length);
      parents.set(this.#parents);
      this.#parents = parents;
    }
    this.#nodes.set(q, this.#size * JOINTS);
    this.#parents[this.#size] = parent;
    this.#size++;
  }
}
