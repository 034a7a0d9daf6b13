import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { formatManifest, type Manifest, parseManifest } from '../format/manifest.ts';
import { sealLine } from '../format/sealed_line.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { leaveJournal, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { verifyLayers, verifyTapes } from './tape_verify.ts';

const REPLIES = 'house_1.make_toast.replies.jsonl';
const REQUESTS = 'house_1.make_toast.requests.jsonl.gz';

test('verifyTapes() counts what it has verified', async () => {
  const { tapesDir } = await recorded();
  expect(await verifyTapes(tapesDir)).toEqual({ tapes: 1, replies: 3, requests: 2, problems: [], waiting: [] });
  expect(await verifyTapes(tapesDir, { suite: 'household' })).toMatchObject({ tapes: 1, problems: [] });
});

test('verifyTapes() counts what waits in journals, also where nothing was stored yet', async () => {
  const { tapesDir } = await recorded();
  const name = { tapesDir, suite: 'new', model: 'gpt-4-0613' };
  leaveJournal(name, [recording('toast'), recording('mug')]);
  const waiting = [{ path: tapeFiles(name).journal, suite: 'new', model: 'gpt-4-0613', answers: 2 }];
  expect(await verifyTapes(tapesDir)).toMatchObject({ tapes: 2, problems: [], waiting });
});

test('verifyLayers() takes it for no problem that a suite is in one folder only', async () => {
  const { tapesDir } = await recorded();
  const empty = temporaryFolder(onTestFinished);
  expect(await verifyLayers([empty, tapesDir], { suite: 'household' })).toMatchObject({ tapes: 1, problems: [] });
  expect((await verifyLayers([empty, tapesDir])).problems).toMatchObject([{ path: empty }]);
});

test('verifyTapes() has a problem where there is nothing to verify', async () => {
  const { tapesDir } = await recorded();
  const expectNothing = async (path: string, message: string, suite?: string) => {
    const nothing = { tapes: 0, replies: 0, requests: 0, problems: [{ path, line: null, message }], waiting: [] };
    expect(await verifyTapes(path, suite === undefined ? {} : { suite })).toEqual(nothing);
  };
  await expectNothing(tapesDir, 'there is no tape of suite "tabletop"; known: "household"', 'tabletop');
  const other = join(tapesDir, 'other');
  await expectNothing(other, 'there is no such folder');
  mkdirSync(join(other, 'household', 'empty'), { recursive: true });
  await expectNothing(other, 'there is no tape in it');
  await expectNothing(other, 'there is no tape in it', 'household');
});

test('verifyTapes() follows links, as replay does', async () => {
  const { tapesDir, path } = await recorded();
  const { dir } = tapeFiles(tapeIn(tapesDir));
  renameSync(dir, join(tapesDir, 'elsewhere'));
  symlinkSync(join(tapesDir, 'elsewhere'), dir, 'junction');
  expect(await verifyTapes(tapesDir)).toEqual({ tapes: 1, replies: 3, requests: 2, problems: [], waiting: [] });
  rmSync(path(REPLIES));
  expect((await verifyTapes(tapesDir)).problems).toHaveLength(3);
});

test('verifyTapes() lists every damaged line, not only the first', async () => {
  const { tapesDir, path } = await recorded();
  const text = readFileSync(path(REPLIES), 'utf8');
  writeFileSync(path(REPLIES), text.replaceAll('"stop"', '"stpo"'));
  const { problems } = await verifyTapes(tapesDir);
  expect(problems.map(({ path: where, line, message }) => [where, line, message])).toEqual([
    ...[1, 2, 3].map((line) => [path(REPLIES), line, 'its digest does not match its bytes']),
    [path(REPLIES), null, expect.stringContaining('the manifest says SHA-256')],
    ...[1, 2].map((line) => [path(REQUESTS), line, expect.stringContaining('no reply belongs to request')]),
  ]);
});

test('verifyTapes() computes every key again', async () => {
  const { tapesDir, path } = await recorded();
  const text = gunzipSync(readFileSync(path(REQUESTS))).toString();
  writeFileSync(path(REQUESTS), gzipSync(text.replace('"content":"toast"', '"content":"roast"')));
  const messages = (await verifyTapes(tapesDir)).problems.map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringContaining(`does not hash to its key "${recording('toast').entry.key}"`),
    expect.stringContaining('the manifest says SHA-256'),
  ]);
});

test('verifyTapes() finds requests that are not sorted, or there twice', async () => {
  const { tapesDir, path, changeTask } = await recorded();
  const unpacked = gunzipSync(readFileSync(path(REQUESTS))).toString();
  const [first = '', second = ''] = unpacked.split('\n');
  const text = [second, first, first].map((line) => `${line}\n`).join('');
  writeFileSync(path(REQUESTS), gzipSync(text));
  changeTask({ requests: { entries: 3, sha256: hash('sha256', text, 'hex') } });
  const unsorted = { path: path(REQUESTS), message: 'it is not sorted by key' };
  expect((await verifyTapes(tapesDir)).problems).toEqual([2, 3].map((line) => ({ ...unsorted, line })));
});

