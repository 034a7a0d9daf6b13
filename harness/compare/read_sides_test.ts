import { describe, expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { comparisonText } from './comparison_text.ts';
import { planbenchSide } from './read_sides.ts';

const OPTIONS = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };

describe('planbenchSide()', () => {
  it('pairs two models by instance, with domains and prompts as suites', async () => {
    const sides = [planbenchSide('planbench:gpt-4o'), planbenchSide('planbench:gpt-4-turbo_chat')] as const;
    const { rows, missing, warnings, planners } = await compareSides(...sides, OPTIONS);
    const row = rows.find(({ suite, metric }) => suite === 'blocksworld_zero_shot' && metric === 'success');
    expect(row).toMatchObject({
      pairs: 600,
      planner: 'gpt-4-turbo',
      baselinePlanner: 'gpt-4o',
      test: 'mcnemar',
      pTasks: null,
    });
    expect(planners.map(({ suite }) => suite)).toContain('mystery_blocksworld_one_shot');
    expect(warnings).toEqual([]);
    expect(missing.every(({ why }) => why === 'absent')).toBe(true);
  });

  it('says nothing of traces, which no published answer has', async () => {
    const sides = [planbenchSide('planbench:gpt-4o'), planbenchSide('planbench:gpt-4-turbo')] as const;
    const comparison = await compareSides(...sides, OPTIONS);
    expect(comparison.flips.length).toBeGreaterThan(0);
    expect(comparisonText(comparison)).not.toMatch(/traces are not|parts at/);
  });

  it('lists the models for one that is not there', () => {
    expect(() => planbenchSide('planbench:gpt-4-turb')).toThrow(
      /^No PlanBench model is called "gpt-4-turb"; did you mean "gpt-4-turbo"\? Known: claude-3-opus, /,
    );
  });
});
