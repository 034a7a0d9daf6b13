import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlFault } from '../../testing/well_formed.ts';
import { HOME, LOWER_LIMITS, UPPER_LIMITS } from '../motion/panda.ts';
import { BLOCK_SIZE } from '../table/table.ts';
import { drawPath } from './draw_table.ts';

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
