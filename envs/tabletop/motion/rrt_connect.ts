/**
 * Kuffner and LaValle 2000 in OMPL's form, but with the straight line first, lines tested at 2 mrad instead of 0.5 % of the
 * extent (65 mrad), and a limit of iterations instead of seconds.
 */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { distance, distanceSquared, interpolate, roundAngles } from './kinematics.ts';
import { lineIsFree } from './line_is_free.ts';
import { EXTENT, JOINTS, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';

export type RrtConnectQuery = Readonly<{
  start: Float64Array;
  goal: Float64Array;
  random: RandomNumbers;
  range?: number;
  iterationsMax?: number;
}>;

type RrtConnectResult = { readonly iterations: number } & (
  | Readonly<{ ok: true; path: Float64Array[] }>
  | Readonly<{ ok: false; reason: 'start' | 'goal' | 'iterations' }>
);

/** Half of OMPL's: raw paths are a quarter shorter, and take as long to find. */
const RANGE = 0.1 * EXTENT;
/** A hundred times what the motion reference needs. */
export const ITERATIONS_MAX = 2000;

export function rrtConnect(checker: CollisionChecker, query: RrtConnectQuery): RrtConnectResult {
  const { start, goal, random, range = RANGE, iterationsMax = ITERATIONS_MAX } = query;
  if (checker.collides(start)) return { ok: false, reason: 'start', iterations: 0 };
  if (checker.collides(goal)) return { ok: false, reason: 'goal', iterations: 0 };
  if (lineIsFree(checker, { from: start, to: goal })) {
    return { ok: true, path: [start.slice(), goal.slice()], iterations: 0 };
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
    while (step === 'advanced') step = other.extend(meeting);
    if (step === 'reached') {
      const path = [...startTree.branch().toReversed(), ...goalTree.branch().slice(1)];
      return { ok: true, path, iterations: iteration };
    }
  }
  return { ok: false, reason: 'iterations', iterations: iterationsMax };
}

class Tree {
  readonly #checker: CollisionChecker;
  readonly #range: number;
  readonly #nodes: Float64Array[];
  readonly #parents = [-1];

  constructor(root: Float64Array, { checker, range }: { checker: CollisionChecker; range: number }) {
    this.#checker = checker;
    this.#range = range;
    this.#nodes = [root.slice()];
  }

  extend(target: Float64Array): 'trapped' | 'advanced' | 'reached' {
    const nearest = this.#nearest(target);
    const from = this.#nodes[nearest]!;
    const to = target.slice();
    const length = distance(from, target);
    const reached = length <= this.#range;
    if (!reached) {
      interpolate(from, target, this.#range / length, to);
      roundAngles(to);
    }
    if (!lineIsFree(this.#checker, { from, to })) return 'trapped';
    this.#nodes.push(to);
    this.#parents.push(nearest);
    return reached ? 'reached' : 'advanced';
  }

  last(): Float64Array {
    return this.#nodes.at(-1)!;
  }

  branch(): Float64Array[] {
    const branch: Float64Array[] = [];
    for (let node = this.#nodes.length - 1; node >= 0; node = this.#parents[node]!) branch.push(this.#nodes[node]!);
    return branch;
  }

  #nearest(target: Float64Array): number {
    let nearest = 0;
    let best = Infinity;
    for (const [index, node] of this.#nodes.entries()) {
      const squared = distanceSquared(node, target);
      if (squared < best) [best, nearest] = [squared, index];
    }
    return nearest;
  }
}
