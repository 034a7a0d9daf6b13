import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checkTablesFolder, differencesFrom, writeTables } from './tables_folder.ts';

const root = mkdtempSync(join(tmpdir(), 'tapedeck-tables-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'tables');
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

/** As `tapedeck tables` makes them: the sums come last. */
function made(...names: string[]): Map<string, string> {
  const files = new Map(
    ['sources.json', 'runs.json', 'episodes.json', ...names].map((name) => [name, `made: ${name}\n`]),
  );
  return files.set('SHA256SUMS', [...files].map(([name, text]) => `${sum(text)}  ${name}\n`).join(''));
}

describe('writeTables()', () => {
  it('removes what is no longer made, and leaves what the user changed or added', () => {
    writeTables(folder, made('table_1.md', 'table_2.md'));
    writeFileSync(join(folder, 'table_2.md'), 'with a note of mine');
    writeFileSync(join(folder, 'thesis.tex'), 'do not lose me');
    writeTables(folder, made('table_3.md'));
    expect(readdirSync(folder).sort()).toEqual([
      'SHA256SUMS',
      'episodes.json',
      'runs.json',
      'sources.json',
      'table_2.md',
      'table_3.md',
      'thesis.tex',
    ]);
  });

  it('touches nothing where a file of the user’s has the name of a table', () => {
    writeTables(folder, made('table_1.md'));
    writeFileSync(join(folder, 'table_2.md'), 'do not lose me');
    const message = `Cannot write tables to "${folder}": "table_2.md" there does not belong to an earlier one`;
    expect(() => writeTables(folder, made('table_2.md'))).toThrow(message);
    expect(readFileSync(join(folder, 'table_2.md'), 'utf8')).toBe('do not lose me');
    expect(readdirSync(folder)).toContain('table_1.md');
  });

  it('goes on where one was killed', () => {
    const whole = made('table_1.md');
    mkdirSync(folder);
    writeFileSync(join(folder, 'SHA256SUMS'), whole.get('SHA256SUMS') ?? '');
    writeFileSync(join(folder, 'episodes.json'), whole.get('episodes.json') ?? '');
    writeTables(folder, whole);
    expect(readdirSync(folder)).toHaveLength(whole.size);
  });
});

describe('checkTablesFolder()', () => {
  it('refuses a folder whose SHA256SUMS lists files of the user’s', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'debian.iso'), 'an image');
    writeFileSync(join(folder, 'SHA256SUMS'), `${sum('an image')}  debian.iso\n`);
    const message = `Cannot write tables to "${folder}": it holds other files; name a new folder with --out`;
    expect(() => checkTablesFolder(folder)).toThrow(message);
    expect(() => writeTables(folder, made())).toThrow(message);
    expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'debian.iso']);
  });

  it('refuses a file', () => {
    writeFileSync(folder, '');
    expect(() => checkTablesFolder(folder)).toThrow('it is a file; name a folder with --out');
  });
});

const baselineFolder = mkdtempSync(join(tmpdir(), 'tapedeck-baseline-'));
afterAll(() => rmSync(baselineFolder, { recursive: true }));
const baseline = {
  'robot.md': 'r\n',
  'table.md': 't\n',
  'episodes.csv': 'suite,steps\nrobot,1\ntable,2\n',
  'episodes.md': 'x\n',
};
for (const [name, text] of Object.entries(baseline)) writeFileSync(join(baselineFolder, name), text);

const shared = new Set(['episodes.csv', 'episodes.md']);
const differences = (files: Record<string, string>, whole: boolean) =>
  differencesFrom(
    baselineFolder,
    { files: new Map(Object.entries(files)), shared },
    { whole, hint: 'tapedeck tables' },
  );

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
    for (const [name, text] of Object.entries(before)) writeFileSync(join(baselineFolder, name), text);
    const made = { 'runs.json': '[{"suite":"robot"}]', 'episodes.csv': 'episode,steps\nrobot/a,1\n' };
    const files = new Map(Object.entries(made));
    expect(
      differencesFrom(
        baselineFolder,
        { files, shared: new Set(files.keys()) },
        { whole: false, hint: 'tapedeck tables' },
      ),
    ).toEqual(['episodes.csv: a row that is in the baseline only:\n  baseline robot/b,2']);
  });

  it('says how to make a baseline where there is none', () => {
    const none = { files: new Map(), shared };
    expect(() =>
      differencesFrom(join(baselineFolder, 'no'), none, { whole: true, hint: 'npx tapedeck tables --out no' }),
    ).toThrow('make one with `npx tapedeck tables --out no`');
  });
});
