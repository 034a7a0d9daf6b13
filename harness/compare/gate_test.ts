import { describe, expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { type GateRules, gate, gateLine, readFloor, readMargins } from './gate.ts';
import { comparisonFixture } from './testing/comparison_fixture.ts';
import { sideOf } from './testing/side_fixture.ts';

const NOTHING: GateRules = { failOnRegression: false, failUnder: [], failOnMissing: false };

async function compared(lost: number, margin = '0pp', tasks = 20) {
  const all = Array.from({ length: tasks }, (_, at) => ({ task: `t${at}` }));
  const candidate = all.map((one, at) => ({ ...one, success: at >= lost }));
  return compareSides(sideOf(all), sideOf(candidate), {
    alpha: 0.05,
    deciding: ['success'],
    margins: readMargins([margin]),
  });
}

describe('gate()', () => {
  it('fails on a regression, and says in one line which', async () => {
    const verdict = gate(await compared(6), { ...NOTHING, failOnRegression: true });
    expect(verdict.passed).toBe(false);
    expect(gateLine(verdict)).toBe(
      'The gate fails: Success of p in s is worse: 20/20 100.0 % → 14/20 70.0 % (−30.0 pp, 95 % −51.9 to −7.7, p = 0.031)',
    );
  });

  it('names both planners where they are two', async () => {
    const all = Array.from({ length: 20 }, (_, at) => ({ task: `t${at}` }));
    const own = all.map((one, at) => ({ ...one, planner: 'own', success: at > 5 }));
    const options = { alpha: 0.05, deciding: ['success'], margins: readMargins([]) };
    const { reasons } = gate(await compareSides(sideOf(all), sideOf(own), options), {
      ...NOTHING,
      failOnRegression: true,
    });
    expect(reasons).toMatchObject([{ planner: 'own', baselinePlanner: 'p' }]);
    expect(reasons[0]?.text).toMatch(/^Success of own in s is worse than that of p: 20\/20/);
  });

  it('writes a small p as what it is below', async () => {
    const verdict = gate(await compared(18), { ...NOTHING, failOnRegression: true });
    expect(gateLine(verdict)).toMatch(/, p < 0\.001\)$/);
  });

  it('passes what may be chance, what is within the margin, and what nobody asked for', async () => {
    expect(gate(await compared(5), { ...NOTHING, failOnRegression: true }).passed).toBe(true);
    expect(gate(await compared(6, '30pp'), { ...NOTHING, failOnRegression: true }).passed).toBe(true);
    expect(gate(await compared(6, '29pp'), { ...NOTHING, failOnRegression: true }).passed).toBe(false);
    expect(gate(await compared(20), NOTHING).passed).toBeNull();
  });

  it('fails under a floor, whatever was before', async () => {
    const rules = { ...NOTHING, failUnder: [readFloor('success=0.9')] };
    expect(gate(await compared(2), rules).passed).toBe(true);
    const verdict = gate(await compared(3), rules);
    expect(gateLine(verdict)).toBe('The gate fails: Success of p in s is 17/20 85.0 %, under 90 %');
  });

  it('fails where episodes are missing, if that was asked for', async () => {
    const { comparison } = await comparisonFixture();
    expect(gateLine(gate(comparison, { ...NOTHING, failOnMissing: true }))).toBe(
      'The gate fails: the candidate lacks 1 of the baseline’s episodes, such as s/house/gone/p/1 (tape_miss)',
    );
    expect(gateLine(gate(comparison, { ...NOTHING, failOnMissing: true, failOnRegression: true }))).toMatch(
      / \(and 1 more\)$/,
    );
  });
});

describe('readMargins() and readFloor()', () => {
  it('read points for shares and numbers for the rest', () => {
    expect(readMargins(['5pp', 'steps=2', 'success=2.5pp'])).toEqual({
      share: 0.05,
      metrics: { steps: 2, success: 0.025 },
    });
    expect(readFloor('success=0.9')).toEqual({ metric: 'success', value: 0.9 });
  });

  it.for(['5', '5%', 'steps=2pp', 'success=2', '-1pp', '', 'nonsense=5pp', 'steps='])(
    'refuse the margin "%s"',
    (text) => {
      expect(() => readMargins([text])).toThrow(/--margin must be|No metric that can be compared/);
    },
  );

  it.for(['0.9', 'success', 'success=2', 'success=x', 'steps=3', 'nonsense=1'])('refuse the floor "%s"', (text) => {
    expect(() => readFloor(text)).toThrow(/--fail-under|No metric that can be compared/);
  });
});
