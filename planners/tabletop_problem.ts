/** The tabletop in PDDL: what is sensed and what is wanted as a problem, and the solver's plan as actions. */
import type { Action } from '../envs/env.ts';
import type { Fact, TabletopObservation } from '../envs/tabletop/observation.ts';

/** What the domain has as constants, so that no problem declares it. */
const CONSTANTS = ['air', 'hand', 'table'];

/** A PDDL problem of a domain (by name): the sensed facts as its initial state, the wanted ones as its goal. */
export function tabletopProblem(
  domain: string,
  { blocks, facts }: Pick<TabletopObservation, 'blocks' | 'facts'>,
  goal: readonly Fact[],
): string {
  const objects = blocks.filter((block) => !CONSTANTS.includes(block));
  return [
    '(define (problem tabletop)',
    `  (:domain ${domain})`,
    `  (:objects ${objects.join(' ')})`,
    '  (:init',
    ...facts.map((fact) => `    (${fact.join(' ')})`),
    '  )',
    '  (:goal (and',
    ...goal.map((fact) => `    (${fact.join(' ')})`),
    '  )))',
    '',
  ].join('\n');
}

/** The name that a domain's text gives itself; null where it gives none. */
export function domainName(text: string): string | null {
  return /\(\s*domain\s+([^\s()]+)\s*\)/i.exec(text)?.[1] ?? null;
}

/** The actions of a plan such as `["(pick k_block_1 table)"]`, with names as the world spells them: PDDL knows no case. */
export function planActions(plan: readonly string[], blocks: readonly string[]): Action[] {
  const spelling = new Map(blocks.map((block) => [block.toLowerCase(), block]));
  return plan.map((step) => {
    const [verb = '', ...args] = step.replace(/^\(|\)$/g, '').split(/\s+/);
    return { verb, args: args.map((name) => spelling.get(name.toLowerCase()) ?? name) };
  });
}
