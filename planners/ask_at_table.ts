/** The next question of a conversation about a table: a prompt with the task and what is sensed, asked until it can be read. */
import type { Message } from '../cassettes/llm.ts';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import { type Asked, askUntilRead, type ChatSettings, type Reader } from './ask_until_read.ts';
import type { Start } from './planner.ts';
import type { Slots } from './prompts.ts';
import { tableSlots } from './table_slots.ts';

export type Question<V> = {
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
