/** LLM-State, section V-B: a human first denies a manipulation "not in our learned skill library". */
import type { Manipulation, Skills } from './household_options.ts';
import type { PaperRule, Precondition } from './rules/preconditions.ts';
import type { House } from './scene/house.ts';

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
      const library = ([0, 1] as const)
        .slice(0, rule.arity)
        .map((argument) => inSkillLibrary(verb, argument, areInLibrary(skill[argument] ?? [], house)));
      return [verb, { ...rule, preconditions: [...library, ...rule.preconditions] }];
    }),
  );
}

export function isManipulation(verb: string): verb is Manipulation {
  return verb !== 'move' && verb !== 'wait';
}

function inSkillLibrary(verb: string, argument: 0 | 1, library: readonly boolean[]): Precondition {
  return {
    argument,
    condition: {
      name: 'in_skill_library',
      holds: (_, node) => library[node] === true,
      problem: (name) => `a human denies it because ${name} is not in the skill library of ${verb}`,
    },
  };
}

function areInLibrary(kinds: readonly string[], { nodes }: House): boolean[] {
  return nodes.map(({ className, properties }) => [className, ...properties].some((kind) => kinds.includes(kind)));
}
