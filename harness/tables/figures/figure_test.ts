import { describe, expect, it } from 'vitest';
import { drawSteps } from './draw_steps.ts';
import { axisLabel, type FigureSpec, figureSvg } from './figure.ts';
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

const POINTS: FigureSpec = {
  description: 'Two < three & more',
  width: 100,
  height: 50,
  data: {
    values: [
      { x: 1 / 3, name: '1.23456789 <b>' },
      { x: 2 / 3, name: 'b' },
    ],
  },
  mark: 'text',
  encoding: { x: { field: 'x', type: 'quantitative' }, text: { field: 'name' } },
};

describe('figureSvg()', () => {
  it('gives one SVG with the description as its title', async () => {
    const svg = await figureSvg(POINTS);
    expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title>Two &lt; three &amp; more<\/title>\n[\s\S]*<\/svg>\n$/);
    expect(svg).not.toMatch(/<script|href=|url\(/);
  });

  it('rounds coordinates, but no words', async () => {
    const svg = await figureSvg(POINTS);
    expect(svg).toContain('1.23456789 &lt;b');
    expect(svg).toContain('translate(47.619,');
    expect(svg).not.toMatch(/(transform|d|x2|y2)="[^"]*\d\.\d{6}/);
  });

  it('shows what would turn the direction of reading as escapes', async () => {
    const svg = await figureSvg({ ...POINTS, data: { values: [{ x: 1, name: 'photo\u202egpj\u001b' }] } });
    expect(svg).toContain('>photo\\u202egpj\\u001b<');
  });

  it('gives the same again, whatever was drawn between', async () => {
    const svg = await figureSvg(POINTS);
    await figureSvg({ ...POINTS, mark: { type: 'text', clip: true } });
    expect(await figureSvg(POINTS)).toBe(svg);
  });

  it('refuses a description of which Vega-Lite can only warn', async () => {
    const encoding = { x: { field: 'x', type: 'quantitative', scale: { type: 'band' } } } as const;
    await expect(figureSvg({ ...POINTS, encoding })).rejects.toThrow('Cannot draw the figure as described');
  });
});
