/**
 * Runs by name, and a suite's latest.
 *
 * @module
 */
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runRecord } from '../testing/run_fixture.ts';
import { claimRunFolder } from './claim_run_folder.ts';
import { findRun } from './find_run.ts';
import { pointToLatest } from './latest_run.ts';

let runs = '';
beforeEach(() => {
  runs = mkdtempSync(join(tmpdir(), 'tapedeck-find-'));
  for (const name of ['one', 'two']) claimRunFolder({ runs, suite: 's', name, now: new Date(0) }, runRecord());
});
afterEach(() => rmSync(runs, { recursive: true }));

describe('findRun()', () => {
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

  it('reads a text file where there are no links', () => {
    writeFileSync(join(runs, 's/latest'), 'one\n');
    expect([findRun('s', runs), findRun(join(runs, 's/latest'))]).toEqual([join(runs, 's/one'), join(runs, 's/one')]);
    writeFileSync(join(runs, 's/latest'), '../../elsewhere\n');
    expect(() => findRun('s', runs)).toThrow(`its latest, "${join(runs, 's/elsewhere')}", is not there`);
  });

  it('says so where there is none', () => {
    pointToLatest(join(runs, 's/gone'));
    expect(() => findRun('s', runs)).toThrow(`"s" is no run: its latest, "${join(runs, 's/gone')}", is not there`);
    expect(() => findRun('t', runs)).toThrow('"t" is no run: it has no run.json; make one with `tapedeck run SUITE`');
  });
});
