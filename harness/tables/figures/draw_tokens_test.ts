import { describe, expect, it } from 'vitest';
import { drawTokens } from './draw_tokens.ts';
import { COMMON, count, episode, words } from './testing/figure_cases.ts';

describe('drawTokens()', () => {
  it('draws a bar for each role of each method, and a cross for a method that is not recorded', async () => {
    const roles = {
      policy: { calls: 1, promptTokens: 100, completionTokens: 10 },
      state_estimator: { calls: 1, promptTokens: 50, completionTokens: 20 },
    };
    const svg = await drawTokens({ ...COMMON, episodes: [episode('a', { roles })] });
    expect(words(svg)).toEqual(
      expect.arrayContaining(['Method A (n = 1)', 'Method B (n = 0)', 'policy', 'state estimator']),
    );
    expect(count(svg, '>×<')).toBe(2);
  });

  it('draws crosses alone where nobody has asked a model', async () => {
    const svg = await drawTokens({ ...COMMON, episodes: [episode('a', { roles: {} })] });
    expect(count(svg, '>×<')).toBe(4);
  });
});
