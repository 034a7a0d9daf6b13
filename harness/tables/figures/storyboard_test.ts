import { expect, it } from 'vitest';
import { xmlFault } from '../../../envs/testing/well_formed.ts';
import { storyboard } from './storyboard.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>\n';
const SIZES = { columns: 2, pictureWidth: 200, aspect: 0.5 };
const STORY = { title: 'A <story>', description: 'What happens', caption: ['The end.'], ...SIZES };

it('storyboard() sets pictures into rows, with their size', () => {
  const frames = ['one', 'two', 'three'].map((heading) => ({ heading, picture: PICTURE }));
  const svg = storyboard({ ...STORY, frames });
  expect(xmlFault(svg)).toBe(null);
  const places = [...svg.matchAll(/<svg aria-hidden="true" x="(\d+)" y="(\d+)" width="200" height="100" /g)];
  expect(places.map(([, x, y]) => `${x} ${y}`)).toEqual(['16 66', '232 66', '16 212']);
  expect(svg).toContain('A &lt;story&gt;');
  expect(svg).toContain('<title>What happens</title>');
});

it('storyboard() sets a refused step in red and its note in green, cut to nine lines', () => {
  const frame = { heading: 'open(fridge1)', isRefused: true, picture: PICTURE, note: 'word '.repeat(200) };
  const svg = storyboard({ ...STORY, frames: [frame] });
  expect(svg).toMatch(/fill="#b3261e" font-weight="bold">open\(fridge1\)</);
  const lines = [...svg.matchAll(/fill="#1b6b3a">([^<]*)</g)].map(([, text = '']) => text);
  expect(lines).toHaveLength(9);
  expect(lines.at(-1)).toMatch(/word …$/);
});

it('storyboard() shows its caption without any frame', () => {
  const svg = storyboard({ ...STORY, frames: [] });
  expect(xmlFault(svg)).toBe(null);
  expect(svg).toContain('The end.');
});
