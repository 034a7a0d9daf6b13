/**
 * Answers from a tape, and from a model where the tape has nothing yet; what the model says is safe in the journal before the
 * planner hears it.
 *
 * An answer that the disk refuses is kept, and the planner does not hear it. It is written before anything more is asked, so a full disk
 * costs no more answers than were under way.
 */
import type { LiveClient } from '../client/openai_client.ts';
import { TapeError } from '../disk/tape_error.ts';
import { addressId } from '../format/address.ts';
import { type ModelEntry, modelEntry } from '../format/entry.ts';
import type { Journal, Recording } from '../format/journal.ts';
import type { TapeReader } from '../reading/tape.ts';
import { checkContextLimit } from '../tokens/context_limit.ts';
import { refuseSecrets } from '../wire/secrets.ts';
import type { Answer, Ask } from './replay.ts';

export type Recorder = {
  readonly tape: TapeReader;
  /** The journal of this run; nothing is in it at the start. */
  readonly journal: Journal;
  readonly client: LiveClient;
  /** Asks again for what is on the tape, once a run. */
  readonly again: boolean;
};

/** `save` writes what the disk refused before, or throws as the disk does. */
export function recordAnswers({ tape, journal, client, again }: Recorder): {
  readonly answer: Answer;
  readonly save: () => void;
} {
  const asked = new Map<string, Promise<ModelEntry>>();
  const unsaved = new Map<string, Recording>();

  function save(): void {
    journal.append([...unsaved.values()]);
    unsaved.clear();
  }

  async function answer(ask: Ask): Promise<ModelEntry> {
    const onTape = again ? null : await tape.find(ask.address);
    if (unsaved.size > 0) save();
    const recorded = onTape ?? journal.find(ask.address)?.entry ?? null;
    return recorded === null ? askOnce(ask) : modelEntry(recorded);
  }

  /** Simultaneous misses of one address ask once. */
  function askOnce(ask: Ask): Promise<ModelEntry> {
    const id = addressId(ask.address);
    const waiting = asked.get(id) ?? askModel(ask).finally(() => asked.delete(id));
    asked.set(id, waiting);
    return waiting;
  }

  async function askModel({ address, request }: Ask): Promise<ModelEntry> {
    refuseSecrets(request);
    await checkContextLimit(request);
    const reply = await client.ask(request);
    const entry: ModelEntry = { ...address, reply, source: 'live' };
    try {
      journal.append([{ entry, request }]);
    } catch (error) {
      if (error instanceof TapeError) unsaved.set(addressId(address), { entry, request });
      throw error;
    }
    return entry;
  }

  return { answer, save };
}
