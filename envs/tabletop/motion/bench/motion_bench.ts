/** The measurements take turns, so that a busy machine slows all of them. */
import { existsSync, readFileSync } from 'node:fs';
import { randomNumbers, seedOf } from '../../../random_numbers.ts';
import { median } from '../../../testing/median.ts';
import type { Box } from '../../table/table.ts';
import { clearanceOfFrames, type MotionWorld } from '../clearance.ts';
import { CollisionChecker } from '../collision_checker.ts';
import { interpolate, pathLength } from '../kinematics.ts';
import { JOINTS } from '../panda.ts';
import { planMotion } from '../plan_motion.ts';
import { rrtConnect } from '../rrt_connect.ts';
import { ownQueries } from '../testing/own_queries.ts';
import { randomConfiguration } from '../testing/random_world.ts';
import { slowLinkFrames } from '../testing/reference_kinematics.ts';

export type MotionBench = Readonly<{
  queries: string;
  checksPerSecond: number;
  uniformChecksPerSecond: number;
  referenceChecksPerSecond: number;
  /** The minimum of a query's times. */
  searchMsMedian: number;
  searchMsP95: number;
  planMsMedian: number;
  planMsP95: number;
  rawLength: number;
  length: number;
  solvedShare: number;
}>;

type MotionBenchOptions = Readonly<{
  rounds: number;
  /** The slow reference takes a hundredth of them. */
  checks: number;
  /** Our own queries replace the motion reference's. */
  own?: number;
}>;

type Query = Readonly<{ id: number; start: Float64Array; goal: Float64Array; world: MotionWorld }>;
type Figures = Readonly<{ searchMs: number; planMs: number }>;
type Solved = Figures & Readonly<{ rawLength: number; length: number }>;

const PROBLEMS = new URL('../../../../../shared/motion/problems.json', import.meta.url);
const SEEDS = 5;
const ALONG = 100;

export function benchMotion(options: MotionBenchOptions = { rounds: 9, checks: 200_000 }): MotionBench {
  const isPublished = hasReference() && options.own === undefined;
  const queries = isPublished ? readQueries() : queriesOf(ownQueries(options.own ?? 40).problems);
  const checkers = queries.map(({ world }) => new CollisionChecker(world));
  const along = queries.map(({ start, goal }, index) => pathPoints(checkers[index]!, { start, goal }));
  const random = randomNumbers(1);
  const uniform = queries.map(() => Array.from({ length: ALONG }, () => randomConfiguration(random)));
  const fast = (index: number, q: Float64Array) => checkers[index]!.collides(q);
  const slow = (index: number, q: Float64Array) =>
    clearanceOfFrames(queries[index]!.world, slowLinkFrames(q)).distance <= 0;

  const rates: Record<'along' | 'uniform' | 'slow', number[]> = { along: [], uniform: [], slow: [] };
  let runs: (Figures | Solved)[] = [];
  for (let round = 0; round < options.rounds; round++) {
    rates.along.push(rate(along, options.checks, fast));
    rates.uniform.push(rate(uniform, options.checks, fast));
    rates.slow.push(rate(along, options.checks / 100, slow));
    runs = solveAll(queries, checkers).map((run, index) => ({
      ...run,
      searchMs: Math.min(run.searchMs, runs[index]?.searchMs ?? run.searchMs),
      planMs: Math.min(run.planMs, runs[index]?.planMs ?? run.planMs),
    }));
  }
  const solved = runs.filter((run): run is Solved => 'length' in run);
  const [searchMs, planMs] = [runs.map((run) => run.searchMs), runs.map((run) => run.planMs)];
  return {
    queries: `${isPublished ? "the reference's" : 'our own'} ${queries.length} queries`,
    checksPerSecond: median(rates.along),
    uniformChecksPerSecond: median(rates.uniform),
    referenceChecksPerSecond: median(rates.slow),
    searchMsMedian: median(searchMs),
    searchMsP95: quantile(searchMs, 0.95),
    planMsMedian: median(planMs),
    planMsP95: quantile(planMs, 0.95),
    rawLength: mean(solved.map(({ rawLength }) => rawLength)),
    length: mean(solved.map(({ length }) => length)),
    solvedShare: solved.length / runs.length,
  };
}

export function hasReference(): boolean {
  return existsSync(PROBLEMS);
}

export function readQueries(): Query[] {
  return queriesOf(JSON.parse(readFileSync(PROBLEMS, 'utf8')));
}

function queriesOf(file: unknown): Query[] {
  const { queries, table } = file as {
    queries: { id: number; start: number[]; goal: number[]; blocks: Box[]; attached: boolean }[];
    table: Box;
  };
  return queries.map(({ id, start, goal, blocks, attached }) => ({
    id,
    start: Float64Array.from(start),
    goal: Float64Array.from(goal),
    world: { table, blocks, hand: 'closed', carried: attached ? { offsetZ: 0 } : null },
  }));
}

function pathPoints(checker: CollisionChecker, ends: { start: Float64Array; goal: Float64Array }): Float64Array[] {
  const found = rrtConnect(checker, { ...ends, random: randomNumbers(1) });
  const path = found.ok ? found.path : [ends.start, ends.goal];
  const lines = path.length - 1;
  return Array.from({ length: ALONG }, (_, index) => {
    const at = (index * lines) / ALONG;
    const q = new Float64Array(JOINTS);
    interpolate(path[Math.floor(at)]!, path[Math.floor(at) + 1]!, at % 1, q);
    return q;
  });
}

type Collides = (index: number, q: Float64Array) => boolean;

function rate(lists: readonly Float64Array[][], checks: number, collides: Collides): number {
  const start = performance.now();
  let done = 0;
  for (let list = 0; done < checks; list = (list + 1) % lists.length) {
    for (const q of lists[list]!) collides(list, q);
    done += ALONG;
  }
  return (done * 1000) / (performance.now() - start);
}

function solveAll(queries: readonly Query[], checkers: readonly CollisionChecker[]): (Figures | Solved)[] {
  return queries.flatMap(({ id, start, goal }, index) => {
    const checker = checkers[index]!;
    return Array.from({ length: SEEDS }, (_, seed) => {
      const begin = performance.now();
      const found = rrtConnect(checker, { start, goal, random: randomNumbers(seedOf(seed, id)) });
      const middle = performance.now();
      const planned = planMotion(checker, { start, goal, random: randomNumbers(seedOf(seed, id)) });
      const figures = { searchMs: middle - begin, planMs: performance.now() - middle };
      if (!found.ok || !planned.ok) return figures;
      return { ...figures, rawLength: pathLength(found.path), length: planned.length };
    });
  });
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
