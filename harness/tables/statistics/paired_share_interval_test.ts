import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairedShareInterval } from './paired_share_interval.ts';

it.for([
  // Altman, Machin, Bryant and Gardner 2000, Statistics with Confidence, p. 52, Table 6.2
  ['Altman 2000', { both: 14, gained: 5, lost: 0, neither: 22 }, ['0.011', '0.226']],
  // Fagerland, Lydersen and Laake 2017, Statistical Analysis of Contingency Tables, chapter 8: airway hyper-responsiveness (Bentur 2009)
  ['Fagerland 2017', { both: 1, gained: 1, lost: 7, neither: 12 }, ['-0.507', '-0.026']],
  // Agresti 2002, Table 10.1: close to Wald's limits for 1,600 approval ratings
  ['Agresti 2002', { both: 794, gained: 86, lost: 150, neither: 570 }, ['-0.059', '-0.021']],
] as const)('pairedShareInterval() gives the limits of %s', ([, counts, limits]) => {
  expect(pairedShareInterval(counts).map((limit) => limit.toFixed(3))).toEqual(limits);
});

const count = fc.nat(60);

it('pairedShareInterval() holds the difference, stays within ±1, and turns with the sides', () => {
  fc.assert(
    fc.property(count, count, count, count, (both, gained, lost, neither) => {
      fc.pre(both + gained + lost + neither > 0);
      const difference = (gained - lost) / (both + gained + lost + neither);
      const [low, high] = pairedShareInterval({ both, gained, lost, neither });
      expect(low).toBeGreaterThanOrEqual(-1 - 1e-12);
      expect(high).toBeLessThanOrEqual(1 + 1e-12);
      expect(low).toBeLessThanOrEqual(difference + 1e-12);
      expect(high).toBeGreaterThanOrEqual(difference - 1e-12);
      const [turnedLow, turnedHigh] = pairedShareInterval({ both, gained: lost, lost: gained, neither });
      expect([turnedLow, turnedHigh]).toEqual([expect.closeTo(-high, 10), expect.closeTo(-low, 10)]);
    }),
  );
});

it('pairedShareInterval() is no point where no pair differs, says nothing of none, and counts tasks where both sides always succeed', () => {
  const [low, high] = pairedShareInterval({ both: 15, gained: 0, lost: 0, neither: 0 });
  expect(high - low).toBeGreaterThan(0.2);
  expect(pairedShareInterval({ both: 0, gained: 0, lost: 0, neither: 0 })).toEqual([-1, 1]);
  const pair = { both: 1, gained: 0, lost: 0, neither: 0 };
  const tasks = Array.from({ length: 8 }, () => ({ ...pair, both: 5 }));
  const ofEight = pairedShareInterval({ ...pair, both: 8 });
  expect(pairedShareInterval({ ...pair, both: 40 }, tasks)).toEqual(ofEight.map((limit) => expect.closeTo(limit, 9)));
});
