import { expect, it } from 'vitest';
import { drawFailures } from './draw_failures.ts';
import { drawSteps } from './draw_steps.ts';
import { drawTokens } from './draw_tokens.ts';
import { axisLabel, type FigureSpec, figureSvg } from './figure.ts';
import { COMMON, count, episode, words } from './testing/figure_cases.ts';

const POINTS: FigureSpec = {
  ...{ description: 'Two < three & more', width: 100, height: 50, mark: 'text' },
  data: { values: ['1.23456789 <b>', 'b'].map((name, at) => ({ x: (at + 1) / 3, name })) },
  encoding: { x: { field: 'x', type: 'quantitative' }, text: { field: 'name' } },
};

it('figureSvg() gives one SVG with the description as its title', async () => {
  const svg = await figureSvg(POINTS);
  expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title>Two &lt; three &amp; more<\/title>\n[\s\S]*<\/svg>\n$/);
  expect(svg).not.toMatch(/<script|href=|url\(/);
});

it('figureSvg() rounds coordinates, but no words', async () => {
  const svg = await figureSvg(POINTS);
  expect(svg).toContain('1.23456789 &lt;b');
  expect(svg).toContain('translate(47.619,');
  expect(svg).not.toMatch(/(transform|d|x2|y2)="[^"]*\d\.\d{6}/);
});

it('figureSvg() escapes characters that would turn the direction of reading', async () => {
  const svg = await figureSvg({ ...POINTS, data: { values: [{ x: 1, name: 'photo\u202egpj\u001b' }] } });
  expect(svg).toContain('>photo\\u202egpj\\u001b<');
});

it('figureSvg() draws the same again, whatever was drawn between', async () => {
  const svg = await figureSvg(POINTS);
  await figureSvg({ ...POINTS, mark: { type: 'text', clip: true } });
  expect(await figureSvg(POINTS)).toBe(svg);
});

it('figureSvg() refuses a description with a warning of Vega-Lite', async () => {
  const encoding = { x: { field: 'x', type: 'quantitative', scale: { type: 'band' } } } as const;
  await expect(figureSvg({ ...POINTS, encoding })).rejects.toThrow('Cannot draw the figure as described');
});

it('axisLabel() puts the text after a comma into another line', () => {
  expect(axisLabel('Ours, told', 'n = 3')).toBe('Ours|told|n = 3');
});

it('drawSteps() puts episodes with the same ratio into one dot, and crosses a method without success', async () => {
  const episodes = [1, 1.01, 2].map((stepsRatio) => episode('a', { stepsRatio }));
  const svg = await drawSteps({ ...COMMON, episodes: [...episodes, episode('b', { stepsRatio: null })] });
  const key = ['1 episode', '40 or more', 'mean', 'no success'];
  expect(words(svg)).toEqual(expect.arrayContaining(['Method A (3 of 3)', 'Method B (0 of 1)', '×', ...key]));
  expect(count(svg, 'fill="#0072b2"')).toBe(2 + 2); // and two in the key
  expect(svg).toContain('Who &lt;answered&gt;.');
});

it('drawSteps() counts no incomplete episode', async () => {
  const svg = await drawSteps({ ...COMMON, episodes: [episode('a', { stepsRatio: 1, complete: false })] });
  expect(words(svg)).toContain('Method A (0 of 0)');
});

it('drawFailures() counts refused steps by precondition, the most frequent first', async () => {
  const failures = [{ seen: 1, held: 2 }, { held: 3 }];
  const episodes = failures.map((each) => episode('a', { steps: 10, failures: each }));
  const shown = words(await drawFailures({ ...COMMON, episodes }));
  expect(shown.indexOf('held')).toBeLessThan(shown.indexOf('seen'));
  expect(shown).toEqual(expect.arrayContaining(['20 steps', '0 steps', '5', '1', '×', 'refused of 100 steps']));
});

it('drawFailures() draws an empty figure where nothing was refused', async () => {
  expect(await drawFailures({ ...COMMON, episodes: [episode('a', { steps: 3 })] })).toMatch(/^<svg /);
});

it('drawTokens() draws a bar for each role, and a cross for a method that is not recorded', async () => {
  const tokens = { calls: 1, promptTokens: 100, completionTokens: 10 };
  const roles = { policy: tokens, state_estimator: tokens };
  const svg = await drawTokens({ ...COMMON, episodes: [episode('a', { roles })] });
  const shown = ['Method A (n = 1)', 'Method B (n = 0)', 'policy', 'state estimator'];
  expect(words(svg)).toEqual(expect.arrayContaining(shown));
  expect(count(svg, '>×<')).toBe(2);
});

it('drawTokens() draws only crosses without calls', async () => {
  const svg = await drawTokens({ ...COMMON, episodes: [episode('a', { roles: {} })] });
  expect(count(svg, '>×<')).toBe(4);
});
