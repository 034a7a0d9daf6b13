/**
 * One stage of a chat: ask, read the answer, and ask again where that fails and retries are left.
 *
 * @module
 */
import type { Message } from '../../cassettes/llm.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { askUntilRead, type Reading as Outcome } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';
import type { Start } from '../planner.ts';
import type { Slots } from '../prompts.ts';
import type { Options } from './options_schema.ts';
import { isReplyFailure, StageFailure } from './stage_failure.ts';

export type Setting = { readonly start: Start<TabletopObservation>; readonly options: Options };

/** What was read, and how many things that is. */
export type Reading<T> = { readonly value: T; readonly accepted: number };

export type Stage<T> = {
  readonly purpose: string;
  /** Prompt file and its slots. */
  readonly prompt: readonly [name: string, slots: Slots];
  readonly temperature: number;
  /** Throws a StageFailure where nothing can be made of the reply. */
  readonly read: (reply: string, log: ParseLog) => Reading<T>;
};

/** Returns what was read and the chat as it stands then. Throws the last attempt's StageFailure. */
export async function ask<T>(
  { start, options }: Setting,
  chat: readonly Message[],
  { purpose, prompt, temperature, read }: Stage<T>,
): Promise<{ readonly value: T; readonly chat: readonly Message[] }> {
  const question: Message = { role: 'user', content: start.prompts.render(...prompt) };
  const asked = await askUntilRead<T>(
    start,
    { chat: [...chat, question], purpose, read: (text, log) => outcomeOf(() => read(text, log)) },
    { ...options, temperature },
  );
  if (!asked.reading.ok) throw new StageFailure(asked.reading.failure, asked.reading.problem);
  return { value: asked.reading.value, chat: asked.chat };
}

function outcomeOf<T>(read: () => Reading<T>): Outcome<T> {
  try {
    return { ok: true, ...read() };
  } catch (error) {
    if (!isReplyFailure(error)) throw error;
    return { ok: false, failure: error.reason, problem: error.message };
  }
}
