/** The task and what is sensed at a table, as the slots of prompts. */
import type { Message } from '../cassettes/llm.ts';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import { type Asked, askUntilRead, type ChatSettings, type Reader } from './ask_until_read.ts';
import type { Start } from './planner.ts';
import type { Slots } from './prompts.ts';

/** The slots that `tableSlots` fills. */
export const TABLE_SLOTS = ['objects', 'state', 'task'] as const;

/** `objects` are all surfaces by name: the blocks in the scene's order, and the table. */
export function tableSlots({
  instruction,
  observation,
}: Pick<Start<TabletopObservation>, 'instruction' | 'observation'>): Readonly<
  Record<(typeof TABLE_SLOTS)[number], string>
> {
  return {
    objects: [...observation.blocks, 'table'].join(', '),
    state: stateText(observation),
    task: instruction,
  };
}

/**
 * What is sensed at a table, in words for a prompt (OLP, section V-B: "a textual description of the state").
 *
 * The words are the same for every method, and favour none: they are neither the predicates of a task planner nor the states of
 * object-level plans, of which "under" means the opposite.
 *
 * One line an object: `- K_block_1 lies on the table; nothing lies on K_block_1`; last the hand.
 */
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

/** The next question of a conversation about a table: a prompt with the task and what is sensed, asked until it can be read. */
type Question<V> = {
  /** What was said so far. */
  readonly chat: readonly Message[];
  /** Prompt file, and the purpose of the call. */
  readonly prompt: string;
  /** Slots of the prompt beside those of the table. */
  readonly slots?: Slots;
  readonly read: Reader<V>;
};

export function askAtTable<V>(
  start: Start<TabletopObservation>,
  { chat, prompt, slots = {}, read }: Question<V>,
  settings: ChatSettings,
): Promise<Asked<V>> {
  const content = start.prompts.render(prompt, { ...slots, ...tableSlots(start) });
  return askUntilRead(start, { chat: [...chat, { role: 'user', content }], purpose: prompt, read }, settings);
}
