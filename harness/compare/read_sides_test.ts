import { expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { planbenchSide } from './read_sides.ts';
import { comparisonText } from './shown_comparison.ts';
import { OPTIONS } from './testing/side_fixture.ts';

it('planbenchSide() pairs two models by instance, with domains and prompts as suites, without traces', async () => {
  const [baseline, candidate] = [planbenchSide('planbench:gpt-4o'), planbenchSide('planbench:gpt-4-turbo_chat')];
  const comparison = await compareSides(baseline, candidate, OPTIONS);
  const { rows, missing, warnings, planners, flips } = comparison;
  const row = rows.find(({ suite, metric }) => suite === 'blocksworld_zero_shot' && metric === 'success');
  const models = { planner: 'gpt-4-turbo', baselinePlanner: 'gpt-4o' };
  expect(row).toMatchObject({ pairs: 600, ...models, test: 'mcnemar', pTasks: null });
  expect(planners.map(({ suite }) => suite)).toContain('mystery_blocksworld_one_shot');
  expect(warnings).toEqual([]);
  expect(missing.every(({ why }) => why === 'absent')).toBe(true);
  expect(flips.length).toBeGreaterThan(0);
  expect(comparisonText(comparison)).not.toMatch(/traces are|first difference at/);
});

it('planbenchSide() lists the models for an unknown one', () => {
  expect(() => planbenchSide('planbench:gpt-4-turb')).toThrow(
    /^No PlanBench model is called "gpt-4-turb"; did you mean "gpt-4-turbo"\? Known: claude-3-opus, /,
  );
});
