/**
 * What went wrong: mistakes by kind, and refused steps by precondition.
 *
 * @module
 */
import { ERROR_KINDS } from '../trace/action_errors.ts';
import { total } from '../trace/episode_counts.ts';
import type { Field } from '../trace/metrics/metric.ts';
import { pool } from '../trace/metrics/metrics.ts';
import { named, percentRange, sixDigits, sum } from '../trace/metrics/numbers.ts';
import type { PlayedGroup } from './suite_results.ts';
import type { Table } from './table.ts';

/** So many are named where they are read; CSV and JSON have all. */
const NAMED_MAX = 2;

export function errorTable(groups: readonly PlayedGroup[]): Table {
  const counted = groups.map(({ suite, planner, episodes }) => {
    const { executability, executabilityLow, executabilityHigh } = pool(episodes);
    return {
      suite,
      planner,
      episodes: episodes.length,
      steps: sum(episodes.map((each) => each.steps)),
      refused: sum(episodes.map((each) => each.failedSteps)),
      refusedShare: rest(executability),
      refusedShareLow: rest(executabilityHigh),
      refusedShareHigh: rest(executabilityLow),
      errors: total(episodes.flatMap(({ errors }) => Object.entries(errors))),
      failures: total(episodes.flatMap(({ failures }) => Object.entries(failures))),
    };
  });
  return {
    name: 'errors',
    title: 'What went wrong: mistakes by kind, refused steps by precondition',
    shown: {
      keys: 2,
      header: ['Suite', 'Planner', 'Refused steps', 'Refused because', 'Mistakes'],
      results: ['Refused steps'],
      next: ['Mistakes'],
      lines: counted.map(({ suite, planner, errors, failures, ...row }) => [
        suite,
        planner,
        `${row.refused}/${row.steps} ${percentRange(row.refusedShare, row.refusedShareLow, row.refusedShareHigh)}`,
        mostOf(failures, NAMED_MAX),
        spaced(mostOf(errors, NAMED_MAX)),
      ]),
    },
    rows: counted.map(({ errors, failures, ...row }) => ({
      ...row,
      ...Object.fromEntries(ERROR_KINDS.map((kind): [string, Field] => [kind, errors[kind] ?? 0])),
      failures: named(failures),
    })),
    notes: [
      'refused steps: of all steps, with the 95 % interval of the share by bootstrap over tasks, where several tasks are recorded',
      'single kinds and preconditions have counts only: most are a handful, in few tasks, of which no interval says anything. The two most frequent are named; errors.csv has all',
      `mistakes: kinds after Embodied Agent Interface (arXiv 2410.07166), which are ${ERROR_KINDS.map(spaced).join(', ')}; parse and argument also count what was thrown away in replies`,
      'wrong order: the same action would have been carried out earlier in the episode; missing step: it would not',
    ],
  };
}

function rest(share: number | null): number | null {
  return share === null ? null : sixDigits(1 - share);
}

/** `held 962, has_switch 847, 9 more`: what is not nothing, the most frequent first. */
function mostOf(counts: Readonly<Record<string, number>>, max: number): string {
  const found = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const texts = found.slice(0, max).map(([name, count]) => `${name} ${count}`);
  return [...texts, ...(found.length > max ? [`${found.length - max} more`] : [])].join(', ');
}

function spaced(text: string): string {
  return text.replaceAll('_', ' ');
}
