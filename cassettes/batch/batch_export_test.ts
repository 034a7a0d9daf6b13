import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { customId } from '../format/entry.ts';
import { readPendingRequests } from '../format/pending.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { missOf as missedOf, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { requestKey } from '../wire/exchange.ts';
import { embeddingsRequest } from '../wire/wire.ts';
import { countMissingAnswers, exportBatch } from './batch_export.ts';
import type { Miss } from './missed_requests.ts';

test('exportBatch() writes what the Batch API reads, in the order of addresses', async () => {
  const { out, options } = setUp();
  const { files } = await exportBatch([missOf('wash', { task: 'house_2/wash' }), missOf('toast')], options);
  expect(files).toEqual([{ path: out, model: 'gpt-4-0613', url: '/v1/chat/completions', requests: 2 }]);
  const { entry, request } = recording('toast');
  expect(linesOf(out)).toEqual([
    { custom_id: customId(entry), method: 'POST', url: '/v1/chat/completions', body: request.body },
    expect.objectContaining({ custom_id: customId(recording('wash', { task: 'house_2/wash' }).entry) }),
  ]);
});

test('exportBatch() gives the same bytes whatever the order of misses, and each address once', async () => {
  const { out, options } = setUp();
  const misses = [missOf('toast'), missOf('mug'), missOf('toast', { trial: 2 }), missOf('toast')];
  await exportBatch(misses, options);
  const once = readFileSync(out, 'utf8');
  await exportBatch(misses.toReversed(), options);
  expect(readFileSync(out, 'utf8')).toBe(once);
  expect(linesOf(out)).toHaveLength(3);
});

test('exportBatch() remembers what it asked for, this time and before, and forgets what was recorded in the meantime', async () => {
  const { tapesDir, options } = setUp();
  const pending = async () => [...(await readPendingRequests(tapeFiles(tapeIn(tapesDir)).pending)).keys()];
  await exportBatch([missOf('toast')], options);
  await exportBatch([missOf('mug'), missOf('toast')], options);
  const [toast = '', mug = ''] = [recording('toast'), recording('mug')].map(({ entry }) => customId(entry));
  expect((await pending()).toSorted()).toEqual([toast, mug].toSorted());
  await record(tapeIn(tapesDir), [recording('toast')]);
  await exportBatch([missOf('mug')], options);
  expect(await pending()).toEqual([mug]);
});

test('exportBatch() puts one model and one endpoint into a file', async () => {
  const { out, options } = setUp();
  const request = embeddingsRequest('text-embedding-3-small', ['a']);
  const place = { suite: 'tabletop', model: 'text-embedding-3-small' };
  const embed: Miss = { ...missOf('toast'), ...place, key: requestKey(request), ...request };
  const { files } = await exportBatch([missOf('toast'), embed], options);
  expect(files.map(({ path, url }) => [path, url])).toEqual([
    [out.replace('.jsonl', '-1.jsonl'), '/v1/chat/completions'],
    [out.replace('.jsonl', '-2.jsonl'), '/v1/embeddings'],
  ]);
});

test.each([{ requestsMax: 2 }, { bytesMax: 500 }])('exportBatch() splits at a limit of the API, %o', async (limits) => {
  const misses = ['a', 'b', 'c', 'd', 'e'].map((prompt) => missOf(prompt));
  const { files } = await exportBatch(misses, { ...setUp().options, ...limits });
  expect(files.map(({ requests }) => requests)).toEqual([2, 2, 1]);
  expect(files.flatMap(({ path }) => linesOf(path))).toHaveLength(5);
  for (const { path } of files) expect(readFileSync(path).length).toBeLessThanOrEqual(500);
});

test('exportBatch() replaces parts of an earlier export, and no file of the user’s that is called as a part', async () => {
  const { out, options } = setUp();
  const misses = ['a', 'b'].map((prompt) => missOf(prompt));
  const parts = { ...options, requestsMax: 1 };
  await exportBatch(misses, parts);
  const { files } = await exportBatch(misses, parts);
  const second = out.replace('.jsonl', '-2.jsonl');
  expect(files.map(({ path }) => path)).toEqual([out.replace('.jsonl', '-1.jsonl'), second]);
  writeFileSync(second, '{"id": "batch_req_1", "custom_id": "an answer"}\n');
  writeFileSync(files[0]!.path, '');
  const message = `Cannot export to "${second}": the file is not an earlier export; move it, or name another file`;
  await expect(exportBatch(misses, parts)).rejects.toThrow(message);
  expect(readFileSync(files[0]!.path, 'utf8')).toBe('');
  expect(readFileSync(second, 'utf8')).toContain('an answer');
});

