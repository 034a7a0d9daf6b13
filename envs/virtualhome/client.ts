import { setTimeout as wait } from 'node:timers/promises';
import { excerpt } from '../quoted.ts';
import { SimulatorError } from '../simulator_error.ts';
import type { SimulatorAddress } from '../world.ts';
import { type WireReply, wireReplySchema } from './wire.ts';

export type SimulatorMessage = {
  readonly action: string;
  readonly intParams?: readonly number[];
  readonly stringParams?: readonly string[];
};

export interface VirtualHomeClient {
  readonly name: string;
  /** Rejects with a SimulatorError or the signal's reason. Sent once: an unanswered message may have taken effect. */
  send(message: SimulatorMessage, signal?: AbortSignal): Promise<WireReply>;
}

/** The simulator is busy, for example with a former client's request. */
const BUSY = 429;
const BUSY_WAIT_MS = 200;
const WORDS_MAX = 300;

export function httpClient({ url, timeoutMs }: SimulatorAddress): VirtualHomeClient {
  const name = `VirtualHome's simulator at "${url}"`;
  let count = 0;
  return {
    name,
    async send(message, signal) {
      count += 1;
      const id = String(count);
      const late = AbortSignal.timeout(timeoutMs);
      const either = signal === undefined ? late : AbortSignal.any([late, signal]);
      try {
        const { status, text } = await posted(url, JSON.stringify({ id, ...message }), either);
        return replyOf(text, { id, status, name });
      } catch (cause) {
        signal?.throwIfAborted();
        if (cause instanceof SimulatorError) throw cause;
        const problem = late.aborted
          ? `it did not answer "${message.action}" within ${timeoutMs / 1000} s (--simulator-timeout-s)`
          : `"${message.action}" failed: ${reasonOf(cause)}; is it running, and is --simulator its URL?`;
        throw new SimulatorError(`Cannot use ${name}: ${problem}`, { cause });
      }
    },
  };
}

async function posted(url: string, body: string, signal: AbortSignal): Promise<{ status: number; text: string }> {
  for (;;) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const text = await response.text();
    if (response.status !== BUSY) return { status: response.status, text };
    await wait(BUSY_WAIT_MS, undefined, { signal });
  }
}

function replyOf(
  text: string,
  { id, status, name }: { readonly id: string; readonly status: number; readonly name: string },
): WireReply {
  const reply = wireReplySchema.safeParse(parsed(text));
  if (!reply.success) {
    const found = JSON.stringify(excerpt(text, 100));
    throw new SimulatorError(
      `Cannot use ${name}: expected an answer in VirtualHome's protocol ({id, success, message, value, message_list}), found status ${status} and ${found}`,
    );
  }
  const { message } = reply.data;
  if (status !== 200) {
    throw new SimulatorError(`Cannot use ${name}: it answered ${status}: ${excerpt(message ?? '', WORDS_MAX)}`);
  }
  if (reply.data.id !== id) {
    throw new SimulatorError(
      `Cannot use ${name}: it answered request "${excerpt(reply.data.id, 40)}" when asked "${id}"; does somebody else use it?`,
    );
  }
  return reply.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` puts the reason of a failure in its cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof Error ? cause : error;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message === '' && 'code' in inner ? String(inner.code) : inner.message;
}
