import type { Message } from '../../cassettes/llm.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { askUntilRead, type Reader } from '../ask_until_read.ts';
import type { Start } from '../planner.ts';
import type { Slots } from '../prompts.ts';
import type { Options } from './options_schema.ts';
import { StageFailure } from './stage_failure.ts';

export type Setting = { readonly start: Start<TabletopObservation>; readonly options: Options };

export type Stage<T> = {
  readonly purpose: string;
  readonly prompt: readonly [name: string, slots: Slots];
  readonly temperature: number;
  readonly read: Reader<T>;
};

/** Returns the value and the chat so far. Throws a StageFailure on an unusable last reply. */
export async function ask<T>(
  { start, options }: Setting,
  chat: readonly Message[],
  { purpose, prompt, temperature, read }: Stage<T>,
): Promise<{ readonly value: T; readonly chat: readonly Message[] }> {
  const question: Message = { role: 'user', content: start.prompts.render(...prompt) };
  const asked = await askUntilRead(start, { chat: [...chat, question], purpose, read }, { ...options, temperature });
  if (!asked.reading.ok) throw new StageFailure(asked.reading.failure);
  return { value: asked.reading.value, chat: asked.chat };
}
