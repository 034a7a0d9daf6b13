/**
 * Holds `results/findings.md` and what README.md says came out to the committed tables: every command is run, every episode is replayed
 * and shown as its trace has it, every figure of the prose is computed anew.
 *
 * `npx vitest run harness/testing/findings_integration_test.ts -u` writes the tables and episodes of the page anew; sentences are changed by hand.
 *
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACES } from '../files/places.ts';
import { baselineRows, type EpisodeRow, methodRows, renderedPage } from './findings.ts';
import { costClaims, findingsClaims, readmeClaims } from './findings_claims.ts';
import { tapedeck } from './run_tapedeck.ts';
import { storedTrace } from './stored_traces.ts';

const PAGE = join(PLACES.root, 'results/findings.md');
const page = readFileSync(PAGE, 'utf8');
const BYTES_MAX = 41_000;

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-findings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The commands of the page, in order. */
const COMMANDS = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));
const TOLD = [...page.matchAll(/^<!-- steps (\S+) -->$/gm)].map(([, episode = '']) => episode);
const ROWS = new Map(baselineRows<EpisodeRow>('episodes').map((row) => [row.episode, row]));

/** Episode → the folder of the run that played it, and what `trace` says of it. */
const shown = new Map<string, { readonly run: string; readonly exitCode: number; readonly out: string }>();

/** Every command as a reader would give it, but for the folder that a run is written to. */
beforeAll(async () => {
  let run = '';
  for (const [at, command] of COMMANDS.entries()) {
    const [npx, name, verb, ...rest] = command.split(' ');
    if (npx !== 'npx' || name !== 'tapedeck') throw new Error(`No command of Tapedeck: ${command}`);
    if (verb === 'run') {
      run = join(folder, String(at));
      const { exitCode, said } = await tapedeck('run', ...rest, '--out', run);
      if (exitCode !== 0) throw new Error(`${command}\n${said}`);
    } else {
      const { exitCode, out } = await tapedeck(String(verb), ...rest, '--run', run);
      shown.set(String(rest[0]), { run, exitCode, out });
    }
  }
});

function traceOf(episode: string): string {
  const run = shown.get(episode)?.run;
  if (run === undefined) throw new Error(`No command shows "${episode}"`);
  return storedTrace(run, episode);
}

/** A text in one line; sentences of a page are broken anywhere. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** What people wrote: no tables, episodes or commands. */
function prose(text: string): string {
  return inOneLine(text.replaceAll(/^<!-- (\w+).*-->\n[\s\S]*?^<!-- \/\1 -->$|^```[\s\S]*?^```$/gm, ''));
}

/** Shares and counts that no claim covers: `7/9`, `7 of 9`, `7 %`. */
function uncovered(text: string, claims: readonly string[]): string[] {
  const rest = claims.reduce((left, claim) => left.replaceAll(claim, ''), prose(text));
  return [...rest.matchAll(/\d[\d.,–]*(?:\/\d+| of \d+| %)/g)].map(([figure]) => figure);
}

describe('results/findings.md', () => {
  it('shows its tables and episodes as they are', async () => {
    await expect(renderedPage(page, traceOf)).toMatchFileSnapshot(PAGE);
  });

  it('tells episodes that the tables count, and shows each by a command', () => {
    expect(TOLD.filter((episode) => !ROWS.has(episode))).toEqual([]);
    expect([...shown.keys()].sort()).toEqual([...TOLD].sort());
    expect([...shown.values()].filter(({ exitCode, out }) => exitCode !== 0 || out === '')).toEqual([]);
  });

  it('tells three episodes of every recorded method, its failures among them', () => {
    for (const { suite, planner, episodes, successes } of methodRows()) {
      const told = TOLD.filter((episode) => episode.startsWith(`${suite}/`) && episode.includes(`/${planner}/`));
      const wanted = planner.includes('scene=') ? 0 : suite === 'robot' ? 1 : 3; // a variant in one house; rows of one task
      expect(told.length, `${suite} ${planner}`).toBeGreaterThanOrEqual(Math.min(wanted, episodes));
      const failed = told.filter((episode) => ROWS.get(episode)?.success === false);
      expect(failed.length, `${suite} ${planner}`).toBeGreaterThanOrEqual(Math.min(1, episodes - successes));
    }
  });

  it('tells an episode of every kind of failure that there is', () => {
    const kinds = (rows: readonly (EpisodeRow | undefined)[]) =>
      new Set(rows.filter((row) => row?.success === false).map((row) => row?.failureKind));
    const asking = [...ROWS.values()].filter(({ episode }) => !/\/(random|oracle)\/\d+$/.test(episode));
    expect(kinds(TOLD.map((episode) => ROWS.get(episode)))).toEqual(kinds(asking));
  });

  it.each(findingsClaims())('says: %s', (claim) => {
    expect(inOneLine(page)).toContain(claim);
  });

  it('quotes no figure that is not checked', () => {
    expect(uncovered(page, findingsClaims())).toEqual([]);
    expect(uncovered('Of these, 7 of 9 and 80–90 % hold.', ['7 of 9'])).toEqual(['80–90 %']);
  });

  it(`is short: at most ${BYTES_MAX} bytes`, () => {
    expect(Buffer.byteLength(readFileSync(PAGE))).toBeLessThanOrEqual(BYTES_MAX);
  });
});

describe('what came out, by README.md,', () => {
  const [, said = ''] = /^(\*\*What came out\.\*\* [\s\S]*?)\n\n[^\n]*\n\n- /m.exec(
    readFileSync(join(PLACES.root, 'README.md'), 'utf8'),
  ) ?? [''];

  it.each(readmeClaims())('says: %s', (claim) => {
    expect(inOneLine(said)).toContain(claim);
  });

  it('quotes no figure that is not checked', () => {
    expect(uncovered(said, readmeClaims())).toEqual([]);
  });
});

describe('what an episode costs, by README.md,', () => {
  const [before = ''] = readFileSync(join(PLACES.root, 'README.md'), 'utf8').split('<!-- tables -->');
  const [, said = ''] = /^(\*\*What an episode costs\*\*[\s\S]*?)\n\n/m.exec(before) ?? [];

  it.each(costClaims())('says, before the first table: %s', (claim) => {
    expect(inOneLine(said)).toContain(claim);
  });

  it('quotes no other figure', () => {
    expect(inOneLine(said).match(/\d[\d,]*\d/g)).toHaveLength(costClaims().length);
  });
});
