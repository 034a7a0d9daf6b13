import { expect, it } from 'vitest';
import { addCaption, axisLabel, type FigureSpec, figureSvg, textLines } from './figure.ts';

const POINTS: FigureSpec = {
  ...{ description: 'Two < three & more', width: 100, height: 50, mark: 'text' },
  data: { values: ['1.23456789 <b>', 'b'].map((name, at) => ({ x: (at + 1) / 3, name })) },
  encoding: { x: { field: 'x', type: 'quantitative' }, text: { field: 'name' } },
};

it('figureSvg() gives one SVG with the description as its title, rounds coordinates, but no words, and draws the same again', async () => {
  const svg = await figureSvg(POINTS);
  expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title>Two &lt; three &amp; more<\/title>\n[\s\S]*<\/svg>\n$/);
  expect(svg).not.toMatch(/<script|href=|url\(/);
  expect(svg).toContain('1.23456789 &lt;b');
  expect(svg).toContain('translate(47.619,');
  expect(svg).not.toMatch(/(transform|d|x2|y2)="[^"]*\d\.\d{6}/);
  await figureSvg({ ...POINTS, mark: { type: 'text', clip: true } });
  expect(await figureSvg(POINTS)).toBe(svg);
});

it('figureSvg() escapes characters that would turn the direction of reading', async () => {
  const svg = await figureSvg({ ...POINTS, data: { values: [{ x: 1, name: 'photo\u202egpj\u001b' }] } });
  expect(svg).toContain('>photo\\u202egpj\\u001b<');
});

it('figureSvg() refuses a description with a warning of Vega-Lite', async () => {
  const encoding = { x: { field: 'x', type: 'quantitative', scale: { type: 'band' } } } as const;
  await expect(figureSvg({ ...POINTS, encoding })).rejects.toThrow('Cannot draw the figure as described');
});

it('axisLabel() puts the text after a comma into another line', () => {
  expect(axisLabel('Ours, told', 'n = 3')).toBe('Ours|told|n = 3');
});

it('textLines() puts less into a line the larger the text is', () => {
  expect(textLines('one two three', 100, 10)).toEqual(['one two three']);
  expect(textLines('one two three', 100, 20)).toEqual(['one two', 'three']);
  expect(textLines('incomprehensible', 100, 20)).toEqual(['incomprehensible']);
});

const FIGURE =
  '<svg xmlns="x" width="128" height="50" viewBox="0 0 128 50">\n<rect width="128" height="50" fill="white"/>\n</svg>\n';

it('addCaption() adds lines as wide as the figure, which becomes taller by them', () => {
  const svg = addCaption(FIGURE, ['One & two, three four', 'Five']);
  expect(svg).toMatch(/^<svg xmlns="x" width="128" height="95" viewBox="0 0 128 95">\n<rect width="128" height="95"/);
  const lines = [...svg.matchAll(/<text x="14" y="(\d+)"[^>]*>([^<]*)</g)].map(([, y, text]) => [y, text]);
  expect(lines).toEqual([
    ['54', 'One &amp; two, three'],
    ['69', 'four'],
    ['84', 'Five'],
  ]);
  expect(svg.endsWith('</text>\n</svg>\n')).toBe(true);
});

it('addCaption() refuses what does not say its size', () => {
  expect(() => addCaption('<svg></svg>\n', [])).toThrow('does not begin with its size');
});
