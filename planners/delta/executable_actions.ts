/**
 * The plan of a domain that the model wrote, as actions of the robot.
 *
 * The robot carries out pick(object, surface) and place(object, surface) and nothing else. An action is one of them if its
 * name begins with `pick` or `place`, and if two of its arguments are a block and, behind it, a block or the table; other
 * arguments, such as the hand, say nothing that the robot does not know.
 */
import type { Action } from '../../envs/env.ts';
import { planActions } from '../tabletop_problem.ts';

export type Skill = 'pick' | 'place';

/** Which skill the name of an action means; null for none. */
export function skillOf(name: string): Skill | null {
  return (/^(pick|place)/.exec(name.toLowerCase())?.[0] as Skill | undefined) ?? null;
}

/** The actions of a plan such as `["(pick-up k_block_1 table hand)"]`; null where the robot knows one of them not. */
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
