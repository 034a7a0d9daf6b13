import { describe, expect, it } from 'vitest';
import { drawFailures } from './draw_failures.ts';
import { COMMON, episode, words } from './testing/figure_cases.ts';

describe('drawFailures()', () => {
  it('counts refused steps by precondition, the most frequent first', async () => {
    const svg = await drawFailures({
      ...COMMON,
      episodes: [
        episode('a', { steps: 10, failures: { seen: 1, held: 2 } }),
        episode('a', { steps: 10, failures: { held: 3 } }),
      ],
    });
    const shown = words(svg);
    expect(shown.indexOf('held')).toBeLessThan(shown.indexOf('seen'));
    expect(shown).toEqual(expect.arrayContaining(['20 steps', '0 steps', '5', '1', '×', 'refused of 100 steps']));
  });

  it('draws an empty figure where nothing was refused', async () => {
    expect(await drawFailures({ ...COMMON, episodes: [episode('a', { steps: 3 })] })).toMatch(/^<svg /);
  });
});
