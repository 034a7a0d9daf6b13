import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../testing/well_formed.ts';
import { BLOCK_SIZE, SPOTS } from '../table/table.ts';
import { type DrawnBlock, drawScene } from './draw_scene.ts';

function block(name: string, spot: number, level = 0): DrawnBlock {
  const [x, y] = SPOTS[spot]!;
  return { name, centre: [x, y, BLOCK_SIZE / 2 + BLOCK_SIZE * level] };
}

const SPELLED: readonly DrawnBlock[] = [
  ...['N_block_1', 'O_block_2', 'I_block_1', 'T_block_1', 'O_block_1', 'M_block_1'].map((name, level) =>
    block(name, 7, level),
  ),
  block('K_block_1', 0),
  block('S_block_1', 14),
];

const CARRYING: readonly DrawnBlock[] = [
  block('A_block_1', 6),
  block('A_block_2', 6, 1),
  block('B_block_1', 12),
  { name: 'B_block_2', centre: [0.3069, 0, 0.4869], held: true },
];

/** Names of the blocks as painted, farthest first. */
function painted(svg: string): string[] {
  return [...svg.matchAll(/<g[^>]*><title>([^<]*)<\/title>/g)].map((match) => match[1]!);
}

describe('drawScene() draws', () => {
  it('a word spelt, as it was looked at and found good', async () => {
    const svg = drawScene({ title: 'tabletop/spelling_MOTION/3', blocks: SPELLED });
    expect(xmlFault(svg)).toBe(null);
    await expect(svg).toMatchFileSnapshot('golden/spelling.svg');
  });

  it('a block in the hand, as it was looked at and found good', async () => {
    const svg = drawScene({ title: 'tabletop/organize/1', blocks: CARRYING });
    expect(xmlFault(svg)).toBe(null);
    await expect(svg).toMatchFileSnapshot('golden/carrying.svg');
  });

  it('an empty table', () => {
    expect(xmlFault(drawScene({ blocks: [] }))).toBe(null);
  });

  it('towers from the foot up, and what is farther before what is nearer', () => {
    const names = painted(drawScene({ blocks: [...SPELLED].reverse() }));
    expect(names.filter((name) => !/^[KS]/.test(name))).toEqual(SPELLED.slice(0, 6).map(({ name }) => name));
    expect(names.indexOf('K_block_1')).toBeLessThan(names.indexOf('N_block_1'));
    expect(names.indexOf('S_block_1')).toBeGreaterThan(names.indexOf('N_block_1'));
  });

  it('with words for those who do not see it', () => {
    const svg = drawScene({ title: 'Two', blocks: CARRYING.slice(2) });
    expect(svg).toContain('aria-labelledby="drawing-title drawing-desc"');
    expect(svg).toContain('<title id="drawing-title">Two</title>');
    expect(svg).toContain(
      '<desc id="drawing-desc">2 blocks; centres in metres. B_block_1 at 0.62 0 0.028; B_block_2 in the hand at 0.307 0 0.487.</desc>',
    );
  });
});

describe('drawScene()', () => {
  it('has no scripts, styles or references', () => {
    const svg = drawScene({ blocks: CARRYING });
    expect([...svg.matchAll(/ id="([^"]*)"/g)].map((match) => match[1])).toEqual(['drawing-title', 'drawing-desc']);
    expect(svg).not.toMatch(/script|style=|href|url\(|\bon\w+=/);
    expect([...svg.matchAll(/https?:[^"]*/g)].map(String)).toEqual(['http://www.w3.org/2000/svg']);
  });

  it('writes numbers of at most six digits', () => {
    const svg = drawScene({ blocks: SPELLED }).replace(/#[0-9a-f]{6}/g, '');
    for (const written of svg.matchAll(/\d+(?:\.\d+)?(?:e[-+]?\d+)?/g)) {
      expect(written[0]).toMatch(/^\d{1,6}$|^(?=.{1,7}$)\d+\.\d+$/);
    }
  });

  it('stays well-formed and short, whatever blocks are called', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '</svg><script>alert(1)</script>',
        '"><image href="x"/>',
        '&amp;',
        '__proto__',
        '😀',
        '\ud800',
        '\u202eX',
        ']]>',
      ),
      fc.constantFrom('x'.repeat(10_000), '<'.repeat(10_000), '😀'.repeat(10_000)),
    );
    fc.assert(
      fc.property(fc.array(names, { maxLength: 8 }), names, (all, title) => {
        const scene = { title, blocks: all.map((name, index) => block(name, index)) };
        const svg = drawScene(scene);
        expect(xmlFault(svg)).toBe(null);
        expect(svg).not.toContain('<script');
        expect(svg.length).toBeLessThan(60_000);
        expect(drawScene(scene)).toBe(svg);
      }),
    );
  });

  it('does not change a letter of its answer when blocks far from each other are told in another order', () => {
    const [one, two] = [block('A', 0), block('B', 14)];
    const withoutWords = (svg: string) => svg.replace(/<desc.*<\/desc>/, '');
    expect(withoutWords(drawScene({ blocks: [one, two] }))).toBe(withoutWords(drawScene({ blocks: [two, one] })));
  });
});
