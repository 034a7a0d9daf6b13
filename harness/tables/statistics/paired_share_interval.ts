/** Newcombe 1998, method 10 (Statistics in Medicine 17, 2635–2650), with Wilson intervals clustered by task. */
import { clusteredInterval, type TaskShare } from '../../trace/metrics/intervals.ts';

export type PairCounts = Readonly<Record<'both' | 'gained' | 'lost' | 'neither', number>>;

/** 95 %; [-1, 1] without pairs. `tasks`: the counts by task. */
export function pairedShareInterval(
  counts: PairCounts,
  tasks: readonly PairCounts[] = [counts],
): readonly [low: number, high: number] {
  const { both, gained, lost, neither } = counts;
  const pairs = both + gained + lost + neither;
  if (pairs === 0) return [-1, 1];
  const [candidate, baseline] = [(both + gained) / pairs, (both + lost) / pairs];
  const [candidateLow, candidateHigh] = clusteredInterval(tasks.map((task) => sideShare(task, 'gained')));
  const [baselineLow, baselineHigh] = clusteredInterval(tasks.map((task) => sideShare(task, 'lost')));
  const phi = correctedPhi(counts, pairs);
  const combinedWidth = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  const difference = candidate - baseline;
  return [
    difference - combinedWidth(candidate - candidateLow, baselineHigh - baseline),
    difference + combinedWidth(candidateHigh - candidate, baseline - baselineLow),
  ];
}

function sideShare(counts: PairCounts, discordant: 'gained' | 'lost'): TaskShare {
  const { both, gained, lost, neither } = counts;
  return { successes: both + counts[discordant], runs: both + gained + lost + neither };
}

function correctedPhi({ both, gained, lost, neither }: PairCounts, pairs: number): number {
  const margins = (both + gained) * (lost + neither) * (both + lost) * (gained + neither);
  if (margins === 0) return 0;
  const product = both * neither - gained * lost;
  const corrected = product > 0 ? Math.max(0, product - pairs / 2) : product;
  return corrected / Math.sqrt(margins);
}
