/**
 * A folder for each run.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runRecord } from '../testing/run_fixture.ts';
import { claimRunFolder } from './claim_run_folder.ts';

let runs = '';
beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), 'tapedeck-claim-'));
});
afterEach(() => rmSync(runs, { recursive: true }));

const now = new Date('2026-11-21T23:59:18.123Z');
const claimed = (name?: string) => claimRunFolder({ runs, suite: 's', name, now }, runRecord());

describe('claimRunFolder()', () => {
  it('calls a run by the time, and counts those of one second', () => {
    const folders = [claimed(), claimed(), claimed()];
    expect(folders).toEqual(['', '-2', '-3'].map((count) => join(runs, 's', `20261121T235918Z${count}`)));
    expect(JSON.parse(readFileSync(join(folders[2] ?? '', 'run.json'), 'utf8'))).toEqual(runRecord());
  });

  it('calls it by a name, which is taken from then on', () => {
    expect(claimed('two.hands')).toBe(join(runs, 's/two.hands'));
    expect(() => claimed('two.hands')).toThrow(
      'it holds an earlier run, and no run overwrites another; give another with --name',
    );
  });

  it.each(['latest', '', '..', '.hidden', 'a/b', 'dot.', 'x'.repeat(101)])('takes no such name: %j', (name) => {
    expect(() => claimed(name)).toThrow('--name must be of letters');
    expect(readdirSync(runs)).toEqual([]);
  });

  it('takes a folder that is new or empty, and no other', () => {
    const out = (name: string) => claimRunFolder({ out: join(runs, name) }, runRecord());
    mkdirSync(join(runs, 'empty'));
    expect([out('empty'), out('deep/new')]).toEqual([join(runs, 'empty'), join(runs, 'deep/new')]);
    writeFileSync(join(runs, 'file'), 'mine');
    mkdirSync(join(runs, 'other/traces'), { recursive: true });
    for (const [name, why] of [
      ['empty', 'an earlier run'],
      ['file', 'it is a file'],
      ['other', 'it holds other files'],
    ] as const) {
      expect(() => out(name)).toThrow(why);
    }
    expect(readFileSync(join(runs, 'file'), 'utf8')).toBe('mine');
    expect(readdirSync(join(runs, 'other'))).toEqual(['traces']);
  });
});
