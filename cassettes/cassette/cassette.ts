import type { LiveClient } from '../client/openai_client.ts';
import type { Disk } from '../disk/disk.ts';
import { TapeError } from '../disk/read_lines.ts';
import { addressId, type ModelEntry, modelEntry } from '../format/entry.ts';
import type { Journal, Recording } from '../format/journal.ts';
import { type Manifest, readManifest } from '../format/manifest.ts';
import { type Declaration, uniqueProvenance } from '../format/provenance.ts';
import { type LayeredName, tapeFiles } from '../format/tape_files.ts';
import { type Llm, LlmCallError } from '../llm.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import { checkContextLimit } from '../tokens/token_count.ts';
import { refuseSecrets } from '../wire/secrets.ts';
import { openForWriting, startRecording } from '../writing/open_for_writing.ts';
import { type EpisodeCalls, type EpisodeOptions, episodeCalls, episodeLlm } from './episode_llm.ts';
import { type Answer, type Ask, replayAnswers } from './replay.ts';

/** `batch` stores an interrupted journal, and explains no misses. */
export type CassetteMode = 'replay' | 'record' | 'rerecord' | 'batch';

export type CassetteOptions = LayeredName &
  Readonly<{
    mode: CassetteMode;
    explainsMisses?: boolean;
    client?: LiveClient;
    provenance?: Declaration;
    embeddingModel?: string;
    disk?: Disk;
  }>;

export type TapeDigest = Readonly<ReturnType<typeof digestOf>>;

export interface Cassette {
  episode(options: EpisodeOptions): Llm;
  calls(options: EpisodeOptions): EpisodeCalls;
  digest(): TapeDigest;
  /** Always call it; on failure, the journal keeps the recordings. */
  finish(): Promise<{ readonly recorded: number }>;
}

export async function openCassette(options: CassetteOptions): Promise<Cassette> {
  const { tapesDir, below = [], suite, model, mode, explainsMisses = mode === 'replay', disk } = options;
  const { embeddingModel = model } = options;
  const name = { tapesDir, below, suite, model };
  if (mode === 'record' || mode === 'rerecord') return openRecording(name, embeddingModel, options);
  if (mode === 'batch') (await openForWriting(name, disk))();
  const tape = await LayeredTape.open(name);
  const answer = replayAnswers(tape, { explain: explainsMisses });
  return cassette(tape, { answer, embeddingModel, store: async () => ({ recorded: 0 }) });
}

async function openRecording(
  name: LayeredName,
  embeddingModel: string,
  { mode, client, provenance, disk }: CassetteOptions,
): Promise<Cassette> {
  if (client === undefined || provenance === undefined) {
    throw new Error(`Cannot open suite "${name.suite}" in mode "${mode}" without a client and its provenance`);
  }
  const { journal, finish } = await startRecording(name, { provenance, disk });
  try {
    const tape = await LayeredTape.open(name);
    const { answer, save } = recordAnswers({ tape, journal, client, mode });
    return cassette(tape, { answer, embeddingModel, store: () => finish(save) });
  } catch (error) {
    await finish();
    throw error;
  }
}

function cassette(
  tape: LayeredTape,
  { answer, embeddingModel, store }: { answer: Answer; embeddingModel: string; store: Cassette['finish'] },
): Cassette {
  const pending = new Set<Promise<ModelEntry>>();
  let manifests = tape.layers.map(({ manifest }) => manifest);
  let finished: ReturnType<Cassette['finish']> | null = null;

  async function answerUntilFinished(ask: Ask): Promise<ModelEntry> {
    if (finished !== null) {
      throw new LlmCallError('api_error', `Cannot call the model in episode "${ask.episode}": its run has ended`);
    }
    const answered = answer(ask);
    pending.add(answered);
    return answered.finally(() => pending.delete(answered));
  }

  async function finish() {
    await Promise.allSettled(pending);
    try {
      const stored = await store();
      const [highest, ...below] = manifests;
      const written = readManifest(tapeFiles(tape.name).manifest, tape.name) ?? highest;
      if (written !== undefined) manifests = [written, ...below];
      return stored;
    } finally {
      await tape.close();
    }
  }

  const common = { ...tape.name, embeddingModel, answer: answerUntilFinished };

  return {
    episode: (options) => episodeLlm({ ...options, ...common }),
    calls: (options) => episodeCalls({ ...options, ...common }),
    digest: () => digestOf(tape, manifests),
    finish() {
      finished ??= finish();
      return finished;
    },
  };
}

function digestOf({ name, layers }: LayeredTape, manifests: readonly Manifest[]) {
  const { suite, model } = name;
  const provenance = uniqueProvenance(manifests.flatMap((manifest) => manifest.provenance));
  const tasks = manifests.flatMap((manifest) =>
    Object.entries(manifest.tasks).map(([task, { replies }]) => ({ task, ...replies })),
  );
  const journaled = layers.reduce((sum, { journal }) => sum + (journal?.addresses().length ?? 0), 0);
  return { suite, model, provenance, tasks, journaled };
}

/** Repeats failed writes: a full disk costs only answers in flight. */
type RecordingParts = Readonly<{ tape: LayeredTape; journal: Journal; client: LiveClient; mode: CassetteMode }>;

function recordAnswers({ tape, journal, client, mode }: RecordingParts) {
  const inFlight = new Map<string, Promise<ModelEntry>>();
  const unsaved = new Map<string, Recording>();

  function save() {
    journal.append([...unsaved.values()]);
    unsaved.clear();
  }

  async function answer(ask: Ask): Promise<ModelEntry> {
    const onTape = mode === 'rerecord' ? null : await tape.find(ask.address);
    if (unsaved.size > 0) save();
    const recorded = onTape ?? journal.find(ask.address)?.entry;
    return recorded === undefined ? askOnce(ask) : modelEntry(recorded);
  }

  function askOnce(ask: Ask): Promise<ModelEntry> {
    const id = addressId(ask.address);
    const answering = inFlight.get(id) ?? askModel(ask).finally(() => inFlight.delete(id));
    inFlight.set(id, answering);
    return answering;
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