test('exportBatch() leaves out what looks like a credential, says so, and exports the rest', async () => {
  const { out, options, tapesDir } = setUp();
  const secret = missOf(`the key is AKIA${'A'.repeat(16)}`, { trial: 2 });
  const { files, leftOut } = await exportBatch([secret, missOf('toast')], options);
  expect(files).toMatchObject([{ requests: 1 }]);
  const { planner: _, purpose: __, family: ___, url: ____, body: _____, ...address } = secret;
  expect(leftOut).toEqual([{ ...address, message: 'line 1 of message 1 looks like it contains an AWS access key' }]);
  const { pending } = tapeFiles(tapeIn(tapesDir));
  for (const path of [out, pending]) expect(readFileSync(path, 'utf8')).not.toContain('AKIA');
});

test('exportBatch() writes no file where nothing is missing, or all is left out', async () => {
  const { out, options, tapesDir } = setUp();
  expect(await exportBatch([], options)).toEqual({ files: [], leftOut: [], unanswered: [] });
  expect(await exportBatch([missOf(`the key is AKIA${'A'.repeat(16)}`)], options)).toMatchObject({ files: [] });
  for (const path of [out, tapeFiles(tapeIn(tapesDir)).pending]) expect(existsSync(path)).toBe(false);
});

test('exportBatch() refuses a miss whose request was changed', async () => {
  const { options } = setUp();
  const { body } = recording('tea').request;
  await expect(exportBatch([{ ...missOf('toast'), body }], options)).rejects.toThrow('does not hash to its key');
});

function setUp() {
  const folder = temporaryFolder(onTestFinished);
  const options = { tapesDir: join(folder, 'tapes'), out: join(folder, 'batch.jsonl') };
  return { ...options, options };
}

function missOf(prompt: string, place: { task?: string; trial?: number } = {}): Miss {
  return missedOf(recording(prompt, place));
}

function linesOf(path: string): { custom_id: string }[] {
  return Array.from(readFileSync(path, 'utf8').trimEnd().split('\n'), (line) => JSON.parse(line));
}

const TOKENS = 8; // seven around `toast`, and one for it

test('countMissingAnswers() counts episodes, calls and tokens of each planner, and in all what they share once', async () => {
  const missing = await countMissingAnswers([
    unanswered('toast', ['llm_state', 'progprompt']),
    unanswered('toast', ['llm_state'], { task: 'house_2/make_toast' }),
    unanswered('toast', ['llm_state'], { suite: 'ablations' }),
  ]);
  expect(missing).toEqual({
    planners: [
      { planner: 'llm_state', episodes: 3, calls: 2, promptTokens: 2 * TOKENS },
      { planner: 'progprompt', episodes: 1, calls: 1, promptTokens: TOKENS },
    ],
    all: { calls: 2, promptTokens: 2 * TOKENS },
  });
  const calls = [1, 2].map((occurrence) => unanswered('toast', ['llm_state'], { occurrence }));
  expect((await countMissingAnswers(calls)).planners).toMatchObject([{ episodes: 1, calls: 2 }]);
  const all = { calls: 1, promptTokens: TOKENS };
  expect(await countMissingAnswers([unanswered('toast', [])])).toEqual({ planners: [], all });
  expect(await countMissingAnswers([])).toEqual({ planners: [], all: { calls: 0, promptTokens: 0 } });
});

type Place = { suite?: string; task?: string; occurrence?: number };

function unanswered(prompt: string, planners: readonly string[], { suite = 'household', ...place }: Place = {}) {
  const { entry, request } = recording(prompt, place);
  const { task, trial, key, occurrence } = entry;
  return { suite, planners, address: { task, trial, key, occurrence }, request };
}
