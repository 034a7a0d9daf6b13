import { expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { type GateRules, gate, gateLine, readFloor, readMargins } from './gate.ts';
import { comparisonFixture } from './testing/comparison_fixture.ts';
import { OPTIONS, sideOf } from './testing/side_fixture.ts';

async function judged(lost: number, rules: Partial<GateRules>, { margin = '0pp', planner = 'p' } = {}) {
  const all = Array.from({ length: 20 }, (_, at) => ({ task: `t${at}` }));
  const candidate = all.map((one, at) => ({ ...one, planner, success: at >= lost }));
  const options = { ...OPTIONS, margins: readMargins([margin]) };
  const comparison = await compareSides(sideOf(all), sideOf(candidate), options);
  return gate(comparison, { failOnRegression: false, failUnder: [], failOnMissing: false, ...rules });
}

const REGRESSION = { failOnRegression: true };

it('gate() fails on a regression, and names it, with both planners where they are two', async () => {
  const verdict = await judged(6, REGRESSION);
  expect(verdict.passed).toBe(false);
  expect(gateLine(verdict)).toBe(
    'The gate fails: Success of p in s is worse: 20/20 100.0 % → 14/20 70.0 % (−30.0 pp, 95 % −51.9 to −7.7, p = 0.031)',
  );
  expect(gateLine(await judged(18, REGRESSION))).toMatch(/, p < 0\.001\)$/);
  const { reasons } = await judged(6, REGRESSION, { planner: 'own' });
  expect(reasons).toMatchObject([{ planner: 'own', baselinePlanner: 'p' }]);
  expect(reasons[0]?.text).toMatch(/^Success of own in s is worse than that of p: 20\/20/);
});

it.each([
  ['a difference that may be chance', 5, REGRESSION, '0pp', true],
  ['a difference within the margin', 6, REGRESSION, '30pp', true],
  ['a difference beyond the margin', 6, REGRESSION, '29pp', false],
  ['any difference without a rule', 20, {}, '0pp', null],
  ['a floor that is reached', 2, { failUnder: [readFloor('success=0.9')] }, '0pp', true],
])('gate() judges %s', async (_, lost, rules, margin, passed) => {
  expect((await judged(lost, rules, { margin })).passed).toBe(passed);
});

it('gate() fails under a floor, whatever the baseline was, and where episodes are missing, if a rule says so', async () => {
  const low = await judged(3, { failUnder: [readFloor('success=0.9')] });
  expect(gateLine(low)).toBe('The gate fails: Success of p in s is 17/20 85.0 %, under 90 %');
  const { comparison } = await comparisonFixture();
  const rules = { failOnRegression: false, failUnder: [], failOnMissing: true };
  expect(gateLine(gate(comparison, rules))).toBe(
    'The gate fails: the candidate lacks 1 of the baseline’s episodes, such as s/house/gone/p/1 (tape_miss)',
  );
  expect(gateLine(gate(comparison, { ...rules, failOnRegression: true }))).toMatch(/ \(and 1 more\)$/);
});

it('readMargins() and readFloor() read points for shares and numbers for the rest', () => {
  const margins = { share: 0.05, metrics: { steps: 2, success: 0.025 } };
  expect(readMargins(['5pp', 'steps=2', 'success=2.5pp'])).toEqual(margins);
  expect(readFloor('success=0.9')).toEqual({ metric: 'success', value: 0.9 });
});

it.each(['5', '5%', 'steps=2pp', 'success=2', '-1pp', '', 'nonsense=5pp', 'steps='])(
  'readMargins() refuses "%s"',
  (text) => expect(() => readMargins([text])).toThrow(/--margin must be|No metric that can be compared/),
);

it.each(['0.9', 'success', 'success=2', 'success=x', 'steps=3', 'nonsense=1'])('readFloor() refuses "%s"', (text) => {
  expect(() => readFloor(text)).toThrow(/--fail-under|No metric that can be compared/);
});
