import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
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
  return tapedeckIn(
    signal === undefined ? {} : { signal },
    ...['tables', '--check', '--tapes', tapes, '--out', join(folder, 'out'), ...options],
  );
}

beforeEach(() => {
  rmSync(tapes, { recursive: true, force: true });
  cpSync(join(PLACES.tapes, 'listings'), join(tapes, 'listings'), { recursive: true });
});

describe('tapedeck tables --check', () => {
  // All suites: harness/tables/papers/replayed_tables_integration_test.ts
  it('is content with the committed tapes', async () => {
    expect(await check(LISTINGS)).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('All files of listings equal the baseline byte for byte'),
    });
  });

  it('writes anew what was changed since the last time, and nothing else', async () => {
    await check(LISTINGS);
    const [changed, kept] = ['metrics.md', 'metrics.csv'].map((name) => join(folder, 'out', name)) as [string, string];
    const text = readFileSync(changed, 'utf8');
    writeFileSync(changed, `\ufeff${text}`);
    utimesSync(kept, 1, 1);
    expect(await check(LISTINGS)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(changed).equals(Buffer.from(text))).toBe(true);
    expect(statSync(kept).mtimeMs).toBe(1_000);
  });

  it('does not look at requests, even where they are lost', async () => {
    rmSync(join(tape, 'house_1.listing_switch_off_all_lights.requests.jsonl.gz'));
    expect(await check(LISTINGS)).toMatchObject({ exitCode: 0 });
  });

  it('refuses a tape with a flipped byte, with file and line', async () => {
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

  it('fails, when a reply is replaced by another valid one that takes a step more', async () => {
    replace((text) => text.replace(/^1\. move/m, '1. wait()\n1. move'));
    const { exitCode, said } = await check(LISTINGS);
    expect(exitCode).toBe(1);
    for (const file of ['metrics.csv', 'episodes.csv', 'sources.json'])
      expect(said).toContain(`${file}: a row that is not in the baseline`);
  });

  it('fails, when a reply is replaced by the same in other words', async () => {
    replace((text) => text.replace(/^1\. move/m, 'My plan:\n1. move'));
    const { exitCode, said } = await check(LISTINGS);
    expect(exitCode).toBe(1);
    expect(said).toContain('sources.json: a row that is not in the baseline');
    expect(said).not.toContain('metrics.csv');
  });

  it('says when recordings are used by no episode', async () => {
    rewrite((lines) => [...lines, sealLine({ ...JSON.parse(lines.at(-1) ?? ''), occurrence: 2, digest: undefined })]);
    expect(await check(LISTINGS)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('1 recording is unused'),
    });
  });

  it('counts an episode as missing, and says how to record it, when a reply is gone', async () => {
    rewrite((lines) => lines.slice(0, -1));
    const { exitCode, out, said } = await check(LISTINGS);
    expect(exitCode).toBe(1);
    expect(out).toContain('listings, llm_state: recorded: 0 of 1 episodes; missing: all');
    expect(said).toMatch(
      /listings: 0 of 1 episodes are recorded; to have a live model answer the others: npx tapedeck run listings --mode record --tapes /,
    );
  });
});

describe('tapedeck tables --table', () => {
  const print = (...options: string[]) =>
    tapedeckIn({}, 'tables', '--tapes', tapes, '--out', join(folder, 'printed'), ...LISTINGS, ...options);

  it('prints one table, and writes the files of all', async () => {
    const { out } = await print('--table', 'roles');
    expect(out).toMatch(/^What it cost: .*\n\nSuite +Planner +Role /);
    expect(out).not.toContain('How well');
    expect(existsSync(join(folder, 'printed/metrics.csv'))).toBe(true);
    const { tables } = JSON.parse((await print('--table', 'episodes', '--json')).out);
    expect(tables).toMatchObject([{ name: 'episodes', rows: [{ end: 'goal' }] }]);
  });

  it('lists the known names for one that is not', async () => {
    expect(await print('--table', 'role')).toEqual({
      exitCode: 2,
      out: '',
      said: `No table is called "role"; did you mean "roles"? Known: ${TABLE_NAMES.join(', ')}`,
    });
    expect(TABLE_NAMES.toSorted()).toEqual(namesIn(PLACES.baseline, '.md').toSorted());
  });

  it('refuses a table that is not made of these suites', async () => {
    expect(await print('--table', 'table_1')).toMatchObject({
      exitCode: 2,
      said: 'Table "table_1" needs suite "household", which --suite omits',
    });
    expect(await print('--table', 'summary')).toMatchObject({
      exitCode: 2,
      said: 'These tapes hold nothing for table "summary"; nothing was written',
    });
  });
});

