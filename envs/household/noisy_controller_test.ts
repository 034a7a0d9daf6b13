import { describe, expect, it } from 'vitest';
import type { NoiseRates } from './household_options.ts';
import { Noise } from './noise.ts';
import { withFailures } from './noisy_controller.ts';
import type { PaperRule } from './rules/rule.ts';
import { PAPER_RULES } from './rules/rules.ts';
import type { HouseholdState } from './state/household_state.ts';

const OFF: NoiseRates = {
  missedDetection: 0,
  falseDetection: 0,
  manipulationFailure: 0,
  navigationFailure: 0,
  falseSuccess: 0,
};
const STATE = {} as HouseholdState;

/** In how many of 10,000 episodes the last precondition of a verb holds, at the first step. */
function carriedOut(verb: string, rates: Partial<NoiseRates>, retriesMax: number): number {
  let count = 0;
  for (let seed = 0; seed < 10_000; seed++) {
    const rules = withFailures(PAPER_RULES, new Noise(seed, { ...OFF, ...rates }), retriesMax);
    if ((rules.get(verb) as PaperRule).preconditions.at(-1)?.condition.holds(STATE, 5)) count++;
  }
  return count;
}

/** Four standard deviations of how often something of probability p happens in 10,000 episodes. */
function expectRate(count: number, p: number): void {
  expect(Math.abs(count - 10_000 * p)).toBeLessThanOrEqual(4 * Math.sqrt(10_000 * p * (1 - p)));
}

describe('withFailures()', () => {
  it('adds one precondition, the last, to everything but wait', () => {
    const rules = withFailures(PAPER_RULES, new Noise(0, OFF), 3);
    for (const [verb, { preconditions, ...rest }] of rules) {
      const before = PAPER_RULES.get(verb) as PaperRule;
      const added = preconditions.slice(before.preconditions.length).map(({ condition }) => condition.name);
      expect(preconditions.slice(0, before.preconditions.length)).toEqual(before.preconditions);
      expect(added).toEqual(verb === 'wait' ? [] : [verb === 'move' ? 'navigation_failed' : 'controller_failed']);
      expect(rest).toMatchObject({ verb, arity: before.arity, effect: before.effect });
    }
  });

  it('fails a manipulation when the only try fails, or when all of several do', () => {
    expectRate(carriedOut('pickup', { manipulationFailure: 0.5 }, 0), 0.5);
    expectRate(carriedOut('placein', { manipulationFailure: 0.5 }, 1), 1 - 0.5 ** 2);
    expectRate(carriedOut('open', { manipulationFailure: 0.5 }, 3), 1 - 0.5 ** 4);
    expectRate(carriedOut('switchon', { manipulationFailure: 0.9 }, 3), 1 - 0.9 ** 4);
  });

  it('fails a move without another try', () => {
    expectRate(carriedOut('move', { navigationFailure: 0.3 }, 3), 0.7);
  });

  it('fails always or never, where the probability is 1 or 0', () => {
    expect(carriedOut('pickup', { manipulationFailure: 1 }, 3)).toBe(0);
    expect(carriedOut('move', { navigationFailure: 1 }, 3)).toBe(0);
    expect(carriedOut('pickup', { navigationFailure: 1 }, 0)).toBe(10_000);
    expect(carriedOut('move', { manipulationFailure: 1 }, 0)).toBe(10_000);
  });

  it('makes one and the same try count for the next number of retries too', () => {
    const succeeded = (retriesMax: number, seed: number) => {
      const rules = withFailures(PAPER_RULES, new Noise(seed, { ...OFF, manipulationFailure: 0.7 }), retriesMax);
      return (rules.get('close') as PaperRule).preconditions.at(-1)?.condition.holds(STATE, 5);
    };
    for (let seed = 0; seed < 200; seed++) {
      if (succeeded(1, seed)) expect(succeeded(2, seed)).toBe(true);
    }
  });
});
