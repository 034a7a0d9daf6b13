import type { Action } from '../envs/env.ts';
import type { Fact, TabletopObservation } from '../envs/tabletop/observation.ts';

export function tabletopProblem(
  domain: string,
  { blocks, facts }: Pick<TabletopObservation, 'blocks' | 'facts'>,
  goal: readonly Fact[],
): string {
  const objects = blocks.filter((block) => !['air', 'hand', 'table'].includes(block));
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

export function domainName(text: string): string | null {
  return /\(\s*domain\s+([^\s()]+)\s*\)/i.exec(text)?.[1] ?? null;
}

export function planActions(plan: readonly string[], blocks: readonly string[]): Action[] {
  const spelling = new Map(blocks.map((block) => [block.toLowerCase(), block]));
  return plan.map((step) => {
    const [verb = '', ...args] = step.replace(/^\(|\)$/g, '').split(/\s+/);
    return { verb, args: args.map((name) => spelling.get(name.toLowerCase()) ?? name) };
  });
}
