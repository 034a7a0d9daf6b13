import { type CassetteMode, openCassette } from '../cassette/cassette.ts';
import type { TapeMissError } from '../cassette/replay.ts';
import { openaiClient } from '../client/openai_client.ts';
import { boundedServer, SERVER_BOUNDS, type ServerBounds } from '../endpoint/bounded_server.ts';
import { openaiEndpoint } from '../endpoint/openai_endpoint.ts';
import { ServedTapes, type ServedTapesOptions } from '../endpoint/served_tapes.ts';
import type { Recording } from '../format/journal.ts';
import { requestKey } from '../wire/exchange.ts';
import { embeddingsRequest } from '../wire/wire.ts';
import { ANSWERING, record, recording, tapeIn, temporaryFolder } from './tape_fixture.ts';

export const EPISODE = 'household/house_1/make_toast/1';
export const VECTORS = [0.5, 1].map((number) => [number, -number]);

export type ServedOptions = Readonly<{
  mode?: CassetteMode;
  model?: string;
  bounds?: Partial<ServerBounds>;
  tapes?: Partial<ServedTapesOptions>;
  upstream?: string;
}>;

/** Two answers to `toast`, one to `tea`, and vectors of `a` and `b`; `whenDone` is vitest's `onTestFinished`. */
export async function servedEndpoint(
  whenDone: (clean: () => void | Promise<void>) => void,
  { mode = 'replay', model, bounds, tapes: more, upstream }: ServedOptions = {},
) {
  const tapesDir = temporaryFolder(whenDone);
  await record(tapeIn(tapesDir), [
    recording('toast', { text: 'first ü' }),
    recording('toast', { occurrence: 2, text: 'second' }),
    recording('tea', { text: 'x'.repeat(450) }),
    embedding(),
  ]);
  const settings = { apiKey: 'sk-upstream-0123456789abcdef', nowMs: () => 0, sleep: async () => {}, attemptsMax: 1 };
  const asked = upstream === undefined ? {} : { client: openaiClient({ ...settings, baseUrl: upstream }) };
  const misses: TapeMissError[] = [];
  const tapes = new ServedTapes({
    tapesDir,
    mayBeginTapes: mode !== 'replay',
    open: (tape) => openCassette({ tapesDir, ...tape, mode, provenance: ANSWERING, ...asked }),
    ...more,
  });
  const limits = { ...SERVER_BOUNDS, ...bounds };
  const hosts = ['localhost', '127.0.0.1'];
  const handle = openaiEndpoint({ tapes, model, bounds: limits, hosts, onMiss: (miss) => misses.push(miss) });
  const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds: limits });
  let finished: ReturnType<typeof tapes.finish> | null = null;
  const finish = () => (finished ??= server.close().then(() => tapes.finish()));
  whenDone(async () => void (await finish()));
  return { baseUrl: `${server.origin}/v1`, origin: server.origin, tapesDir, misses, finish };
}

function embedding(): Recording {
  const request = embeddingsRequest('text-embedding-3-small', ['a', 'b']);
  const usage = { promptTokens: 2, completionTokens: 0 };
  const reply = { vectors: VECTORS, usage, latencyMs: 5, model: 'text-embedding-3-small' };
  const { entry } = recording('');
  return { request, entry: { ...entry, key: requestKey(request), reply } };
}
