/**
 * The requests and replies of an episode in full, from the tape: for reading, not for replay.
 *
 * @module
 */

import { LayeredTape } from '../../cassettes/reading/layered_tape.ts';
import { replyText } from '../../cassettes/wire/reply_text.ts';
import type { TapedRequest } from '../../cassettes/wire/taped_request.ts';
import { inCassette } from '../run_tapes/tape_layers.ts';
import type { Trace } from '../trace/trace.ts';

/** A request and its reply, as they lie on the tape. */
export type Exchange = {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly reply: string;
};

/** One exchange for each call of the trace, in order; null where the tape no longer holds it. */
export async function exchangesOf(tapes: readonly string[], { header, events }: Trace): Promise<(Exchange | null)[]> {
  if (header.model === null) return [];
  const tape = await LayeredTape.open({ ...inCassette(tapes), suite: header.suite, model: header.model });
  try {
    const task = `${header.scene}/${header.task}`;
    const calls = events.filter((event) => event.event === 'call');
    const requests = new Map<string, TapedRequest>();
    for await (const { key, request } of tape.requests(task)) requests.set(key, request);
    return await Promise.all(
      calls.map(async ({ key, occurrence }) => {
        const entry = await tape.find({ task, trial: header.trial, key, occurrence });
        const request = requests.get(key);
        if (entry === null || request === undefined) return null;
        const messages = 'messages' in request.body ? request.body.messages : [];
        return { messages, reply: replyText(entry.reply) };
      }),
    );
  } finally {
    await tape.close();
  }
}
