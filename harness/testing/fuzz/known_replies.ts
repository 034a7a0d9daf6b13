/**
 * Test support: what a model said on the shipped tapes, by the beginning of what it was asked.
 *
 * @module
 */
import { knownTapes } from '../../../cassettes/reading/known_tapes.ts';
import { LayeredTape } from '../../../cassettes/reading/layered_tape.ts';
import type { TapedRequest } from '../../../cassettes/wire/exchange.ts';
import { PLACES } from '../../io/places.ts';

export type KnownReplies = {
  readonly all: readonly string[];
  /** To requests that begin like this one, which is those of the same part of the same method; none where nothing is known. */
  to(request: TapedRequest): readonly string[];
};

/** Methods tell their requests apart early on; names of objects come later. */
const BEGINNING = 60;

export async function knownReplies(): Promise<KnownReplies> {
  const byBeginning = new Map<string, string[]>();
  for (const name of knownTapes(PLACES.tapes)) {
    const tape = await LayeredTape.open(name);
    const texts = new Map<string, string[]>();
    const tasks = new Set<string>();
    for await (const address of tape.addresses()) {
      const reply = (await tape.find(address))?.reply;
      tasks.add(address.task);
      if (reply !== undefined && 'text' in reply) listAt(texts, address.key).push(reply.text);
    }
    for (const task of tasks) {
      for await (const { key, request } of tape.requests(task)) {
        listAt(byBeginning, beginningOf(request)).push(...(texts.get(key) ?? []));
      }
    }
    await tape.close();
  }
  return {
    all: [...byBeginning.values()].flat(),
    to: (request) => byBeginning.get(beginningOf(request)) ?? [],
  };
}

function listAt(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function beginningOf({ body }: TapedRequest): string {
  return 'messages' in body ? (body.messages.at(-1)?.content ?? '').slice(0, BEGINNING) : '';
}
