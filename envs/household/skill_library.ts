/**
 * The robot's skill library: which manipulations it has learned, of what.
 *
 * LLM-State, section V-B: a manipulation that is "not in our learned skill library" is denied by a human, and fails. So the library
 * is the first precondition of every manipulation; `move` and `wait` need no skill.
 */
import type { Manipulation, Skills } from './household_options.ts';
import type { PaperRule, Precondition } from './rules/rule.ts';
import type { House, HouseNode } from './scene/house.ts';

/** Rules that heed a skill library; the rules themselves where everything has been learned. */
export function withSkills(
  rules: ReadonlyMap<string, PaperRule>,
  skills: Skills | null,
  house: House,
): ReadonlyMap<string, PaperRule> {
  if (skills === null) return rules;
  return new Map(
    [...rules].map(([verb, rule]) => {
      if (!isManipulation(verb)) return [verb, rule];
      const skill: readonly (readonly string[])[] = skills[verb] ?? [];
      const preconditions = Array.from({ length: rule.arity }, (_, argument) =>
        inSkillLibrary(verb, { argument: argument as 0 | 1, kinds: skill[argument] ?? [], house }),
      );
      return [verb, { ...rule, preconditions: [...preconditions, ...rule.preconditions] }];
    }),
  );
}

/** Whether the robot does it with its hand, so that it takes a skill and may be tried again. */
export function isManipulation(verb: string): verb is Manipulation {
  return verb !== 'move' && verb !== 'wait';
}

type Learned = { readonly argument: 0 | 1; readonly kinds: readonly string[]; readonly house: House };

function inSkillLibrary(verb: string, { argument, kinds, house }: Learned): Precondition {
  const learned = Uint8Array.from(house.nodes, (node) => (isOneOf(node, kinds) ? 1 : 0));
  return {
    argument,
    condition: {
      name: 'in_skill_library',
      holds: (_, node) => learned[node] === 1,
      problem: (name) => `a human denies it, for ${name} is not in the skill library of ${verb}`,
    },
  };
}

/** Whether its class or one of its properties is named. */
function isOneOf({ className, properties }: HouseNode, kinds: readonly string[]): boolean {
  return kinds.includes(className) || properties.some((property) => kinds.includes(property));
}
