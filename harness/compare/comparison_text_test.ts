import { describe, expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { comparisonText } from './comparison_text.ts';
import { readNamedPair } from './pairs.ts';
import type { Side } from './side.ts';
import { comparisonFixture } from './testing/comparison_fixture.ts';
import { type Outcome, sideOf } from './testing/side_fixture.ts';

it('comparisonText() tells sides, metrics, what is missing and what turned', async () => {
  const { comparison } = await comparisonFixture();
  const text = comparisonText(comparison);
  expect(text.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^Worse: Success of p in s, 8\/8 100\.0 % → 2\/8 25\.0 % \(−75\.0 pp, p = 0\.031\)$/),
    '',
  ]);
  expect(text).toContain('Failures of p in s: step limit 0 → 6\n');
  expect(text).toContain('candidate: candidate (run, 9 episodes, model , Tapedeck 1.1.0)');
  expect(text).toMatch(
    /s +p +Success \* +8 +8\/8 100\.0 % +2\/8 25\.0 % +−75\.0 pp +−\d\d\.\d to −\d\d\.\d +0\.031 +0\.031 +worse/,
  );
  expect(text).toContain(
    '1 episode did not play to the end in the candidate (tape_miss), and is not compared:\n  s/house/gone/p/1',
  );
  expect(text).toContain(
    '6 episodes turned:\n  6 lost to step limit, p in s\n    lost s/house/a/p/1: goal after 8 steps → step_limit after 30 steps\n        parts at event 4 and 5:',
  );
  expect(text.match(/parts at event/g)).toHaveLength(1);
  expect(text).toContain('    … and 3 more; --json has all');
});

it('comparisonText() names both planners where they are two, and those that were left out', async () => {
  const options = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };
  const names = ['p', 'q', 'r', 's', 't'];
  const several = sideOf([...names.map((planner) => ({ planner })), { planner: 'own', success: false }]);
  const own = sideOf([{ planner: 'own' }]);
  expect(comparisonText(await compareSides(several, own, options))).toContain(
    'only the baseline has in s, and not compared: p, q, r and 2 more',
  );
  const planners = [readNamedPair('own:p')];
  const text = comparisonText(await compareSides(several, several, { ...options, planners }));
  expect(text).toContain('two planners in s: baseline own, candidate p');
  expect(text).toMatch(/s +own → p +Success \* +1 +0\/1/);
  expect(text).toContain('gained s/house/a/p/1 against own: step_limit after 10 steps → goal after 10 steps');
  expect(text).not.toContain('not compared');
});

describe('comparisonText() where little fits', () => {
  const options = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };
  const sides = (planners: readonly string[], row: Outcome['row'] = {}) =>
    [true, false].map((success) =>
      sideOf(planners.map((planner) => ({ suite: 'household', planner, success, row }))),
    ) as [Side, Side];

  it.for([120, 100, 80, 70, 60, 50, 40, 20])('breaks and never leaves out the verdict: %i columns', async (columns) => {
    const comparison = await compareSides(...sides(['llm_state+states=false', 'inner_monologue']), options);
    const text = comparisonText(comparison, { columns, hasColours: false });
    const header = text.split('\n').find((line) => line.endsWith('Verdict'));
    expect(header).toBeDefined();
    const at = header!.indexOf('Verdict');
    const verdicts = tableLines(text).map((line) => line.slice(at));
    expect(verdicts.join(' ')).toMatch(/^Verdict too few to tell/);
    if (columns >= 40) expect(Math.max(...tableLines(text).map(({ length }) => length))).toBeLessThanOrEqual(columns);
  });

  it('shows both sides and what differs between the lines before what does not', async () => {
    const headerOf = async (planners: readonly string[], row: Outcome['row'] = {}) => {
      const comparison = await compareSides(...sides(planners, row), options);
      const text = comparisonText(comparison, { columns: 45, hasColours: false });
      return text.split('\n').find((line) => line.endsWith('Verdict'));
    };
    expect(await headerOf(['llm_state+states=false'])).toMatch(/^Metric +Baseline +Candidate +Verdict$/);
    const nothingElse = { steps: null, failedSteps: null, goalConditionRecall: null };
    expect(await headerOf(['llm_state+states=false', 'inner_monologue'], nothingElse)).toMatch(
      /^Planner +Baseline +Candidate +Verdict$/,
    );
  });
});

it('comparisonText() shows both sides in 80 columns, and wraps sentences between words', async () => {
  const options = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };
  const [baseline, candidate] = [true, false].map((success) => sideOf([{ planner: 'llm_state', success }]));
  const text = comparisonText(await compareSides(baseline!, candidate!, options), { columns: 80, hasColours: false });
  expect(tableLines(text)[0]).toMatch(/^Metric +Baseline +Candidate +Difference +Verdict$/);
  expect(text.split('\n\n')[0]).toMatch(/^Too few to say: .*\n/);
  const [, notes = ''] = text.split('candidate: ');
  expect(Math.max(...notes.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
});

/** Those of the only table, with its header. */
function tableLines(text: string): string[] {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.endsWith('Verdict'));
  return lines.slice(begin, lines.indexOf('', begin));
}

it('comparisonText() says what would have shown wherever no difference is, and that nothing would of few tasks', async () => {
  const textOf = async (tasks: number) => {
    const side = sideOf(Array.from({ length: tasks }, (_, at) => ({ task: `t${at}` })));
    return comparisonText(
      await compareSides(side, side, { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } }),
    );
  };
  expect(await textOf(15)).toMatch(/Success \* .* 47\.6 pp +the same in every pair$/m);
  expect(await textOf(3)).toMatch(/Success \* .* none +the same in every pair$/m);
});
