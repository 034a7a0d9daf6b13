/**
 * What is sensed at a table, in words for a prompt (OLP, section V-B: "a textual description of the state").
 *
 * The words are the same for every method, and favour none: they are neither the predicates of a task planner nor the states of
 * object-level plans, of which "under" means the opposite.
 */
import type { TabletopObservation } from '../envs/tabletop/observation.ts';

/** One line an object: `- K_block_1 lies on the table; nothing lies on K_block_1`; last the hand. */
export function stateText({ states, facts }: Pick<TabletopObservation, 'states' | 'facts'>): string {
  const held = facts.find(([predicate, first]) => predicate === 'in' && first === 'hand')?.[2] ?? 'air';
  return [
    ...states.map((each) => `- ${each.states.map((state) => sentence(each.object, state)).join('; ')}`),
    `- The hand ${held === 'air' ? 'is empty' : `holds ${held}`}`,
  ].join('\n');
}

function sentence(object: string, state: string): string {
  if (state === 'in hand') return `${object} is in the hand`;
  const [relation, other = ''] = state.split(' ');
  return relation === 'on' ? lies(object, other) : lies(other, object);
}

function lies(upper: string, lower: string): string {
  return `${upper} lies on ${lower === 'table' ? 'the table' : lower}`;
}
