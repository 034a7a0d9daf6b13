import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { checkTablesFolder, differencesFrom, writeTables } from './tables_folder.ts';

const root = mkdtempSync(join(tmpdir(), 'tapedeck-tables-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'tables');
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

/** As `tapedeck tables` makes them: the sums come last. */
function made(...names: string[]): Map<string, string> {
  const all = ['sources.json', 'runs.json', 'episodes.json', ...names];
  const files = new Map(all.map((name) => [name, `made: ${name}\n`]));
  return files.set('SHA256SUMS', [...files].map(([name, text]) => `${sum(text)}  ${name}\n`).join(''));
}

it('writeTables() removes files that it no longer makes, and leaves those that the user changed or added', () => {
  writeTables(folder, made('table_1.md', 'table_2.md'));
  writeFileSync(join(folder, 'table_2.md'), 'with a note of mine');
  writeFileSync(join(folder, 'thesis.tex'), 'do not lose me');
  writeTables(folder, made('table_3.md'));
  const own = ['table_2.md', 'thesis.tex'];
  expect(readdirSync(folder).sort()).toEqual([...made('table_3.md').keys(), ...own].sort());
});

it('writeTables() touches nothing where a file of the user’s has the name of a table', () => {
  writeTables(folder, made('table_1.md'));
  writeFileSync(join(folder, 'table_2.md'), 'do not lose me');
  const message = `Cannot write tables to "${folder}": it contains "table_2.md", which \`tapedeck tables\` did not write`;
  expect(() => writeTables(folder, made('table_2.md'))).toThrow(message);
  expect(readFileSync(join(folder, 'table_2.md'), 'utf8')).toBe('do not lose me');
  expect(readdirSync(folder)).toContain('table_1.md');
});

it('writeTables() continues where an earlier one was killed', () => {
  const whole = made('table_1.md');
  mkdirSync(folder);
  writeFileSync(join(folder, 'SHA256SUMS'), whole.get('SHA256SUMS') ?? '');
  writeFileSync(join(folder, 'episodes.json'), whole.get('episodes.json') ?? '');
  writeTables(folder, whole);
  expect(readdirSync(folder)).toHaveLength(whole.size);
});

it('checkTablesFolder() refuses a folder whose SHA256SUMS lists files of the user’s', () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'debian.iso'), 'an image');
  writeFileSync(join(folder, 'SHA256SUMS'), `${sum('an image')}  debian.iso\n`);
  const message = `Cannot write tables to "${folder}": it contains files that are not tables; name a new folder with --out`;
  expect(() => checkTablesFolder(folder)).toThrow(message);
  expect(() => writeTables(folder, made())).toThrow(message);
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', 'debian.iso']);
});

it('checkTablesFolder() refuses a file', () => {
  writeFileSync(folder, '');
  expect(() => checkTablesFolder(folder)).toThrow('it is a file; name a folder with --out');
});

const baselineFolder = mkdtempSync(join(tmpdir(), 'tapedeck-baseline-'));
afterAll(() => rmSync(baselineFolder, { recursive: true }));
const episodes = 'episode,steps\nrobot/a,1\nrobot/b,2\ntable/a,3\n';
const runs = '[{"suite":"robot"},{"suite":"table"}]';
const BASELINE = {
  ...{ 'robot.md': 'r\n', 'table.md': 't\n', 'episodes.md': 'x\n' },
  ...{ 'episodes.csv': episodes, 'runs.json': runs },
};
for (const [name, text] of Object.entries(BASELINE)) writeFileSync(join(baselineFolder, name), text);

function differences(files: Record<string, string>, whole: boolean, folder = baselineFolder) {
  const shared = new Set(['episodes.csv', 'episodes.md', 'runs.json']);
  return differencesFrom(folder, { files: new Map(Object.entries(files)), shared }, { whole, hint: 'tapedeck tables' });
}

const { 'table.md': _, ...WITHOUT } = BASELINE;
const ROBOT = {
  ...{ 'robot.md': 'r\n', 'runs.json': '[{"suite":"robot"}]', 'episodes.md': 'other\n' },
  'episodes.csv': 'episode,steps\nrobot/a,1\nrobot/b,2\n',
};
const CHANGED = 'robot.md, line 1:\n  baseline r\n  now      R';

it.each<[string, Record<string, string>, boolean, string[]]>([
  ['none in the same files', BASELINE, true, []],
  [
    'changed and new files',
    { ...BASELINE, 'robot.md': 'R\n', 'new.md': '' },
    true,
    [CHANGED, 'new.md: not in the baseline'],
  ],
  ['missing files', WITHOUT, true, ['table.md: only in the baseline']],
  ['none in the files and rows of one suite', ROBOT, false, []],
  ['a changed file of one suite', { ...ROBOT, 'robot.md': 'R\n' }, false, [CHANGED]],
  [
    'a changed row of one suite',
    { ...ROBOT, 'episodes.csv': 'episode,steps\nrobot/a,3\nrobot/b,2\n' },
    false,
    [
      'episodes.csv: a row that is not in the baseline:\n  now      robot/a,3',
      'episodes.csv: a row that is only in the baseline:\n  baseline robot/a,1',
    ],
  ],
  [
    'a missing row of one suite',
    { ...ROBOT, 'episodes.csv': 'episode,steps\nrobot/a,1\n' },
    false,
    ['episodes.csv: a row that is only in the baseline:\n  baseline robot/b,2'],
  ],
])('differencesFrom() finds %s', (_, files, whole, expected) => {
  expect(differences(files, whole)).toEqual(expected);
});

it('differencesFrom() says how to make a baseline where there is none', () => {
  const none = () => differences({}, true, join(baselineFolder, 'no'));
  expect(none).toThrow('make one with `tapedeck tables`');
});
