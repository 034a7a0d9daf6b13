import { knownTapes } from '../../../cassettes/reading/known_tapes.ts';
import { LayeredTape } from '../../../cassettes/reading/layered_tape.ts';
import type { TapedRequest } from '../../../cassettes/wire/exchange.ts';
import { memoize } from '../../../envs/memoize.ts';
import { PLACES } from '../../io/places.ts';

export type KnownReplies = {
  readonly all: readonly string[];
  /** To requests of the same part of the same method, which begin alike. */
  to(request: TapedRequest): readonly string[];
};

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
  return { all: [...byBeginning.values()].flat(), to: (request) => byBeginning.get(beginningOf(request)) ?? [] };
}

const listAt = (lists: Map<string, string[]>, key: string) => memoize(lists, key, () => []);

function beginningOf({ body }: TapedRequest): string {
  return 'messages' in body ? (body.messages.at(-1)?.content ?? '').slice(0, BEGINNING) : '';
}
