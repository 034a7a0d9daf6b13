/** A model's action needs the prefix `pick` or `place`, and a block before a surface among its arguments. */
import type { Action } from '../../envs/env.ts';
import { planActions } from '../tabletop_problem.ts';

export type Skill = 'pick' | 'place';

export function skillOf(name: string): Skill | null {
  return (/^(pick|place)/.exec(name.toLowerCase())?.[0] as Skill | undefined) ?? null;
}

export function executableActions(plan: readonly string[], blocks: readonly string[]): readonly Action[] | null {
  const surfaces = new Set(['table', ...blocks]);
  const actions: Action[] = [];
  for (const { verb, args } of planActions(plan, blocks)) {
    const skill = skillOf(verb);
    const [object, surface, ...more] = args.filter((name) => surfaces.has(name));
    if (skill === null || object === undefined || surface === undefined || object === 'table' || more.length > 0) {
      return null;
    }
    actions.push({ verb: skill, args: [object, surface] });
  }
  return actions;
}
