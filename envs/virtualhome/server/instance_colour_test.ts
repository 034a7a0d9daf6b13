import { describe, expect, it } from 'vitest';
import { instanceColour } from './instance_colour.ts';

describe('instanceColour()', () => {
  it('gives no two of 100,000 ids the same', () => {
    const colours = new Set(Array.from({ length: 100_000 }, (_, id) => instanceColour(id).join()));
    expect(colours.size).toBe(100_000);
  });
});
