import { expect, it } from 'vitest';
import type { EpisodeMetrics } from '../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../trace/metrics/testing/episode_metrics.ts';
import { pricedTable } from '../metric_tables.ts';
import { tableText } from '../table.ts';
import { costTable } from './cost_table.ts';

const TASKS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const [other, mine, idle] = ['other', 'mine', 'idle'].map((planner) => ({ planner, title: planner.toUpperCase() }));
const SUITE = { suite: 'household', reference: 'mine', methods: [other!, mine!, idle!] };

function played(planner: string, task: string, change: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  return episodeMetrics({
    ...{ suite: 'household', planner, task, complete: true, success: true, steps: 5, calls: 2 },
    ...{ reference: { steps: 5, optimal: true }, promptTokens: 1_000, completionTokens: 100 },
    ...change,
  });
}

function tableOf(...episodes: EpisodeMetrics[]) {
  const results = { episodes, instructions: new Map(), model: 'm', provenance: [] };
  return costTable(new Map([['household', results]]), [SUITE])!;
}

const ALL = tableOf(
  ...TASKS.map((task) => played('mine', task)),
  ...TASKS.map((task, at) =>
    played('other', task, { promptTokens: 2_000 + at, stepsRatio: 2, steps: 10, success: at > 0 }),
  ),
  played('other', 'only the other has this', { promptTokens: 900_000 }),
  played('mine', 'not to its end', { complete: false, promptTokens: 900_000 }),
);
const row = (method: string) => ALL.rows.find((each) => each['method'] === method);

it('costTable() has means over what each method has recorded, and differences over the episodes that both have', () => {
  expect(row('MINE')).toMatchObject({ episodes: 8, promptTokens: 1_000, promptTokensDifference: null, pairs: 0 });
  expect(row('OTHER')).toMatchObject({ episodes: 9, pairs: 8, promptTokensPairs: 8, promptTokensDifference: 1003.5 });
  expect(ALL.rows).toHaveLength(2);
  expect(costTable(new Map(), [SUITE])).toBeNull();
});

it('costTable() compares tokens over all pairs, steps over those in which both succeed, and says how many these are', () => {
  expect(row('OTHER')).toMatchObject({ bothSucceed: 7, stepsRatioPairs: 7, stepsRatioDifference: 1, callsPairs: 8 });
  expect(ALL.shown.lines[0]?.[7]).toBe('8, both succeed in 7');
});

it('costTable() corrects for all tests of the suite', () => {
  // Wilcoxon, exact: 2 / 2^8 for eight differences of one sign, times as many tests as there are.
  expect(row('OTHER')).toMatchObject({ promptTokensPHolm: 0.03125, callsPHolm: 1 });
  expect(ALL.notes.join('\n')).toContain('Holm over the tests of a suite (household: 4)');
});

it('costTable() shows success and prompt tokens in 80 columns, with money where there are prices', () => {
  const priced = pricedTable(ALL, { prompt: 2.5, completion: 10 });
  for (const [table, heads] of [
    [ALL, /^Suite +Method +Success +Prompt tokens/m],
    [priced, /^Suite +Method +Success +Prompt tokens +Money/m],
  ] as const) {
    const [, , ...lines] = tableText(table, { columns: 80, hasColours: false }).split('\n');
    const end = lines.findIndex((line) => line.startsWith('Hidden'));
    const body = lines.slice(0, end);
    expect(body.join('\n')).toMatch(heads);
    expect(Math.max(...body.map(({ length }) => length))).toBeLessThanOrEqual(80);
  }
});

it('pricedTable() adds money to rows and lines, and changes nothing without prices', () => {
  const priced = pricedTable(ALL, { prompt: 2.5, completion: 10 });
  expect(priced.rows.map(({ money }) => money)).toEqual([expect.any(Number), 0.0035]);
  expect(priced.shown.lines[1]?.[4]).toBe('0.0035');
  expect(priced.notes.at(-1)).toContain('at 2.5 for a million prompt tokens and 10 for a million answer tokens');
  expect(pricedTable(ALL, null)).toBe(ALL);
});
