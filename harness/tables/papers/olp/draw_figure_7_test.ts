import { expect, it } from 'vitest';
import { drawFigureSeven } from './draw_figure_7.ts';
import { olpEpisode as episode, olpResults as results } from './testing/olp_episodes.ts';

const draw = (...episodes: Parameters<typeof results>) => drawFigureSeven(results(...episodes));
const count = (svg: string, text: string | RegExp) => svg.split(text).length - 1;

it('drawFigureSeven() marks everything that is not recorded, and draws the values of the paper, with their source', async () => {
  const svg = await draw();
  expect(count(svg, '>×<')).toBe(17 * 5 + 1);
  expect(count(svg, '>n = 0<')).toBe(17);
  expect(svg).toContain('not recorded here');
  expect(count(svg, /<path transform[^>]* fill="white"[^>]*\/>/)).toBe(17 * 4 + 1);
  expect(svg).toContain('chatgpt-4o-latest, arXiv:2409.12262v4, Figure 7, 10 scenes a size');
  expect(svg).toContain('Answers of model &quot;m&quot; (nobody, a test).');
});

it('drawFigureSeven() draws a bar in place of the mark, full as soon as there are as many episodes as in the paper', async () => {
  const svg = await draw(episode('olp', 'tower_3'), episode('oracle', 'tower_3'));
  expect(count(svg, '>×<')).toBe(17 * 5 - 2 + 1);
  expect(count(svg, '>n = 0–1<')).toBe(1);
  expect(count(svg, /fill="#0072b2" fill-opacity="0.4"/)).toBe(1);
  const full = await draw(...Array.from({ length: 10 }, () => episode('olp', 'tower_3')));
  expect(full).not.toMatch(/fill="#0072b2" fill-opacity="0.4"/);
  expect(full).toMatch(/fill="#0072b2" fill-opacity="1"/);
});
