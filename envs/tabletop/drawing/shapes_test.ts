import { expect, it } from 'vitest';
import { BLOCK_SIZE, type Vector } from '../table/table.ts';
import { type BlockColours, blockColours } from './block_colours.ts';
import { type Camera, onPaper, SLANTED } from './camera.ts';
import { capsule, cube, UPRIGHT, type View } from './shapes.ts';

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
