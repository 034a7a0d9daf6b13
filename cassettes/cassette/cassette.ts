/** The front door: opens a tape in one of its modes and hands each episode its client. */
import type { LiveClient } from '../client/openai_client.ts';
import { type Disk, disk as machineDisk } from '../disk/disk.ts';
import { TapeError } from '../disk/tape_error.ts';
import { addressId } from '../format/address.ts';
import { type ModelEntry, modelEntry } from '../format/entry.ts';
import { Journal, type Recording } from '../format/journal.ts';
import { type Manifest, readManifest } from '../format/manifest.ts';
import { type Answering, type Provenance, uniqueProvenance } from '../format/provenance.ts';
import { type LayeredName, tapeFiles } from '../format/tape_files.ts';
import { type Llm, LlmCallError } from '../llm.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import type { TapeReader } from '../reading/tape.ts';
import { checkContextLimit } from '../tokens/context_limit.ts';
import { refuseSecrets } from '../wire/secrets.ts';
import { openForWriting, storeJournal } from '../writing/open_for_writing.ts';
import { type EpisodeCalls, episodeCalls } from './episode_calls.ts';
import { type EpisodeOptions, episodeLlm } from './episode_llm.ts';
import { type Answer, type Ask, replayAnswers } from './replay.ts';

/**
 * `replay` answers from the tape alone. `record` asks the model for what is missing, `rerecord` for everything. `batch` is `replay`
 * for the offline loop: it first stores what an interrupted run left, and its misses are cheap.
 */
export type CassetteMode = 'replay' | 'record' | 'rerecord' | 'batch';

export type CassetteOptions = LayeredName & {
  readonly mode: CassetteMode;
  /** Whether a miss names the recording that comes closest; in `replay` it does unless told otherwise. */
  readonly explainsMisses?: boolean;
  /** Who is asked in `record` and `rerecord`, */
  readonly client?: LiveClient;
  /** and what the manifest will say of it. */
  readonly provenance?: Answering;
  /** Who is asked for embeddings; the tape's own model when absent. */
  readonly embeddingModel?: string;
  /** In place of the machine's own. */
  readonly disk?: Disk;
};

/** What was replayed, to be printed beside what was computed from it. */
export type TapeDigest = {
  readonly suite: string;
  readonly model: string;
  readonly provenance: readonly Provenance[];
  /** Highest layer first; a task that lies in two layers is here twice. */
  readonly tasks: readonly { readonly task: string; readonly entries: number; readonly sha256: string }[];
  /** Recordings that lie in a journal and not on the tape yet. */
  readonly journaled: number;
};

export interface Cassette {
  /** Occurrences are counted from here, so each episode asks for its own. */
  episode(options: EpisodeOptions): Llm;
  /** The same for who forms requests himself. */
  calls(options: Omit<EpisodeOptions, 'onCall'>): EpisodeCalls;
  digest(): TapeDigest;
  /**
   * Waits for the answers that are under way, stores what was recorded and lets go of the tape. Must be called, whatever happened; calls
   * that are made from then on are refused. Where storing fails, the journal keeps what was recorded, and the next recording stores it.
   */
  finish(): Promise<{ readonly recorded: number }>;
}

/** Rejects with a `TapeError` where the tape cannot be used. */
export async function openCassette(options: CassetteOptions): Promise<Cassette> {
  const { tapesDir, below = [], suite, model, mode, embeddingModel = model, disk = machineDisk } = options;
  const { explainsMisses = mode === 'replay' } = options;
  const name = { tapesDir, below, suite, model };
  if (mode === 'record' || mode === 'rerecord') return openRecording(name, { ...options, embeddingModel, disk });
  if (mode === 'batch') (await openForWriting(name, disk))();
  const tape = await LayeredTape.open(name);
  const answer = replayAnswers(tape, { explain: explainsMisses });
  return cassette(tape, { answer, embeddingModel, store: async () => 0 });
}

type RecordingOptions = CassetteOptions & { readonly embeddingModel: string; readonly disk: Disk };

async function openRecording(name: LayeredName, options: RecordingOptions): Promise<Cassette> {
  const { mode, client, provenance, embeddingModel, disk } = options;
  if (client === undefined || provenance === undefined) {
    throw new Error(`Cannot open suite "${name.suite}" in mode "${mode}": it needs a client and its provenance`);
  }
  const release = await openForWriting(name, disk);
  try {
    const tape = await LayeredTape.open(name);
    const journal = Journal.create(tapeFiles(name).journal, name, disk);
    journal.declare(provenance);
    const { answer, save } = recordAnswers({ tape, journal, client, again: mode === 'rerecord' });
    const store = async () => {
      try {
        save();
        const recorded = journal.addresses().length;
        await storeJournal(name, journal, disk);
        return recorded;
      } finally {
        journal.close();
        release();
      }
    };
    return cassette(tape, { answer, embeddingModel, store });
  } catch (error) {
    release();
    throw error;
  }
}

type CassetteParts = {
  readonly answer: Answer;
  readonly embeddingModel: string;
  /** Stores what was recorded, and says how many. */
  readonly store: () => Promise<number>;
};

function cassette(tape: LayeredTape, { answer, embeddingModel, store }: CassetteParts): Cassette {
  const underWay = new Set<Promise<ModelEntry>>();
  let manifests = tape.layers.map(({ manifest }) => manifest);
  let finished: Promise<{ readonly recorded: number }> | null = null;

  async function answerUntilFinished(ask: Ask): Promise<ModelEntry> {
    if (finished !== null)
      throw new LlmCallError('api_error', `Cannot ask in episode "${ask.episode}": its run has ended`);
    const answered = answer(ask);
    underWay.add(answered);
    return answered.finally(() => underWay.delete(answered));
  }

  async function finish() {
    await Promise.allSettled(underWay);
    try {
      const recorded = await store();
      const [highest, ...below] = manifests;
      const written = readManifest(tapeFiles(tape.name).manifest, tape.name) ?? highest;
      if (written !== undefined) manifests = [written, ...below];
      return { recorded };
    } finally {
      await tape.close();
    }
  }

  const shared = { ...tape.name, embeddingModel, answer: answerUntilFinished };

  return {
    episode: (options) => episodeLlm({ ...options, ...shared }),
    calls: (options) => episodeCalls({ ...options, ...shared }),
    digest: () => digestOf(tape, manifests),
    finish() {
      finished ??= finish();
      return finished;
    },
  };
}

function digestOf({ name, layers }: LayeredTape, manifests: readonly Manifest[]): TapeDigest {
  const { suite, model } = name;
  const provenance = uniqueProvenance(manifests.flatMap((manifest) => manifest.provenance));
  const tasks = manifests.flatMap((manifest) =>
    Object.entries(manifest.tasks).map(([task, { replies }]) => ({ task, ...replies })),
  );
  const journaled = layers.reduce((sum, { journal }) => sum + (journal?.addresses().length ?? 0), 0);
  return { suite, model, provenance, tasks, journaled };
}

/**
 * Answers from a tape, and from a model where the tape has nothing yet; what the model says is safe in the journal before the
 * planner hears it.
 *
 * An answer that the disk refuses is kept, and the planner does not hear it. It is written before anything more is asked, so a full disk
 * costs no more answers than were under way.
 */
type Recorder = {
  readonly tape: TapeReader;
  /** The journal of this run; nothing is in it at the start. */
  readonly journal: Journal;
  readonly client: LiveClient;
  /** Asks again for what is on the tape, once a run. */
  readonly again: boolean;
};

/** `save` writes what the disk refused before, or throws as the disk does. */
function recordAnswers({ tape, journal, client, again }: Recorder): {
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
