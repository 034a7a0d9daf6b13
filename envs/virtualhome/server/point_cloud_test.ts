import { describe, expect, it } from 'vitest';
import { flat } from '../testing/flat.ts';

describe('point_cloud', () => {
  it('gives points of every node, in JSON', () => {
    const clouds: { id: number; points: number[][] }[] = JSON.parse(flat('kitchen').post('point_cloud').message ?? '');
    expect(clouds.map(({ id }) => id)).toContain(14);
    const plate = clouds.find(({ id }) => id === 14)?.points ?? [];
    for (const [x, y, z] of plate) expect([x! > -2.2, y! > 0.8, z! < 0.5]).toEqual([true, true, true]);
    expect(plate.length).toBeGreaterThan(7);
  });
});
