import { describe, expect, it } from 'vitest';
import { drawSteps } from './draw_steps.ts';
import { COMMON, count, episode, words } from './testing/figure_cases.ts';

describe('drawSteps()', () => {
  it('puts episodes with the same ratio into one dot, and crosses a method without success', async () => {
    const svg = await drawSteps({
      ...COMMON,
      episodes: [1, 1.01, 2]
        .map((stepsRatio) => episode('a', { stepsRatio }))
        .concat(episode('b', { stepsRatio: null })),
    });
    expect(words(svg)).toEqual(expect.arrayContaining(['Method A (3 of 3)', 'Method B (0 of 1)', '×']));
    expect(count(svg, 'fill="#0072b2"')).toBe(2 + 2); // and two in the key
    expect(words(svg)).toEqual(expect.arrayContaining(['1 episode', '40 or more', 'mean', 'no success']));
  });

  it('counts no episode that did not run to its end', async () => {
    const svg = await drawSteps({ ...COMMON, episodes: [episode('a', { stepsRatio: 1, complete: false })] });
    expect(words(svg)).toContain('Method A (0 of 0)');
  });
});
