import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Foon } from './foon.ts';
import { mergeFoons } from './merge_foons.ts';
import { readFoon } from './read_foon.ts';
import { arbitraryFoon } from './testing/arbitrary_foon.ts';
import { TEA_FOON } from './testing/sample_foons.ts';
import { type FoonLevel, unitKey } from './unit_key.ts';

const wash = (states: string, goal = ''): Foon => {
  const text = `O1\tcup\t0\n${states}M1\twash\t<Assumed>\nO2\tcup\t0${goal}\nS3\tclean\n//\n`;
  return readFoon(text, 'wash.txt').foon;
};

describe('mergeFoons()', () => {
  it('keeps a unit once, whatever its identifiers were', () => {
    const dirty = wash('S1\tdirty\n');
    expect(mergeFoons([dirty, TEA_FOON, wash('S99\tdirty\n')], 3)).toEqual({
      sources: TEA_FOON.sources,
      units: [...dirty.units, ...TEA_FOON.units],
    });
  });

  it('merges more at a lower level', () => {
    const foons = [wash('S1\tcontains\t{tea}\n'), wash('S1\tcontains\t{milk}\n'), wash('S1\tdirty\n')];
    const counts = ([3, 2, 1] as const).map((level) => mergeFoons(foons, level).units.length);
    expect(counts).toEqual([3, 2, 1]);
  });

  it('keeps a goal of either', () => {
    const merged = mergeFoons([wash(''), wash('', '\t!')], 3);
    expect(merged.units).toMatchObject([{ inputs: [{ isGoal: false }], outputs: [{ isGoal: true }] }]);
  });

  it('has every unit of the networks, none twice, and changes nothing when repeated', () => {
    fc.assert(
      fc.property(arbitraryFoon, arbitraryFoon, fc.constantFrom<FoonLevel>(1, 2, 3), (a, b, level) => {
        const merged = mergeFoons([a, b, a], level);
        const keys = merged.units.map((unit) => unitKey(unit, level));
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(keys)).toEqual(new Set([...a.units, ...b.units].map((unit) => unitKey(unit, level))));
        expect(mergeFoons([merged], level)).toEqual(merged);
      }),
    );
  });
});
