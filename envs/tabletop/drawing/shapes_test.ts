import { describe, expect, it } from 'vitest';
import { BLOCK_SIZE, type Vector } from '../table/table.ts';
import { type Camera, onPaper, SLANTED } from './paint_order.ts';
import { type BlockColours, blockColours, capsule, cube, instanceOf, letterOf, UPRIGHT, type View } from './shapes.ts';

const COLOURS = blockColours(['K']).get('K') as BlockColours;
const BLOCK = { name: 'K', centre: [0.5, 0, 0.0275], axes: UPRIGHT, colours: COLOURS } as const;

function seenBy(camera: Camera): View {
  const place = (point: Vector) => onPaper(camera, point).map((metres) => 1000 * metres) as [number, number];
  return { camera, scale: 1000, place };
}

it('cube() takes more room when it is turned', () => {
  const half = Math.SQRT1_2;
  const [part] = cube({ ...BLOCK, axes: [[half, half, 0], [-half, half, 0], UPRIGHT[2]] }).parts;
  expect(part?.half[0]).toBeCloseTo((BLOCK_SIZE * Math.SQRT2) / 2, 12);
  expect(part?.half[2]).toBeCloseTo(BLOCK_SIZE / 2, 12);
});

it('capsule() is as thick as twice its radius, and takes its room along the way', () => {
  const shape = capsule([0, 0, 0], [0, 0, 0.4], { radius: 0.05, fill: '#ffffff', edge: '#000000' });
  expect(shape.paint(seenBy(SLANTED))).toContain('stroke="#000000" stroke-width="100"');
  expect(shape.parts.map(({ centre }) => centre[2])).toEqual([0, 0.1, 0.2, 0.3, 0.4].map((z) => expect.closeTo(z, 12)));
});

it('letterOf() and instanceOf() take letter and number from a name', () => {
  const names = ['K_block_1', 'K_block_12', 'K_block_123', 'k', 'ß', '😀_block_1', '', '<b>'];
  expect(names.map(letterOf)).toEqual(['K', 'K', 'K', 'K', 'ß', '😀', '?', '<']);
  expect(names.map(instanceOf)).toEqual(['1', '12', '', '', '', '1', '', '']);
});

describe('blockColours()', () => {
  it('gives a colour a letter, whatever the order', () => {
    const names = ['M_block_1', 'O_block_1', 'T_block_1', 'I_block_1', 'O_block_2', 'N_block_1', 'A', 'B', 'C'];
    const colours = blockColours(names);
    expect(new Set([...colours.values()].map(({ front }) => front)).size).toBe(8);
    expect(blockColours([...names].reverse())).toEqual(colours);
  });

  it('writes with an ink that stands out from the front', () => {
    const brightness = (colour: string) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const part = Number.parseInt(colour.slice(2 * index + 1, 2 * index + 3), 16) / 255;
        return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      }, 0.05);
    const contrast = (a: string, b: string) => {
      const ratio = brightness(a) / brightness(b);
      return Math.max(ratio, 1 / ratio);
    };
    for (const { front, top, ink } of blockColours([...'ABCDEFGH']).values()) {
      // WCAG's bound for large letters is 3.
      expect(contrast(front, ink)).toBeGreaterThan(4);
      expect(contrast(top, '#111111')).toBeGreaterThan(4);
    }
  });

  it('takes names that are names of an object’s own', () => {
    expect(blockColours(['__proto__', 'constructor']).get(letterOf('__proto__'))?.front).toMatch(/^#[0-9a-f]{6}$/);
  });
});
