/**
 * One stage of a chat: ask, read the answer, and, where that fails and retries are left, say why and ask again.
 *
 * @module
 */
import type { Message } from '../../cassettes/llm.ts';
import type { TabletopObservation } from '../../envs/env.ts';
import { ParseLog } from '../parse_log.ts';
import type { Start } from '../planner.ts';
import type { Slots } from '../prompts.ts';
import type { Options } from './options_schema.ts';
import { StageFailure } from './stage_failure.ts';

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

/** More than any answer has that fits into `maxTokens`; the rest would make every later request as long. */
const SHOWN_MAX = 20_000;

/** Returns what was read and the chat as it stands then. Throws the last attempt's StageFailure. */
export async function ask<T>(
  { start, options }: Setting,
  chat: readonly Message[],
  { purpose, prompt, temperature, read }: Stage<T>,
): Promise<{ readonly value: T; readonly chat: readonly Message[] }> {
  const messages: Message[] = [...chat, { role: 'user', content: start.prompts.render(...prompt) }];
  for (let attempt = 1; ; attempt++) {
    const reply = await start.llm.chat([...messages], { purpose, temperature, maxTokens: options.maxTokens });
    messages.push({ role: 'assistant', content: reply.text.slice(0, SHOWN_MAX).toWellFormed() });
    const log = new ParseLog();
    if (attempt > 1) log.remark(`attempt ${attempt} of ${options.retriesMax + 1}`);
    try {
      const { value, accepted } = read(reply.text, log);
      start.note(log.note(purpose, accepted));
      return { value, chat: messages };
    } catch (error) {
      if (!(error instanceof StageFailure)) throw error;
      log.remark(`${error.reason}: ${error.message}`);
      start.note(log.note(purpose, 0));
      if (attempt > options.retriesMax) throw error;
      messages.push({ role: 'user', content: start.prompts.render('retry', { problem: error.message }) });
    }
  }
}
