/**
 * LLM-State, section V-B: a human denies a manipulation "not in our learned skill library", and it fails.
 * So the library is the first precondition of every manipulation; `move` and `wait` need no skill.
 */
import type { Manipulation, Skills } from './household_options.ts';
import type { PaperRule, Precondition } from './rules/preconditions.ts';
import type { House, HouseNode } from './scene/house.ts';

/** Returns the same rules where everything has been learned. */
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

function isOneOf({ className, properties }: HouseNode, kinds: readonly string[]): boolean {
  return kinds.includes(className) || properties.some((property) => kinds.includes(property));
}
