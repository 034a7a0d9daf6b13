import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../../envs/testing/well_formed.ts';
import { storyboard } from './storyboard.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>\n';
const STORY = {
  title: 'A <story>',
  description: 'What happens',
  columns: 2,
  pictureWidth: 200,
  aspect: 0.5,
  caption: ['The end.'],
};

describe('storyboard()', () => {
  it('sets pictures into rows, with their size', () => {
    const svg = storyboard({
      ...STORY,
      frames: ['one', 'two', 'three'].map((heading) => ({ heading, picture: PICTURE })),
    });
    expect(xmlFault(svg)).toBe(null);
    const places = [...svg.matchAll(/<svg aria-hidden="true" x="(\d+)" y="(\d+)" width="200" height="100" /g)].map(
      ([, x, y]) => [Number(x), Number(y)],
    );
    expect(places).toEqual([
      [16, 66],
      [232, 66],
      [16, 212],
    ]);
    expect(svg).toContain('A &lt;story&gt;');
    expect(svg).toContain('<title>What happens</title>');
  });

  it('sets a refused step in red and what was thought of it in green, cut where it is long', () => {
    const note = 'word '.repeat(200);
    const svg = storyboard({
      ...STORY,
      frames: [{ heading: 'open(fridge1)', isRefused: true, picture: PICTURE, note }],
    });
    expect(svg).toMatch(/fill="#b3261e" font-weight="bold">open\(fridge1\)</);
    const lines = [...svg.matchAll(/fill="#1b6b3a">([^<]*)</g)].map(([, text = '']) => text);
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toMatch(/word …$/);
  });

  it('says its caption where there is nothing to draw', () => {
    const svg = storyboard({ ...STORY, frames: [] });
    expect(xmlFault(svg)).toBe(null);
    expect(svg).toContain('The end.');
  });
});