describe('tapedeck tables --prices', () => {
  const priced = ['--prices', 'prompt=2.5,completion=10'];

  it('prints money and writes none', async () => {
    const { exitCode, out } = await check([...LISTINGS, ...priced, '--table', 'roles', '--json']);
    expect(exitCode).toBe(0);
    const [{ rows }] = JSON.parse(out).tables;
    const { promptTokens, completionTokens, money } = rows.find(({ role }: { role: string }) => role === 'policy');
    expect(money).toBeCloseTo((2.5 * promptTokens + 10 * completionTokens) / 1e6, 8);
    expect(readFileSync(join(folder, 'out/roles.json'), 'utf8')).not.toContain('money');
  });

  it('refuses a price that is none, before anything is replayed', async () => {
    expect(await check([...LISTINGS, '--prices', 'prompt=two,completion=10'])).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('the price of "prompt" is no number of at least 0'),
    });
  });
});

describe('tapedeck tables, interrupted', () => {
  it.for(['1', '3'])('writes nothing and exits with 130, with %s jobs', async (jobs) => {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    expect(await check(['--jobs', jobs], AbortSignal.abort())).toMatchObject({
      exitCode: 130,
      said: 'Interrupted; nothing was written',
    });
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

it('no table of the baseline is wider than 120 characters', () => {
  const wide = namesIn(PLACES.baseline, '.md').flatMap((name) =>
    readFileSync(join(PLACES.baseline, `${name}.md`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|') && line.length > 120)
      .map((line) => `${name}: ${line}`),
  );
  expect(wide).toEqual([]);
});

describe('README.md', () => {
  // Written anew by `npx vitest run harness/tables/papers/all_tables_test.ts -t README -u`.
  it('shows the committed overview', async () => {
    const path = join(PLACES.root, 'README.md');
    const [before = '', ...rest] = readFileSync(path, 'utf8').split(/(?<=<!-- tables -->\n)|(?=<!-- \/tables -->)/);
    expect(rest).toHaveLength(2);
    const [, ...lines] = readFileSync(join(PLACES.baseline, 'overview.md'), 'utf8').split('\n');
    await expect([before, lines.join('\n'), '\n', rest.at(-1)].join('')).toMatchFileSnapshot(path);
  });

  it('leads to every other table of the baseline', () => {
    const text = readFileSync(join(PLACES.root, 'README.md'), 'utf8');
    const links = namesIn(PLACES.baseline, '.md').map((name) => `](results/baseline/${name}.md)`);
    expect(links.filter((link) => !text.includes(link))).toEqual(['](results/baseline/overview.md)']);
  });
});

/** Changes the reply that holds the plan, and makes digests and manifest right again. */
function replace(change: (text: string) => string): void {
  rewrite((lines) => {
    const at = lines.findIndex((line) => JSON.parse(line).reply.text.startsWith('Low-level Action Plan:'));
    const { digest: _, ...entry } = JSON.parse(lines[at] ?? '');
    const changed = { ...entry, reply: { ...entry.reply, text: change(entry.reply.text) } };
    return lines.with(at, sealLine(changed));
  });
}

/** A forger's tool: writes the task's replies anew with everything consistent. */
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
