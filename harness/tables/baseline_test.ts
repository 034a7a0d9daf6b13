import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { differencesFrom } from './baseline.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-baseline-'));
afterAll(() => rmSync(folder, { recursive: true }));
const baseline = {
  'robot.md': 'r\n',
  'table.md': 't\n',
  'episodes.csv': 'suite,steps\nrobot,1\ntable,2\n',
  'episodes.md': 'x\n',
};
for (const [name, text] of Object.entries(baseline)) writeFileSync(join(folder, name), text);

const shared = new Set(['episodes.csv', 'episodes.md']);
const differences = (files: Record<string, string>, whole: boolean) =>
  differencesFrom(folder, { files: new Map(Object.entries(files)), shared }, { whole, hint: 'tapedeck tables' });

describe('differencesFrom()', () => {
  it('finds none in the same files', () => {
    expect(differences(baseline, true)).toEqual([]);
  });

  it('compares all files of all suites, both ways', () => {
    expect(differences({ ...baseline, 'robot.md': 'R\n', 'new.md': '' }, true)).toEqual([
      'robot.md, line 1:\n  baseline r\n  now      R',
      'new.md: not in the baseline',
    ]);
    const { 'table.md': _, ...rest } = baseline;
    expect(differences(rest, true)).toEqual(['table.md: in the baseline only']);
  });

  it('compares what some suites make: their own files, and their rows in files over all', () => {
    const made = { 'robot.md': 'r\n', 'episodes.csv': 'suite,steps\nrobot,1\n', 'episodes.md': 'other\n' };
    expect(differences(made, false)).toEqual([]);
    expect(differences({ ...made, 'robot.md': 'R\n' }, false)).toEqual([
      'robot.md, line 1:\n  baseline r\n  now      R',
    ]);
    expect(differences({ ...made, 'episodes.csv': 'suite,steps\nrobot,3\n' }, false)).toEqual([
      'episodes.csv: a row that is not in the baseline:\n  now      robot,3',
    ]);
  });

  it('misses a row of a suite that was made, and none of another', () => {
    const before = {
      'runs.json': '[{"suite":"robot"},{"suite":"table"}]',
      'episodes.csv': 'episode,steps\nrobot/a,1\nrobot/b,2\ntable/a,3\n',
    };
    for (const [name, text] of Object.entries(before)) writeFileSync(join(folder, name), text);
    const made = { 'runs.json': '[{"suite":"robot"}]', 'episodes.csv': 'episode,steps\nrobot/a,1\n' };
    const files = new Map(Object.entries(made));
    expect(
      differencesFrom(folder, { files, shared: new Set(files.keys()) }, { whole: false, hint: 'tapedeck tables' }),
    ).toEqual(['episodes.csv: a row that is in the baseline only:\n  baseline robot/b,2']);
  });

  it('says how to make a baseline where there is none', () => {
    const none = { files: new Map(), shared };
    expect(() =>
      differencesFrom(join(folder, 'no'), none, { whole: true, hint: 'npx tapedeck tables --out no' }),
    ).toThrow('make one with `npx tapedeck tables --out no`');
  });
});
