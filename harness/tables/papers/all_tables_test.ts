import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { formatManifest, parseManifest } from '../../../cassettes/format/manifest.ts';
import { sealLine } from '../../../cassettes/format/sealed_line.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import { tapedeckIn } from '../../testing/run_tapedeck.ts';
import { TABLE_NAMES } from './papers.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const tapes = join(folder, 'tapes');
/** What GPT-4 answers in the paper's Listings 3 to 5. */
const tape = join(tapes, 'listings/gpt-4-0613');
const TASK = 'house_1/listing_switch_off_all_lights';
const replies = join(tape, 'house_1.listing_switch_off_all_lights.replies.jsonl');
const LISTINGS = ['--suite', 'listings'];

function check(options: readonly string[], signal?: AbortSignal) {
  const words = ['tables', '--check', '--tapes', tapes, '--out', join(folder, 'out'), ...options];
  return tapedeckIn(signal === undefined ? {} : { signal }, ...words);
}

beforeEach(() => {
  rmSync(tapes, { recursive: true, force: true });
  cpSync(join(PLACES.tapes, 'listings'), join(tapes, 'listings'), { recursive: true });
});

// All suites: harness/tables/papers/replayed_tables_integration_test.ts
it('tapedeck tables --check passes on the committed tapes, even where requests are lost', async () => {
  rmSync(join(tape, 'house_1.listing_switch_off_all_lights.requests.jsonl.gz'));
  expect(await check(LISTINGS)).toMatchObject({
    exitCode: 0,
    said: expect.stringContaining('All files of listings equal the baseline byte for byte'),
  });
});

it('tapedeck tables --check writes a changed file anew, and nothing else', async () => {
  await check(LISTINGS);
  const [changed, same] = ['metrics.md', 'metrics.csv'].map((name) => join(folder, 'out', name)) as [string, string];
  const text = readFileSync(changed, 'utf8');
  writeFileSync(changed, `\ufeff${text}`);
  utimesSync(same, 1, 1);
  expect(await check(LISTINGS)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(changed).equals(Buffer.from(text))).toBe(true);
  expect(statSync(same).mtimeMs).toBe(1_000);
});

it('tapedeck tables --check refuses a tape with a flipped byte, with file and line', async () => {
  const bytes = readFileSync(replies);
  const at = bytes.indexOf('move(lightswitch2)');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(replies, bytes);
  const line = bytes.subarray(0, at).toString().split('\n').length;
  const { exitCode, said } = await check(LISTINGS);
  expect(exitCode).toBe(2);
  expect(said).toContain(replies);
  expect(said).toMatch(new RegExp(`(line |:)${line}\\b`));
});

it.each([
  ['with a step more', '1. wait()\n1. move', ['metrics.csv', 'episodes.csv', 'sources.json'], 'no file'],
  ['in other words', 'My plan:\n1. move', ['sources.json'], 'metrics.csv'],
])('tapedeck tables --check fails, when a reply is replaced by another valid one %s', async (_, text, files, other) => {
  replace((reply) => reply.replace(/^1\. move/m, text));
  const { exitCode, said } = await check(LISTINGS);
  expect(exitCode).toBe(1);
  for (const file of files) expect(said).toContain(`${file}: a row that is not in the baseline`);
  expect(said).not.toContain(other);
});

it('tapedeck tables --check fails, when no episode uses a recording', async () => {
  rewrite((lines) => [...lines, sealLine({ ...JSON.parse(lines.at(-1) ?? ''), occurrence: 2, digest: undefined })]);
  const said = expect.stringContaining('1 recording is unused');
  expect(await check(LISTINGS)).toMatchObject({ exitCode: 1, said });
});

it('tapedeck tables --check counts an episode as missing, and says how to record it, when a reply is gone', async () => {
  rewrite((lines) => lines.slice(0, -1));
  const { exitCode, out, said } = await check(LISTINGS);
  expect(exitCode).toBe(1);
  expect(out).toContain('listings, llm_state: recorded: 0 of 1 episodes; missing: all');
  expect(said).toMatch(
    /listings: 0 of 1 episodes are recorded; to record the others with a live model, run: npx tapedeck run listings --mode record --tapes /,
  );
});

