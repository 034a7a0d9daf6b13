import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { formatManifest, type Manifest, parseManifest } from '../format/manifest.ts';
import { sealLine } from '../format/sealed_line.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { ANSWERING, leaveJournal, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
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

type Tape = Awaited<ReturnType<typeof recorded>>;
const unpacked = ({ path }: Tape) => gunzipSync(readFileSync(path(REQUESTS))).toString();
const about = (...words: readonly string[]) =>
  words.map((word) => expect.objectContaining({ message: expect.stringContaining(word) }));

test.each<[string, (tape: Tape) => void, (tape: Tape) => readonly unknown[]]>([
  [
    'every damaged line, not only the first',
    ({ rewrite }) => rewrite(REPLIES, (text) => text.replaceAll('"stop"', '"stpo"')),
    ({ path }) => [
      ...[1, 2, 3].map((line) => ({ path: path(REPLIES), line, message: 'its digest does not match its bytes' })),
      ...about('the manifest says SHA-256', 'no reply belongs to request', 'no reply belongs to request'),
    ],
  ],
  [
    'a request that does not hash to its key',
    (tape) => writeFileSync(tape.path(REQUESTS), gzipSync(unpacked(tape).replace('"toast"', '"roast"'))),
    () => about(`does not hash to its key "${recording('toast').entry.key}"`, 'the manifest says SHA-256'),
  ],
  [
    'requests that are not sorted, or there twice',
    (tape) => {
      const [first = '', second = ''] = unpacked(tape).split('\n');
      const text = [second, first, first].map((line) => `${line}\n`).join('');
      writeFileSync(tape.path(REQUESTS), gzipSync(text));
      tape.changeTask({ requests: { entries: 3, sha256: hash('sha256', text, 'hex') } });
    },
    ({ path }) => [2, 3].map((line) => ({ path: path(REQUESTS), line, message: 'it is not sorted by key' })),
  ],
  [
    'files that are not ours, and a manifest that lies elsewhere',
    ({ path, changeManifest }) => {
      writeFileSync(path('a.stranger.replies.jsonl'), '');
      changeManifest({ suite: 'tabletop' });
    },
    ({ path }) => [
      ...about('it belongs to suite "tabletop"'),
      { path: path('a.stranger.replies.jsonl'), line: null, message: 'the manifest does not list it' },
    ],
  ],
  [
    'a manifest that is lost',
    ({ path }) => rmSync(path('manifest.json')),
    () => about('there are recordings, but no manifest; restore the tape from version control'),
  ],
  [
    'a claim without a reply, and replies without a claim',
    ({ changeManifest }) => changeManifest({ provenance: [{ model: 'gpt-5', ...ANSWERING }] }),
    () =>
      about(
        'it declares source "live" and model "gpt-5", but has no such reply',
        'it does not say where the replies of source "live" and model "gpt-4-0613" come from',
      ),
  ],
  [
    'a count of answers that is not right',
    ({ changeTask }) => changeTask({ answers: [{ source: 'live', model: 'gpt-4-0613', entries: 2 }] }),
    () => about('numbers of answers by source'),
  ],
  [
    'a damaged journal',
    ({ path }) => writeFileSync(path('tape.journal.jsonl'), 'garbage\n'),
    ({ path }) => [expect.objectContaining({ path: path('tape.journal.jsonl'), line: 1 })],
  ],
])('verifyTapes() finds %s', async (_, damage, expected) => {
  const tape = await recorded();
  damage(tape);
  expect((await verifyTapes(tape.tapesDir)).problems).toEqual(expected(tape));
});

test('verifyTapes() finds a line that is sealed well and says something else than a reply', async () => {
  const { tapesDir, rewrite } = await recorded();
  rewrite(REPLIES, (text) => {
    const [first = '', ...others] = text.split('\n');
    const { digest: _, ...entry } = JSON.parse(first);
    return [sealLine({ ...entry, reply: { ...entry.reply, text: 7 } }), ...others].join('\n');
  });
  const problem = expect.objectContaining({ line: 1, message: expect.stringContaining('"reply"') });
  expect((await verifyTapes(tapesDir)).problems).toContainEqual(problem);
});

test.each([REPLIES, REQUESTS])('verifyTapes() misses %s, and finds garbage, or half of it', async (file) => {
  const { tapesDir, path } = await recorded();
  const cut = readFileSync(path(file)).subarray(0, -12);
  for (const content of [Buffer.from('garbage'), cut, gzipSync('{"key":7}\n')]) {
    writeFileSync(path(file), content);
    expect((await verifyTapes(tapesDir)).problems).toContainEqual(expect.objectContaining({ path: path(file) }));
  }
  rmSync(path(file));
  const missing = { path: path(file), line: null, message: 'it is missing' };
  expect((await verifyTapes(tapesDir)).problems).toContainEqual(missing);
});

test('verifyTapes() finds an unfinished store that is damaged, and says what to do; one that is whole waits', async () => {
  const { tapesDir, path } = await recorded();
  writeFileSync(path('manifest.next.json'), readFileSync(path('manifest.json')));
  const { suite, model } = tapeIn(tapesDir);
  const waiting = [{ path: path('manifest.next.json'), suite, model, answers: 0 }];
  expect(await verifyTapes(tapesDir)).toMatchObject({ problems: [], waiting });
  writeFileSync(path('manifest.next.json'), '{');
  const message = expect.stringContaining('repair the tape with `tapedeck cassettes store`');
  const problems = [{ path: path('manifest.next.json'), message }];
  expect(await verifyTapes(tapesDir)).toMatchObject({ problems, waiting: [] });
});

async function recorded() {
  const tapesDir = temporaryFolder(onTestFinished);
  const name = tapeIn(tapesDir);
  await record(name, [recording('toast'), recording('toast', { trial: 2 }), recording('mug')]);
  const path = (file: string) => join(tapeFiles(name).dir, file);
  const rewrite = (file: string, change: (text: string) => string) =>
    writeFileSync(path(file), change(readFileSync(path(file), 'utf8')));
  const manifest = parseManifest(readFileSync(path('manifest.json'), 'utf8'), '');
  const changeManifest = (change: Partial<Manifest>) =>
    writeFileSync(path('manifest.json'), formatManifest({ ...manifest, ...change }));
  const changeTask = (change: Partial<Manifest['tasks'][string]>) =>
    changeManifest({ tasks: { 'house_1/make_toast': { ...manifest.tasks['house_1/make_toast']!, ...change } } });
  return { tapesDir, path, rewrite, changeManifest, changeTask };
}
