import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../testing/well_formed.ts';
import { framesOf } from '../motion/kinematics.ts';
import { HOME, LOWER_LIMITS, UPPER_LIMITS } from '../motion/panda.ts';
import { BLOCK_SIZE, SPOTS } from '../table/table.ts';
import { armShapes, DARK, type DrawnBlock, drawPath, drawScene } from './draw_table.ts';

const BLOCKS = [
  { name: 'A_block_1', centre: [0.5, 0.11, BLOCK_SIZE / 2] },
  { name: 'B_block_1', centre: [0.5, 0.11, 1.5 * BLOCK_SIZE] },
  { name: 'C_block_1', centre: [0.39, -0.22, BLOCK_SIZE / 2] },
] as const;
const PATH = [
  HOME,
  [0.1, -0.2, 0.05, -2.2, 0, 2.1, 0.9],
  [0.2003, 0.2075, 0.0158, -2.3589, -0.006, 2.5664, 1.0062],
] as const;

async function expectGolden(svg: string, name: string): Promise<void> {
  expect(xmlFault(svg)).toBe(null);
  expect(svg).not.toMatch(/script|style=|href|url\(|\bon\w+=/);
  await expect(svg).toMatchFileSnapshot(`golden/${name}.svg`);
}

describe('drawPath()', () => {
  it('draws a motion with a block in the hand, as it was looked at and found good', async () => {
    const svg = drawPath({ title: 'place(D_block_1, B_block_1)', blocks: BLOCKS, path: PATH, held: 'D_block_1' });
    await expectGolden(svg, 'path');
  });

  it('draws an arm that carries nothing, or stands still', () => {
    const svg = drawPath({ title: '', blocks: BLOCKS, path: PATH });
    expect(svg).toContain('The arm moves in 2 straight pieces. 3 blocks;');
    for (const path of [[HOME], [HOME, HOME]])
      expect(xmlFault(drawPath({ title: '', blocks: [], path, held: 'A' }))).toBe(null);
  });

  it('is well-formed, bounded and repeatable on any path and any name', () => {
    const pose = fc.tuple(
      ...LOWER_LIMITS.map((min, joint) => fc.double({ min, max: UPPER_LIMITS[joint]!, noNaN: true })),
    );
    fc.assert(
      fc.property(fc.array(pose, { minLength: 1, maxLength: 8 }), fc.string({ unit: 'binary' }), (path, held) => {
        const svg = drawPath({ title: '', blocks: BLOCKS, path, held });
        expect(xmlFault(svg)).toBe(null);
        expect(svg.replace(/<(title|desc)[^>]*>[^<]*|#[0-9a-f]{6}/g, '')).not.toMatch(/NaN|Infinity|undefined|\de-?\d/);
        expect(svg.length).toBeLessThan(200_000);
        expect(drawPath({ title: '', blocks: BLOCKS, path, held })).toBe(svg);
      }),
      { numRuns: 40 },
    );
    const long = Array.from({ length: 1000 }, (_, index) => PATH[index % 2 === 0 ? 0 : 2]!);
    expect(drawPath({ title: '', blocks: [], path: long }).length).toBeLessThan(200_000);
  });
});

describe('drawPath() refuses', () => {
  it.each([
    ['no configuration', [], 'a path without a configuration'],
    ['six angles', [[0, 0, 0, 0, 0, 0]], 'configuration 0 of the path: (0, 0, 0, 0, 0, 0) are not'],
    ['no number', [HOME, [0, 0, NaN, 0, 0, 0, 0]], 'configuration 1 of the path: (0, 0, NaN, 0, 0, 0, 0) are not'],
    ['too many', Array.from({ length: 1001 }, () => HOME), 'a path of 1001 configurations: at most 1000'],
  ])('%s', (_, path, message) => {
    const problem = `Cannot draw ${message.replace(/are not$/, '$& seven angles in radians')}`;
    expect(() => drawPath({ title: '', blocks: [], path })).toThrow(new RangeError(problem));
  });
});

function block(name: string, spot: number, level = 0): DrawnBlock {
  const [x, y] = SPOTS[spot]!;
  return { name, centre: [x, y, BLOCK_SIZE / 2 + BLOCK_SIZE * level] };
}

const LETTERS = ['N_block_1', 'O_block_2', 'I_block_1', 'T_block_1', 'O_block_1', 'M_block_1'];
const TOWER = LETTERS.map((name, level) => block(name, 7, level));
const SPELLED: readonly DrawnBlock[] = [...TOWER, block('K_block_1', 0), block('S_block_1', 14)];

const CARRYING: readonly DrawnBlock[] = [
  block('A_block_1', 6),
  block('A_block_2', 6, 1),
  block('B_block_1', 12),
  { name: 'B_block_2', centre: [0.3069, 0, 0.4869], held: true },
];

describe('drawScene()', () => {
  it.each([
    ['a word spelt', 'spelling', 'tabletop/spelling_MOTION/3', SPELLED],
    ['a block in the hand', 'carrying', 'tabletop/organize/1', CARRYING],
  ])('draws %s, as it was looked at and found good', async (_, name, title, blocks) => {
    await expectGolden(drawScene({ title, blocks }), name);
  });

  it('draws an empty table', () => {
    const svg = drawScene({ title: 'The table', blocks: [] });
    expect(xmlFault(svg)).toBe(null);
    expect(svg).toMatch(/>The table<[\s\S]*>No blocks\.</);
  });

  it('draws towers from the foot up, and what is farther before what is nearer', () => {
    const svg = drawScene({ title: '', blocks: [...SPELLED].reverse() });
    const painted = [...svg.matchAll(/<g[^>]*><title>([^<]*)<\/title>/g)].map((match) => match[1]!);
    expect(painted.filter((name) => LETTERS.includes(name))).toEqual(LETTERS);
    expect(painted.indexOf('K_block_1')).toBeLessThan(painted.indexOf('N_block_1'));
    expect(painted.indexOf('S_block_1')).toBeGreaterThan(painted.indexOf('N_block_1'));
  });

  it('stays well-formed and short, whatever blocks are called', () => {
    const hostile = ['</svg><script>alert(1)</script>', '"><image href="x"/>', '&amp;', '__proto__', '😀', '\ud800'];
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...hostile, '\u202eX', ']]>', 'x'.repeat(10_000), '<'.repeat(10_000), '😀'.repeat(10_000)),
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

  it('does not depend on the order of blocks that are far from each other', () => {
    const blocks = [block('A', 0), block('B', 14)];
    const drawn = (list: typeof blocks) => drawScene({ title: '', blocks: list }).replace(/<desc.*<\/desc>/, '');
    expect(drawn([...blocks].reverse())).toBe(drawn(blocks));
  });
});

it('armShapes() draws fingers that close on a block', () => {
  const fingersOf = (isHolding: boolean) => {
    const shapes = armShapes(framesOf(HOME), { tone: DARK, isHolding });
    return [shapes.length, ...shapes.slice(-2).map(({ parts }) => Math.abs(parts[0]!.centre[1]))];
  };
  const [count, ...open] = fingersOf(false);
  expect(open).toEqual([expect.closeTo(0.0515, 6), expect.closeTo(0.0515, 6)]);
  expect(fingersOf(true)).toEqual([count, expect.closeTo(0.039, 6), expect.closeTo(0.039, 6)]);
});
