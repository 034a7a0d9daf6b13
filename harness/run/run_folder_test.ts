import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runRecord } from '../testing/run_fixture.ts';
import { scratchFolder } from '../testing/scratch_folder.ts';
import { claimRunFolder, findRun, pointToLatest } from './run_folder.ts';

const { at } = scratchFolder();
let runs = '';
beforeEach(() => {
  runs = mkdtempSync(at('runs-'));
});

const now = new Date('2026-11-21T23:59:18.123Z');
const claimed = (name?: string) => claimRunFolder({ runs, name, now }, runRecord());

describe('claimRunFolder()', () => {
  it('names a run by the time, and numbers the runs of one second; uses a given name once', () => {
    const folders = [claimed(), claimed(), claimed()];
    expect(folders).toEqual(['', '-2', '-3'].map((count) => join(runs, 's', `20261121T235918Z${count}`)));
    expect(JSON.parse(readFileSync(join(folders[2] ?? '', 'run.json'), 'utf8'))).toEqual(runRecord());
    expect(claimed('two.hands')).toBe(join(runs, 's/two.hands'));
    expect(() => claimed('two.hands')).toThrow('it contains an earlier run; name another with --name');
  });

  it.each(['latest', '', '..', '.hidden', 'a/b', 'dot.', 'x'.repeat(101)])('refuses the name %j', (name) => {
    expect(() => claimed(name)).toThrow('--name must consist of letters');
    expect(readdirSync(runs)).toEqual([]);
  });

  it('accepts only a folder that is new or empty', () => {
    const out = (name: string) => claimRunFolder({ out: join(runs, name) }, runRecord());
    mkdirSync(join(runs, 'empty'));
    expect([out('empty'), out('deep/new')]).toEqual([join(runs, 'empty'), join(runs, 'deep/new')]);
    writeFileSync(join(runs, 'file'), 'mine');
    mkdirSync(join(runs, 'other/traces'), { recursive: true });
    const refusals = { empty: 'an earlier run', file: 'it is a file', other: 'it contains files, but no run' };
    for (const [name, why] of Object.entries(refusals)) expect(() => out(name)).toThrow(why);
    expect(readFileSync(join(runs, 'file'), 'utf8')).toBe('mine');
    expect(readdirSync(join(runs, 'other'))).toEqual(['traces']);
  });
});

describe('findRun()', () => {
  beforeEach(() => {
    for (const name of ['one', 'two']) claimRunFolder({ runs, name, now: new Date(0) }, runRecord());
  });

  it('finds a run by folder, by name, and as the latest of its suite', () => {
    pointToLatest(join(runs, 's/one'));
    pointToLatest(join(runs, 's/two'));
    expect(findRun(join(runs, 's/one'), runs)).toBe(join(runs, 's/one'));
    expect(findRun('s/one', runs)).toBe(join(runs, 's/one'));
    for (const name of ['s', 's/latest', 's/', join(runs, 's'), join(runs, 's/latest')]) {
      expect(findRun(name, runs)).toBe(join(runs, 's/two'));
    }
    const pointer = join(runs, 's/latest');
    if (lstatSync(pointer).isSymbolicLink()) expect(readlinkSync(pointer)).toBe('two');
    else expect(readFileSync(pointer, 'utf8')).toBe('two\n');
  });

  it('reads a text file on systems without links, and reports a missing run', () => {
    writeFileSync(join(runs, 's/latest'), 'one\n');
    expect([findRun('s', runs), findRun(join(runs, 's/latest'))]).toEqual([join(runs, 's/one'), join(runs, 's/one')]);
    writeFileSync(join(runs, 's/latest'), '../../elsewhere\n');
    const lost = (name: string) => `"s" is not a run: its latest run, "${join(runs, name)}", does not exist`;
    expect(() => findRun('s', runs)).toThrow(lost('s/elsewhere'));
    pointToLatest(join(runs, 's/gone'));
    expect(() => findRun('s', runs)).toThrow(lost('s/gone'));
    const missing = '"t" is not a run: it has no run.json; make one with `tapedeck run SUITE`';
    expect(() => findRun('t', runs)).toThrow(missing);
  });
});
