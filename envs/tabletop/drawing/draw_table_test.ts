import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../testing/well_formed.ts';
import { HOME, LOWER_LIMITS, UPPER_LIMITS } from '../motion/panda.ts';
import { BLOCK_SIZE, SPOTS } from '../table/table.ts';
import { type DrawnBlock, drawPath, drawScene } from './draw_table.ts';

const BLOCKS = [
  { name: 'A_block_1', centre: [0.5, 0.11, BLOCK_SIZE / 2] },
  { name: 'B_block_1', centre: [0.5, 0.11, 1.5 * BLOCK_SIZE] },
  { name: 'C_block_1', centre: [0.39, -0.22, BLOCK_SIZE / 2] },
] as const;
/** Over B, after a detour upwards. */
const PATH = [
  HOME,
  [0.1, -0.2, 0.05, -2.2, 0, 2.1, 0.9],
  [0.2003, 0.2075, 0.0158, -2.3589, -0.006, 2.5664, 1.0062],
] as const;

describe('drawPath() draws', () => {
  it('a motion with a block in the hand, as it was looked at and found good', async () => {
    const svg = drawPath({ title: 'place(D_block_1, B_block_1)', blocks: BLOCKS, path: PATH, held: 'D_block_1' });
    expect(xmlFault(svg)).toBe(null);
    await expect(svg).toMatchFileSnapshot('golden/path.svg');
  });

  it('both ends, the trace with its bends, and ghosts in between', () => {
    const svg = drawPath({ blocks: BLOCKS, path: PATH });
    expect(svg).toContain('>start</text>');
    expect(svg).toContain('>goal</text>');
    expect([...svg.matchAll(/<circle/g)].length).toBe(3);
    expect([...svg.matchAll(/opacity="0.25"/g)].length).toBe(5);
    expect(svg).toContain('The arm moves in 2 straight pieces. 3 blocks;');
  });

  it('an arm that stands still', () => {
    for (const path of [[HOME], [HOME, HOME]]) expect(xmlFault(drawPath({ blocks: [], path, held: 'A' }))).toBe(null);
  });

  it('the carried block where the path begins, faintly, and where it ends', () => {
    const svg = drawPath({ blocks: BLOCKS, path: PATH, held: 'D_block_1' });
    expect([...svg.matchAll(/<g( opacity="0.5")?><title>D_block_1</g)].map((match) => match[1]).sort()).toEqual([
      ' opacity="0.5"',
      undefined,
    ]);
  });
});

describe('drawPath()', () => {
  it('is well-formed, bounded and repeatable on any path and any name', () => {
    const pose = fc.tuple(
      ...LOWER_LIMITS.map((min, joint) => fc.double({ min, max: UPPER_LIMITS[joint]!, noNaN: true })),
    );
    fc.assert(
      fc.property(fc.array(pose, { minLength: 1, maxLength: 8 }), fc.string({ unit: 'binary' }), (path, held) => {
        const svg = drawPath({ blocks: BLOCKS, path, held });
        expect(xmlFault(svg)).toBe(null);
        expect(svg.replace(/<(title|desc)[^>]*>[^<]*|#[0-9a-f]{6}/g, '')).not.toMatch(/NaN|Infinity|undefined|\de-?\d/);
        expect(svg.length).toBeLessThan(200_000);
        expect(drawPath({ blocks: BLOCKS, path, held })).toBe(svg);
      }),
      { numRuns: 40 },
    );
  });

  it('draws a path of a thousand configurations in bounded space', () => {
    const path = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? HOME : (PATH[2] as readonly number[])));
    expect(drawPath({ blocks: [], path }).length).toBeLessThan(200_000);
  });
});

describe('drawPath() refuses', () => {
  it.each([
    ['no configuration', [], 'Cannot draw a path without a configuration'],
    [
      'six angles',
      [[0, 0, 0, 0, 0, 0]],
      'Cannot draw configuration 0 of the path: (0, 0, 0, 0, 0, 0) are not seven angles in radians',
    ],
    [
      'no number',
      [HOME, [0, 0, Number.NaN, 0, 0, 0, 0]],
      'Cannot draw configuration 1 of the path: (0, 0, NaN, 0, 0, 0, 0) are not seven angles in radians',
    ],
    ['too many', Array.from({ length: 1001 }, () => HOME), 'Cannot draw a path of 1001 configurations: at most 1000'],
  ])('%s', (_, path, message) => {
    expect(() => drawPath({ blocks: [], path })).toThrow(new RangeError(message));
  });
});

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
