/** LLM-State, section V-B: a human denies manipulations that are "not in our learned skill library". */
import type { Manipulation, Skills } from './household_options.ts';
import type { PaperRules, Precondition } from './rules/preconditions.ts';
import type { House } from './scene/house.ts';

export function withSkills(rules: PaperRules, skills: Skills | null, house: House): PaperRules {
  if (skills === null) return rules;
  return new Map(
    [...rules].map(([verb, rule]) => {
      if (!isManipulation(verb)) return [verb, rule];
      const skill: readonly (readonly string[])[] = skills[verb] ?? [];
      const libraryPreconditions = ([0, 1] as const)
        .slice(0, rule.arity)
        .map((argument) => libraryPrecondition(verb, argument, coverage(skill[argument] ?? [], house)));
      return [verb, { ...rule, preconditions: [...libraryPreconditions, ...rule.preconditions] }];
    }),
  );
}

export function isManipulation(verb: string): verb is Manipulation {
  return verb !== 'move' && verb !== 'wait';
}

function libraryPrecondition(verb: string, argument: 0 | 1, isCovered: readonly boolean[]): Precondition {
  return {
    argument,
    condition: {
      name: 'in_skill_library',
      holds: (_, node) => isCovered[node] === true,
      problem: (name) => `a human denies it because the skill library has no ${verb} for ${name}`,
    },
  };
}

function coverage(kinds: readonly string[], { nodes }: House): boolean[] {
  return nodes.map(({ className, properties }) => [className, ...properties].some((kind) => kinds.includes(kind)));
}