const print = (...options: string[]) =>
  tapedeckIn({}, 'tables', '--tapes', tapes, '--out', join(folder, 'printed'), ...LISTINGS, '--table', ...options);

it('tapedeck tables --table prints one table, and writes the files of all', async () => {
  const { out } = await print('roles');
  expect(out).toMatch(/^What it cost: .*\n\nSuite +Planner +Role /);
  expect(out).not.toContain('How well');
  expect(existsSync(join(folder, 'printed/metrics.csv'))).toBe(true);
  const { tables } = JSON.parse((await print('episodes', '--json')).out);
  expect(tables).toMatchObject([{ name: 'episodes', rows: [{ end: 'goal' }] }]);
});

it.each([
  ['role', `No table is called "role"; did you mean "roles"? Known: ${TABLE_NAMES.join(', ')}`],
  ['table_1', 'Table "table_1" needs suite "household", which --suite omits'],
  ['summary', 'The tapes contain no results for table "summary"; nothing was written'],
])('tapedeck tables --table refuses "%s" for these suites', async (name, said) => {
  expect(await print(name)).toEqual({ exitCode: 2, out: '', said });
  expect(TABLE_NAMES.toSorted()).toEqual(namesIn(PLACES.baseline, '.md').toSorted());
});

const priced = ['--prices', 'prompt=2.5,completion=10'];

it('tapedeck tables --prices prints money and writes none', async () => {
  const { exitCode, out } = await check([...LISTINGS, ...priced, '--table', 'roles', '--json']);
  expect(exitCode).toBe(0);
  const [{ rows }] = JSON.parse(out).tables;
  const { promptTokens, completionTokens, money } = rows.find(({ role }: { role: string }) => role === 'policy');
  expect(money).toBeCloseTo((2.5 * promptTokens + 10 * completionTokens) / 1e6, 8);
  expect(readFileSync(join(folder, 'out/roles.json'), 'utf8')).not.toContain('money');
});

it.for(['1', '3'])('tapedeck tables, interrupted writes nothing and exits with 130, with %s jobs', async (jobs) => {
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  expect(await check(['--jobs', jobs], AbortSignal.abort())).toMatchObject({
    exitCode: 130,
    said: 'Interrupted; nothing was written',
  });
  expect(existsSync(join(folder, 'out'))).toBe(false);
});

// Written anew by `npx vitest run harness/tables/papers/all_tables_test.ts -t README -u`.
it('README.md shows the committed overview', async () => {
  const path = join(PLACES.root, 'README.md');
  const [before = '', ...rest] = readFileSync(path, 'utf8').split(/(?<=<!-- tables -->\n)|(?=<!-- \/tables -->)/);
  expect(rest).toHaveLength(2);
  const [, ...lines] = readFileSync(join(PLACES.baseline, 'overview.md'), 'utf8').split('\n');
  await expect([before, lines.join('\n'), '\n', rest.at(-1)].join('')).toMatchFileSnapshot(path);
});

it('README.md leads to every other table of the baseline', () => {
  const text = readFileSync(join(PLACES.root, 'README.md'), 'utf8');
  const links = namesIn(PLACES.baseline, '.md').map((name) => `](results/baseline/${name}.md)`);
  expect(links.filter((link) => !text.includes(link))).toEqual(['](results/baseline/overview.md)']);
});

function replace(change: (text: string) => string): void {
  rewrite((lines) => {
    const at = lines.findIndex((line) => JSON.parse(line).reply.text.startsWith('Low-level Action Plan:'));
    const { digest: _, ...entry } = JSON.parse(lines[at] ?? '');
    const changed = { ...entry, reply: { ...entry.reply, text: change(entry.reply.text) } };
    return lines.with(at, sealLine(changed));
  });
}

/** Writes the task's replies anew, with consistent digests and manifest. */
function rewrite(change: (lines: string[]) => string[]): void {
  const lines = change(readFileSync(replies, 'utf8').trimEnd().split('\n'));
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(replies, text);
  const path = join(tape, 'manifest.json');
  const manifest = parseManifest(readFileSync(path, 'utf8'), path);
  const task = manifest.tasks[TASK];
  if (task === undefined) throw new Error('The task is on the tape');
  task.replies = { entries: lines.length, sha256: createHash('sha256').update(text).digest('hex') };
  writeFileSync(path, formatManifest(manifest));
}
