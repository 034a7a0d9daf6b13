/**
 * Evaluations are counted on the blocks problems of ../shared/pddl/reference that take at least a thousand; if they are absent,
 * on similar problems made here. Time is processor time, as in Fast Downward's figures; for whole solves it is wall-clock time.
 * The measurements take turns, and the median of the rounds counts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { groundPddl } from '../ground/ground_pddl.ts';
import { lmCut } from '../heuristics/lm_cut.ts';
import type { Heuristic } from '../heuristics/relaxed_task.ts';
import { planProblem } from '../plan/plan_problem.ts';
import { bestFirstSearch, type SolveOptions } from '../search/best_first_search.ts';
import type { GroundTask } from '../task/ground_task.ts';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { referenceLmCut } from '../testing/reference_lm_cut.ts';

const ROUNDS = 7;
const SHARED = new URL('../../../../shared/pddl/reference/', import.meta.url);
const EVALUATIONS_MIN = 1_000;
const REFERENCE_EXPANSIONS = 20;

type Texts = readonly [domain: string, problem: string];

export function benchPddl() {
  const { problems, texts, fastDownwardEvaluationsPerSecond } = existsSync(SHARED)
    ? referenceProblems()
    : ownProblems();
  const tasks = texts.map(pack);
  const small = [3, 4, 5, 6].flatMap((count) => [1, 2, 3, 4, 5].map((seed) => blocksProblem(count, seed)));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const limits = { expansionsMax: REFERENCE_EXPANSIONS };
    const fast = tasks.map((task) => measure(task, lmCut(task), {}));
    const reference = tasks.map((task) => measure(task, referenceLmCut(task), { limits }));
    return {
      fast: perSecond(fast),
      reference: perSecond(reference),
      solves: solvesPerSecond(small, {}),
      blind: solvesPerSecond(small, { heuristic: 'blind' }),
      bytesPerState: Math.max(...fast.map((measured) => measured.bytesPerState)),
    };
  });
  const medianOf = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]));
  return {
    problems,
    evaluationsPerSecond: medianOf('fast'),
    /** By `testing/reference_lm_cut.ts`, on the first states. */
    referenceEvaluationsPerSecond: medianOf('reference'),
    /** As recorded with the reference problems; null if they are absent. */
    fastDownwardEvaluationsPerSecond,
    /** Problems of 3 to 6 blocks, from two texts to a validated plan, in this process. */
    solvesPerSecond: medianOf('solves'),
    referenceSolvesPerSecond: medianOf('blind'),
    /** Bytes for a state, its node, and its share of table and open list, in the largest problem. */
    bytesPerState: medianOf('bytesPerState'),
  };
}

type Result = Record<'id' | 'family' | 'domain' | 'problem', string> & Record<'evaluated' | 'search_time_s', number>;

function referenceProblems() {
  const read = (path: string) => readFileSync(new URL(path, SHARED), 'utf8');
  const { results }: { results: Result[] } = JSON.parse(read('results.json'));
  const chosen = results.filter(
    ({ family, evaluated }) => family === 'blocksworld-4ops' && evaluated >= EVALUATIONS_MIN,
  );
  return {
    problems: chosen.map(({ id }) => id).join(', '),
    texts: chosen.map(({ domain, problem }): Texts => [read(domain), read(problem)]),
    fastDownwardEvaluationsPerSecond: perSecond(
      chosen.map(({ evaluated, search_time_s }) => ({ evaluations: evaluated, seconds: search_time_s })),
    ),
  };
}

/** About as many evaluations as the reference problems take: 3,154 and 10,293. */
function ownProblems() {
  const texts: Texts[] = [blocksProblem(9, 13), blocksProblem(13, 18)];
  return { problems: 'blocks-9-13, blocks-13-18', texts, fastDownwardEvaluationsPerSecond: null };
}

function pack([domain, problem]: Texts): GroundTask {
  const ground = groundPddl(domain, problem);
  if (ground.status !== 'ok') throw new Error(`Cannot ground a problem of the benchmark: ${ground.message}`);
  return ground.task;
}

function measure(task: GroundTask, heuristic: Heuristic, options: SolveOptions) {
  const before = process.cpuUsage();
  const { evaluated, bytes } = bestFirstSearch(task, heuristic, options);
  const { user } = process.cpuUsage(before);
  return { evaluations: evaluated, seconds: user / 1e6, bytesPerState: bytes / evaluated };
}

function perSecond(all: readonly Readonly<{ evaluations: number; seconds: number }>[]): number {
  const sum = (key: 'evaluations' | 'seconds') => all.reduce((before, measured) => before + measured[key], 0);
  return sum('evaluations') / sum('seconds');
}

function solvesPerSecond(problems: readonly Texts[], options: SolveOptions): number {
  const times: number[] = [];
  for (const [domain, problem] of problems) {
    const start = performance.now();
    const { status } = planProblem(domain, problem, options);
    times.push(performance.now() - start);
    if (status !== 'solved') throw new Error(`A problem of the benchmark is not solved but ${status}`);
  }
  return 1_000 / median(times);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
