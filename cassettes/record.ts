/**
 * Answers from a tape, and from a model where the tape has nothing yet; what the model says is safe in the journal before the
 * planner hears it.
 *
 * @module
 */
import { addressId } from './address.ts';
import { checkContextLimit } from './context_limit.ts';
import type { Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import type { LiveClient } from './openai_client.ts';
import type { Answer, Ask } from './replay.ts';
import { refuseSecrets } from './secrets.ts';
import type { Tape } from './tape.ts';

export type Recorder = {
  readonly tape: Tape;
  /** The journal of this run; nothing is in it at the start. */
  readonly journal: Journal;
  readonly client: LiveClient;
  /** Asks again for what is on the tape, once a run. */
  readonly again: boolean;
};

/** `settled` resolves when nobody is being asked any more. */
export function recordAnswers({ tape, journal, client, again }: Recorder): {
  readonly answer: Answer;
  readonly settled: () => Promise<void>;
} {
  const asked = new Map<string, Promise<Entry>>();

  async function answer(ask: Ask): Promise<Entry> {
    const recorded = again ? null : await tape.find(ask.address);
    return recorded ?? journal.find(ask.address)?.entry ?? askOnce(ask);
  }

  /** Simultaneous misses of one address ask once. */
  function askOnce(ask: Ask): Promise<Entry> {
    const id = addressId(ask.address);
    const waiting = asked.get(id) ?? askModel(ask).finally(() => asked.delete(id));
    asked.set(id, waiting);
    return waiting;
  }

  async function askModel({ address, request }: Ask): Promise<Entry> {
    refuseSecrets(request);
    await checkContextLimit(request);
    const reply = await client.ask(request);
    const entry: Entry = { ...address, reply, source: 'live' };
    journal.append([{ entry, request }]);
    return entry;
  }

  return {
    answer,
    async settled() {
      await Promise.allSettled(asked.values());
    },
  };
}
