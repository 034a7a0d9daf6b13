import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance } from '../../tabletop/motion/kinematics.ts';
import { HOME, jointOutsideLimits, LOWER_LIMITS, UPPER_LIMITS } from '../../tabletop/motion/panda.ts';
import { type JudgedQuery, judgedSearch } from './judged_search.ts';

const at = (base: number, shoulder = HOME[1]!) => Float64Array.of(base, shoulder, ...HOME.slice(2));

const QUERY: JudgedQuery = { start: at(-1), goal: at(1), lower: LOWER_LIMITS, upper: UPPER_LIMITS, stepMax: 0.1 };

function searched(query: JudgedQuery, isValid: (q: Float64Array) => boolean) {
  const search = judgedSearch(query);
  const judged: Float64Array[] = [];
  let next = search.next();
  while (next.done !== true) {
    judged.push(next.value);
    next = search.next(isValid(next.value));
  }
  return { path: next.value, judged };
}

describe('judgedSearch()', () => {
  it('goes straight if possible, and asks at equal distances', () => {
    const { path, judged } = searched(QUERY, () => true);
    expect(path).toEqual([QUERY.start, QUERY.goal]);
    expect(judged).toHaveLength(2 + 20);
  });

  it.each([
    ['start', (q: Float64Array) => q[0]! > -1],
    ['goal', (q: Float64Array) => q[0]! < 1],
  ])('finds nothing where the %s is not valid', (_, isValid) => {
    expect(searched(QUERY, isValid).path).toBeNull();
  });

  it('gives up if obstacles enclose the goal', () => {
    const isValid = (q: Float64Array) => distance(q, QUERY.goal) < 0.05 || distance(q, QUERY.goal) > 0.5;
    expect(searched(QUERY, isValid).path).toBeNull();
  });

  it('finds the same path around forbidden balls each time, within the bounds', () => {
    const bases = fc.double({ min: -0.4, max: 0.4, noNaN: true });
    const radii = fc.double({ min: 0.1, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(bases, radii, (base, radius) => {
        const isValid = (q: Float64Array) => distance(q, at(base)) > radius;
        const { path, judged } = searched(QUERY, isValid);
        expect(searched(QUERY, isValid).path).toEqual(path);
        expect([path?.[0], path?.at(-1)]).toEqual([QUERY.start, QUERY.goal]);
        for (const [index, to] of path!.slice(1).entries()) {
          const from = path![index]!;
          const steps = Math.ceil(distance(from, to) / 0.1);
          for (let step = 1; step < steps; step++) {
            const q = from.map((angle, joint) => angle + (step / steps) * (to[joint]! - angle));
            expect(isValid(q)).toBe(true);
          }
        }
        for (const q of judged) expect(jointOutsideLimits(q)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
