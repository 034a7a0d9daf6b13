import { expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { readNamedPair } from './pairs.ts';
import { comparisonText } from './shown_comparison.ts';
import type { Side } from './side.ts';
import { comparisonFixture } from './testing/comparison_fixture.ts';
import { OPTIONS, type Outcome, sideOf } from './testing/side_fixture.ts';

it('comparisonText() has sides, metrics, missing episodes and flips', async () => {
  const text = comparisonText((await comparisonFixture()).comparison);
  expect(text).toMatch(/^Worse: Success of p in s, 8\/8 100\.0 % → 2\/8 25\.0 % \(−75\.0 pp, p = 0\.031\)\n\n/);
  expect(text).toContain('Failures of p in s: step limit 0 → 6\n');
  expect(text).toContain('candidate: candidate (run, 9 episodes, model , Tapedeck 1.1.0)');
  expect(text).toMatch(
    /s +p +Success \* +8 +8\/8 100\.0 % +2\/8 25\.0 % +−75\.0 pp +−\d\d\.\d to −\d\d\.\d +0\.031 +0\.031 +worse/,
  );
  expect(text).toContain(
    '1 episode did not play to its end in the candidate (tape_miss), and is not compared:\n  s/house/gone/p/1',
  );
  expect(text).toContain(
    '6 episodes turned:\n  6 lost to step limit, p in s\n    lost s/house/a/p/1: goal after 8 steps → step_limit after 30 steps\n        first difference at event 4 and 5:',
  );
  expect(text.match(/first difference at event/g)).toHaveLength(1);
  expect(text).toContain('    … and 3 more; --json has all');
});

it('comparisonText() names both planners where they are two, and those that were left out', async () => {
  const names = ['p', 'q', 'r', 's', 't'];
  const several = sideOf([...names.map((planner) => ({ planner })), { planner: 'own', success: false }]);
  const own = sideOf([{ planner: 'own' }]);
  expect(comparisonText(await compareSides(several, own, OPTIONS))).toContain(
    'not compared, only in the baseline of s: p, q, r and 2 more',
  );
  const planners = [readNamedPair('own:p')];
  const text = comparisonText(await compareSides(several, several, { ...OPTIONS, planners }));
  expect(text).toContain('planners compared in s: own (baseline), p (candidate)');
  expect(text).toMatch(/s +own → p +Success \* +1 +0\/1/);
  expect(text).toContain('gained s/house/a/p/1 against own: step_limit after 10 steps → goal after 10 steps');
  expect(text).not.toContain('not compared');
});

const BOTH = ['llm_state+states=false', 'inner_monologue'];

async function textIn(columns: number, planners: readonly string[], row: Outcome['row'] = {}) {
  const [baseline, candidate] = [true, false].map((success) =>
    sideOf(planners.map((planner) => ({ suite: 'household', planner, success, row }))),
  ) as [Side, Side];
  const text = comparisonText(await compareSides(baseline, candidate, OPTIONS), { columns, hasColours: false });
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.endsWith('Verdict'));
  return { text, table: lines.slice(begin, lines.indexOf('', begin)) };
}

it.each([120, 100, 80, 70, 60, 50, 40, 20])(
  'comparisonText() on narrow screens breaks and never leaves out the verdict: %i columns',
  async (columns) => {
    const { table } = await textIn(columns, BOTH);
    const at = table[0]!.indexOf('Verdict');
    expect(table.map((line) => line.slice(at)).join(' ')).toMatch(/^Verdict too few pairs to tell/);
    if (columns >= 40) expect(Math.max(...table.map(({ length }) => length))).toBeLessThanOrEqual(columns);
  },
);

it('comparisonText() on narrow screens shows both sides, the columns that differ between the lines first, and wraps sentences', async () => {
  const nothingElse = { steps: null, failedSteps: null, goalConditionRecall: null };
  expect((await textIn(45, BOTH.slice(0, 1))).table[0]).toMatch(/^Metric +Baseline +Candidate +Verdict$/);
  expect((await textIn(45, BOTH, nothingElse)).table[0]).toMatch(/^Planner +Baseline +Candidate +Verdict$/);
  const { text, table } = await textIn(80, ['llm_state']);
  expect(table[0]).toMatch(/^Metric +Baseline +Candidate +Difference +Verdict$/);
  expect(text.split('\n\n')[0]).toMatch(/^Too few pairs to decide: .*\n/);
  const [, notes = ''] = text.split('candidate: ');
  expect(Math.max(...notes.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
});

it.each([
  [15, '47\\.6 pp'],
  [3, 'none'],
])('comparisonText() of %i equal tasks has the difference that would have shown: %s', async (tasks, detectable) => {
  const side = sideOf(Array.from({ length: tasks }, (_, at) => ({ task: `t${at}` })));
  const text = comparisonText(await compareSides(side, side, OPTIONS));
  expect(text).toMatch(new RegExp(`Success \\* .* ${detectable} +the same in every pair$`, 'm'));
});
