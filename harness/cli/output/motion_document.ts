import type { GraspBounds } from '../../../envs/tabletop/motion/plan_grasp.ts';
import {
  CLEARANCE_DIFFERENCE_MAX,
  type ComparedClearance,
  type GraspAnswer,
  type PathAnswer,
} from '../../../envs/tabletop/queries/solve_queries.ts';
import { counted } from '../../io/errors/counted.ts';
import type { Screen } from '../../io/screen.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { mean } from '../../trace/metrics/numbers.ts';

type Answer = PathAnswer | GraspAnswer;

type Settings = Readonly<{ seed: number; bounds: GraspBounds; clearances: readonly ComparedClearance[] | null }>;

type MotionDocument = ReturnType<typeof motionDocument>;

/** Times and lengths (in radians) are those of solved queries, null without any. */
export function motionDocument(queries: readonly Answer[], { seed, bounds, clearances }: Settings) {
  const solved = queries.filter((answer) => answer.solved);
  const times = solved.map(({ ms }) => ms).sort((a, b) => a - b);
  const grasps = queries.filter((answer) => 'handFree' in answer);
  const expected = grasps.filter(({ expectedHandFree }) => expectedHandFree !== null);
  const greatest = (differences: readonly (number | null)[] | undefined) => {
    const known = differences?.filter((difference) => difference !== null) ?? [];
    return known.length === 0 ? null : known.reduce((most, difference) => Math.max(most, difference));
  };
  return {
    seed,
    bounds,
    queries,
    clearances,
    totals: {
      queries: queries.length,
      solved: solved.length,
      msMedian: quantile(times, 0.5),
      msP95: quantile(times, 0.95),
      rawLengthMean: mean(solved.map(({ rawLength }) => rawLength as number)),
      simplifiedLengthMean: mean(solved.map(({ simplifiedLength }) => simplifiedLength as number)),
      handFreeDifferent: expected.length === 0 ? null : expected.filter(differs).length,
      clearanceDifferenceMax: greatest(clearances?.map(({ clearanceDifference }) => clearanceDifference)),
      tcpDifferenceMax: greatest(clearances?.map(({ tcpDifference }) => tcpDifference)),
      rotationDifferenceMax: greatest(clearances?.map(({ rotationDifference }) => rotationDifference)),
    },
  };
}

/** 0: success; 4: the search for every missing path reached a limit; 1: otherwise. */
export function motionExitCode({ queries, totals }: MotionDocument): 0 | 1 | 4 {
  const { handFreeDifferent, clearanceDifferenceMax, tcpDifferenceMax, rotationDifferenceMax } = totals;
  const differences = [clearanceDifferenceMax, tcpDifferenceMax, rotationDifferenceMax];
  if (differences.some((difference) => difference !== null && !(difference <= CLEARANCE_DIFFERENCE_MAX))) return 1;
  if (handFreeDifferent !== null && handFreeDifferent > 0) return 1;
  const unsolved = queries.filter((answer) => !answer.solved);
  if (unsolved.length === 0) return 0;
  const isLimit = (answer: Answer) => ('level' in answer ? answer.isBounded : answer.reason === 'iterations');
  return unsolved.every(isLimit) ? 4 : 1;
}

function differs({ handFree, expectedHandFree }: GraspAnswer): boolean {
  return handFree.some((free, yaw) => free !== expectedHandFree?.[yaw]);
}

export function motionText({ queries, clearances, totals }: MotionDocument, screen?: Screen): string {
  const parts = [queryTable(queries, screen)];
  if (clearances !== null) parts.push(clearanceTable(clearances, screen));
  const { solved, msMedian, msP95, rawLengthMean, simplifiedLengthMean } = totals;
  const summary = [`${solved} of ${totals.queries} solved`];
  if (msMedian !== null) {
    summary.push(
      `median ${fixed(msMedian)} ms, p95 ${fixed(msP95)} ms`,
      `mean length ${fixed(rawLengthMean)} raw, ${fixed(simplifiedLengthMean)} simplified`,
    );
  }
  if (totals.handFreeDifferent !== null)
    summary.push(`free hands differ in ${counted(totals.handFreeDifferent, 'query', 'queries')}`);
  if (clearances !== null) {
    const { clearanceDifferenceMax, tcpDifferenceMax } = totals;
    summary.push(
      `${counted(clearances.length, 'clearance')}`,
      clearanceDifferenceMax === null
        ? 'no expected values'
        : `greatest difference ${exponential(clearanceDifferenceMax)} m, of the tool ${exponential(tcpDifferenceMax)} m`,
    );
  }
  parts.push(summary.join('; '));
  return parts.join('\n\n');
}

function queryTable(queries: readonly Answer[], screen: Screen | undefined): string {
  const figures = ['ms', 'checks', 'raw length', 'simplified', 'unsolved because of'];
  const areGrasps = queries.some((answer) => 'handFree' in answer);
  const queryColumns = areGrasps ? ['hand free at yaw 0 90 180 270', 'solved', 'yaw'] : ['kind', 'set', 'solved'];
  const lines = queries.map((answer) => {
    const { id, solved, ms, checks, rawLength, simplifiedLength, obstacle } = answer;
    const verdict = solved ? 'yes' : 'no';
    const queryCells =
      'handFree' in answer
        ? [answer.handFree.map((free) => (free ? 'yes' : 'no')).join(' '), verdict, degrees(answer.yaw)]
        : [answer.kind ?? '-', answer.set ?? '-', verdict];
    const reason = 'handFree' in answer ? answer.level : answer.reason;
    const failure = solved ? '' : `${reason}: ${obstacle}`;
    return [String(id), ...queryCells, fixed(ms), String(checks), fixed(rawLength), fixed(simplifiedLength), failure];
  });
  const always = ['query', 'solved', 'unsolved because of'];
  return plainTable(['query', ...queryColumns, ...figures], lines, { screen, always });
}

function clearanceTable(clearances: readonly ComparedClearance[], screen: Screen | undefined): string {
  const header = ['sample', 'query', 'clearance m', 'nearest', 'difference', 'tool at x y z m', 'difference'];
  const lines = clearances.map((each, sample) => [
    String(sample),
    String(each.query),
    each.clearance.toFixed(6),
    each.obstacle,
    exponential(each.clearanceDifference),
    each.tcp.map((value) => value.toFixed(6)).join(' '),
    exponential(each.tcpDifference),
  ]);
  const names = [...header.slice(0, -1), 'difference of the tool'];
  const always = ['query', 'clearance m', 'difference'];
  return plainTable(header, lines, { screen, names, always, next: ['nearest', 'difference of the tool', 'sample'] });
}

/** By nearest rank; null if empty. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

function fixed(value: number | null): string {
  return value === null ? '-' : value.toFixed(2);
}

function exponential(value: number | null): string {
  return value === null ? '-' : value.toExponential(1);
}

function degrees(yaw: number | null): string {
  return yaw === null ? '-' : String(Math.round((yaw * 180) / Math.PI));
}
