/**
 * A controller that fails at times: what the rules allow goes wrong by chance.
 *
 * LLM-State, section V-B: "For each real executable robot manipulation, we allow 3 retries". The tries of a manipulation are one step,
 * which fails when all of them fail; of retries of a navigation the paper says nothing. Failing is one more precondition, the
 * last one, so that nothing has happened when it does not hold.
 */
import type { Noise } from './noise.ts';
import type { Condition } from './rules/preconditions.ts';
import type { PaperRule } from './rules/rule.ts';
import { isManipulation } from './skill_library.ts';
import type { HouseholdState } from './state/household_state.ts';

/** Rules that are carried out by such a controller. */
export function withFailures(
  rules: ReadonlyMap<string, PaperRule>,
  noise: Noise,
  retriesMax: number,
): ReadonlyMap<string, PaperRule> {
  const controlled = controllerWorks(noise, 1 + retriesMax);
  const navigated = navigationWorks(noise);
  return new Map(
    [...rules].map(([verb, rule]) => {
      if (rule.arity === 0) return [verb, rule];
      const condition = isManipulation(verb) ? controlled : navigated;
      return [verb, { ...rule, preconditions: [...rule.preconditions, { argument: 0, condition }] }];
    }),
  );
}

function controllerWorks(noise: Noise, tries: number): Condition<HouseholdState> {
  return {
    name: 'controller_failed',
    holds(_, node) {
      for (let nth = 0; nth < tries; nth++) {
        if (!noise.happens('manipulationFailure', { thing: node, nth })) return true;
      }
      return false;
    },
    problem: (name) =>
      `the controller failed with ${name}, ${tries === 1 ? 'at the only try' : `at all ${tries} tries`}`,
  };
}

function navigationWorks(noise: Noise): Condition<HouseholdState> {
  return {
    name: 'navigation_failed',
    holds: (_, node) => !noise.happens('navigationFailure', { thing: node }),
    problem: (name) => `the robot did not get to ${name}`,
  };
}
