import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SEED_END } from '../random_numbers.ts';
import { householdOptionsSchema } from './household_options.ts';
import { isNoisy, Noise, type NoiseKind } from './noise.ts';

const OFF = householdOptionsSchema.parse({}).noise;
const KINDS = Object.keys(OFF) as NoiseKind[];

const seeds = fc.nat({ max: SEED_END - 1 });

function numbers(of: 'seed' | 'step' | 'thing' | 'nth'): number[] {
  return Array.from({ length: 100 }, (_, i) => {
    const noise = new Noise(of === 'seed' ? i : 7, OFF);
    noise.step = of === 'step' ? i : 3;
    return noise.uniform('missedDetection', { thing: of === 'thing' ? i : 5, nth: of === 'nth' ? i : 0 });
  });
}

describe('Noise', () => {
  it('draws the same numbers for ever', () => {
    const noise = new Noise(2311, OFF);
    noise.step = 4;
    expect(KINDS.map((kind) => noise.uniform(kind, { thing: 17 }))).toMatchInlineSnapshot(`
      [
        0.12244292322304962,
        0.5598285293322749,
        0.09227838256836707,
        0.6691500910346846,
        0.6567540216492487,
      ]
    `);
  });

  it.each(['seed', 'step', 'thing', 'nth'] as const)('draws numbers all over [0, 1), apart by %s', (of) => {
    const drawn = numbers(of);
    expect(new Set(drawn).size).toBe(100);
    for (const tenth of Array.from({ length: 10 }, (_, i) => i / 10)) {
      const count = drawn.filter((number) => number >= tenth && number < tenth + 0.1).length;
      expect(count > 1 && count < 24).toBe(true);
    }
  });

  it('draws nothing for what cannot or must happen', () => {
    const noise = new Noise(1, { ...OFF, falseSuccess: 1 });
    const uniform = vi.spyOn(noise, 'uniform');
    expect(KINDS.map((kind) => noise.happens(kind, { thing: 0 }))).toEqual([false, false, false, false, true]);
    expect(uniform).not.toHaveBeenCalled();
  });

  it('depends on seed, step, kind, thing and number only: not on what was drawn before, nor on the rates of other kinds', () => {
    fc.assert(
      fc.property(seeds, fc.nat(100), fc.integer({ min: -1, max: 1000 }), (seed, step, thing) => {
        const [busy, quiet] = [new Noise(seed, { ...OFF, falseDetection: 0.5 }), new Noise(seed, OFF)];
        for (let i = 0; i <= step; i++) {
          busy.step = i;
          for (const kind of KINDS) busy.uniform(kind, { thing: thing + 1, nth: i });
        }
        quiet.step = step;
        for (const kind of KINDS) {
          const number = quiet.uniform(kind, { thing });
          expect(number).toBeGreaterThanOrEqual(0);
          expect(number).toBeLessThan(1);
          expect(busy.uniform(kind, { thing })).toBe(number);
        }
      }),
    );
  });
});

it('isNoisy() is whether anything can go wrong', () => {
  expect(isNoisy(OFF)).toBe(false);
  for (const kind of KINDS) expect(isNoisy({ ...OFF, [kind]: 1e-9 })).toBe(true);
});
