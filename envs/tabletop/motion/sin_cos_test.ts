import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arctangent, cos, sin, sinCos } from './sin_cos.ts';

const angles = fc.oneof(
  fc.double({ min: -4, max: 4, noNaN: true }),
  fc.double({ min: -1000, max: 1000, noNaN: true }),
  // Where sine or cosine vanishes, and where the reduction changes over.
  fc.integer({ min: -600, max: 600 }).map((eighths) => (eighths * Math.PI) / 4),
);

describe('sinCos()', () => {
  it('is exact where it can be', () => {
    const out = new Float64Array(3);
    sinCos(0, out, 1);
    expect([...out]).toEqual([0, 0, 1]);
    expect([sin(Math.PI / 2), cos(Math.PI), sin((3 * Math.PI) / 2)]).toEqual([1, -1, -1]);
  });

  it('gives the same bits as ever', () => {
    const words = (value: number) => Buffer.from(Float64Array.of(value).buffer).toString('hex');
    expect([0.1, 1, 2, 3, 1000].map((angle) => `${words(sin(angle))} ${words(cos(angle))}`)).toMatchInlineSnapshot(`
      [
        "2ccb8bcbae8eb93f c117a8f912d7ef3f",
        "ee0c098f54edea3f 8c06b50f284ae13f",
        "46b4d1eaf618ed3f 0572535726a2dabf",
        "5bd5b66d3810c23f d2e585be04aeefbf",
        "6c200a15cc75ea3f bbf1936702ffe13f",
      ]
    `);
  });

  it('agrees with the engine within its last places, and gives no number for what is none', () => {
    expect([sin(NaN), cos(Infinity)]).toEqual([NaN, NaN]);
    fc.assert(
      fc.property(angles, (angle) => {
        expect(Math.abs(sin(angle) - Math.sin(angle))).toBeLessThan(3e-16);
        expect(Math.abs(cos(angle) - Math.cos(angle))).toBeLessThan(3e-16);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('arctangent()', () => {
  it('is exact where it can be', () => {
    const quarters = [arctangent(0, 1), arctangent(1, 0), arctangent(0, -1), -arctangent(-1, 0)];
    expect(quarters).toEqual([0, Math.PI / 2, Math.PI, Math.PI / 2]);
    expect(arctangent(0, 0)).toBe(0);
  });

  it('agrees with the engine within two units in the last place, at any size', () => {
    const small = fc.double({ min: -2, max: 2, noNaN: true });
    const numbers = fc.oneof(small, fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(numbers, numbers, (y, x) => {
        fc.pre(Number.isFinite(y / x) || x === 0);
        const expected = Math.atan2(y, x);
        const tolerance = 4.5e-16 * Math.max(Math.abs(expected), 1e-300);
        expect(Math.abs(arctangent(y, x) - expected)).toBeLessThanOrEqual(tolerance);
      }),
      { numRuns: 2000 },
    );
  });
});
