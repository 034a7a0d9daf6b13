import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { xmlFault } from '../../testing/well_formed.ts';
import type { Vector } from '../table/table.ts';
import { label, type Picture, picture } from './picture.ts';
import type { View } from './shapes.ts';

const FOCUS: readonly Vector[] = [
  [0, 0, 0],
  [0.5, 0.2, 0.3],
];
const BLANK: Picture = { title: '', description: '', legend: '', shapes: [], overlay: () => '', focus: FOCUS };

it('picture() keeps within the panel whatever is of interest', () => {
  const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
  const focus = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(focus, (list: readonly Vector[]) => {
      const overlay = vi.fn(({ place, scale }: View) => {
        expect(scale).toBeGreaterThan(10);
        for (const [x, y] of list.map(place)) expect(x > 20 && x < 640 - 20 && y > 20 && y < 426).toBe(true);
        return '';
      });
      expect(xmlFault(picture({ ...BLANK, focus: list, overlay }))).toBe(null);
      expect(overlay).toHaveBeenCalledOnce();
    }),
  );
});

it('label() stays within the panel', () => {
  expect(label('a', [-50, 10])).toContain('x="24" y="10"');
  expect(label('<', [1000, 10])).toMatch(/x="616" y="10".*>&lt;<\/text>$/);
});
