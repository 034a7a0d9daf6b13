import { describe, expect, it } from 'vitest';
import { drawSteps } from './draw_steps.ts';
import { axisLabel } from './figure_frame.ts';
import { COMMON, episode } from './testing/figure_cases.ts';

describe('figures', () => {
  it('puts what follows a comma into a line of its own', () => {
    expect(axisLabel('Ours, told', 'n = 3')).toBe('Ours|told|n = 3');
  });

  it('draws the same again, escapes what it is told, and refers to nothing', async () => {
    const figure = { ...COMMON, episodes: [episode('a', { stepsRatio: 1.5 })] };
    const svg = await drawSteps(figure);
    expect(await drawSteps(figure)).toBe(svg);
    expect(svg).toContain('Who &lt;answered&gt;.');
    expect(svg).not.toMatch(/<script|href=|url\(/);
  });
});