test('verifyTapes() finds a line that is sealed well and says something else than a reply', async () => {
  const { tapesDir, path } = await recorded();
  const [first = '', ...others] = readFileSync(path(REPLIES), 'utf8').split('\n');
  const { digest: _, ...entry } = JSON.parse(first);
  entry.reply.text = 7;
  const foreign = sealLine(entry);
  writeFileSync(path(REPLIES), [foreign, ...others].join('\n'));
  const problem = expect.objectContaining({ line: 1, message: expect.stringContaining('"reply"') });
  expect((await verifyTapes(tapesDir)).problems).toContainEqual(problem);
});

test.each([REPLIES, REQUESTS])('verifyTapes() misses %s', async (file) => {
  const { tapesDir, path } = await recorded();
  rmSync(path(file));
  const missing = { path: path(file), line: null, message: 'it is missing' };
  expect((await verifyTapes(tapesDir)).problems).toContainEqual(missing);
});

test('verifyTapes() finds requests that are garbage, or cut off', async () => {
  const { tapesDir, path } = await recorded();
  const cut = readFileSync(path(REQUESTS)).subarray(0, -12);
  for (const content of [Buffer.from('garbage'), cut, gzipSync('{"key":7}\n')]) {
    writeFileSync(path(REQUESTS), content);
    expect((await verifyTapes(tapesDir)).problems).toContainEqual(expect.objectContaining({ path: path(REQUESTS) }));
  }
});

test('verifyTapes() finds files that are not ours, and a manifest that lies elsewhere or is lost', async () => {
  const { tapesDir, path } = await recorded();
  writeFileSync(path('a.stranger.replies.jsonl'), '');
  const manifest = parseManifest(readFileSync(path('manifest.json'), 'utf8'), '');
  writeFileSync(path('manifest.json'), formatManifest({ ...manifest, suite: 'tabletop' }));
  expect((await verifyTapes(tapesDir)).problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining('it belongs to suite "tabletop"') }),
    { path: path('a.stranger.replies.jsonl'), line: null, message: 'the manifest does not know it' },
  ]);
  rmSync(path('manifest.json'));
  const message = 'there are recordings, but no manifest; restore the tape from version control';
  expect((await verifyTapes(tapesDir)).problems).toEqual([{ path: path('manifest.json'), line: null, message }]);
});

test('verifyTapes() finds a claim without a reply, and replies without a claim', async () => {
  const { tapesDir, path } = await recorded();
  const manifest = parseManifest(readFileSync(path('manifest.json'), 'utf8'), '');
  const provenance = manifest.provenance.map((one) => ({ ...one, model: 'gpt-5' }));
  writeFileSync(path('manifest.json'), formatManifest({ ...manifest, provenance }));
  expect((await verifyTapes(tapesDir)).problems.map(({ message }) => message)).toEqual([
    'it claims source "live" and model "gpt-5", of which there is no reply',
    'it does not say where the replies of source "live" and model "gpt-4-0613" come from',
  ]);
});

test('verifyTapes() finds a count of answers that is not right', async () => {
  const { tapesDir, changeTask } = await recorded();
  changeTask({ answers: [{ source: 'live', model: 'gpt-4-0613', entries: 2 }] });
  const message = expect.stringContaining('counts its answers');
  expect((await verifyTapes(tapesDir)).problems).toMatchObject([{ message }]);
});

test('verifyTapes() finds an unfinished store that is damaged, and says what to do; one that is whole waits', async () => {
  const { tapesDir, path } = await recorded();
  writeFileSync(path('manifest.next.json'), readFileSync(path('manifest.json')));
  const { suite, model } = tapeIn(tapesDir);
  const waiting = [{ path: path('manifest.next.json'), suite, model, answers: 0 }];
  expect(await verifyTapes(tapesDir)).toMatchObject({ problems: [], waiting });
  writeFileSync(path('manifest.next.json'), '{');
  const message = expect.stringContaining('put the tape in order with `tapedeck cassettes store`');
  expect(await verifyTapes(tapesDir)).toMatchObject({
    problems: [{ path: path('manifest.next.json'), message }],
    waiting: [],
  });
});

test('verifyTapes() finds a damaged journal', async () => {
  const { tapesDir, path } = await recorded();
  writeFileSync(path('tape.journal.jsonl'), 'garbage\n');
  const { problems } = await verifyTapes(tapesDir);
  expect(problems).toEqual([expect.objectContaining({ path: path('tape.journal.jsonl'), line: 1 })]);
});

async function recorded() {
  const tapesDir = temporaryFolder(onTestFinished);
  const name = tapeIn(tapesDir);
  await record(name, [recording('toast'), recording('toast', { trial: 2 }), recording('mug')]);
  const path = (file: string) => join(tapeFiles(name).dir, file);
  const changeTask = (change: Partial<Manifest['tasks'][string]>) => {
    const manifest = parseManifest(readFileSync(path('manifest.json'), 'utf8'), '');
    const tasks = { 'house_1/make_toast': { ...manifest.tasks['house_1/make_toast']!, ...change } };
    writeFileSync(path('manifest.json'), formatManifest({ ...manifest, tasks }));
  };
  return { tapesDir, path, changeTask };
}
