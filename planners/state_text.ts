/**
 * What is sensed at a table, in words for a prompt (OLP, section V-B: "a textual description of the state").
 *
 * @module
 */
import type { TabletopObservation } from '../envs/env.ts';

/** One line an object: `- K_block_1: on table, under nothing`; last the hand. */
export function stateText({ states, facts }: Pick<TabletopObservation, 'states' | 'facts'>): string {
  const held = facts.find(([predicate, first]) => predicate === 'in' && first === 'hand')?.[2] ?? 'air';
  return [
    ...states.map((each) => `- ${each.object}: ${each.states.join(', ')}`),
    `- hand: ${held === 'air' ? 'empty' : `holds ${held}`}`,
  ].join('\n');
}
