import { expect, it } from 'vitest';
import { xmlFault } from '../../../envs/testing/well_formed.ts';
import { drawSuccess } from './draw_success.ts';
import { count, words } from './testing/figure_cases.ts';

const share = { count: 3, episodes: 4, percent: 75, low: 30, high: 95 };
const draw = (...bars: Parameters<typeof drawSuccess>[0]['panels'][number]['bars']) =>
  drawSuccess({ title: 'A title', panels: [{ title: 'Simple', bars }], caption: [] });

it('drawSuccess() draws a bar for what is recorded, a cross for what is not, and a diamond for the paper', async () => {
  const svg = await draw(
    { title: 'A', here: share, paper: { percent: 50, low: 20, high: 80 } },
    { title: 'B', here: null, paper: null },
  );
  expect(xmlFault(svg.replace(/ xmlns:xlink="[^"]*"/, ''))).toBe(null);
  expect(words(svg)).toEqual(expect.arrayContaining(['A title', 'Simple', 'n = 4', 'n = 0', '×']));
  const keys = ['recorded here', 'printed in the paper', '95 % interval', 'not recorded'];
  expect(words(svg)).toEqual(expect.arrayContaining(keys));
  // Each once more in the key.
  expect(count(svg, 'fill="#56b4e9"')).toBe(1 + 1);
  expect(count(svg, 'fill="#d55e00" stroke="white"')).toBe(1 + 1);
});

it('drawSuccess() draws the bar as high as the share', async () => {
  const height = async (percent: number) => {
    const svg = await draw({ title: 'A', here: { ...share, percent }, paper: null });
    return Number(/d="M[^"]*h[\d.]+v([\d.]+)h[^"]*"[^>]*fill="#56b4e9" stroke="#0072b2"/.exec(svg)?.[1]);
  };
  expect((await height(80)) / (await height(40))).toBeCloseTo(2, 3);
});
