import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ReportFolder } from './write_report.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-report-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);
const filesIn = (name: string) => readdirSync(at(name)).sort();
const besides = (letter: string) => readdirSync(folder).filter((name) => name.startsWith(letter));
const LIST = 'tapedeck_report.json';

function unfinished(name: string, ...pages: string[]): ReportFolder {
  const report = new ReportFolder(`${folder}/${name}`);
  for (const page of pages) report.write(page, name);
  return report;
}

it('ReportFolder replaces the previous report only when the new one is complete', () => {
  const first = unfinished('a', 'episodes/one.html');
  expect(besides('a')).not.toContain('a');
  first.finish();
  const second = unfinished('a/', 'index.html');
  expect(filesIn('a')).toContain('episodes');
  second.finish();
  expect(filesIn('a')).toEqual(['index.html', LIST]);
  expect(besides('a')).toEqual(['a']);
});

it('ReportFolder leaves the previous report unchanged if a new one fails, and removes the remains of a killed process', () => {
  unfinished('b').finish();
  unfinished('b', 'index.html').abandon();
  expect(filesIn('b')).toEqual([LIST]);
  expect(besides('b')).toEqual(['b']);
  unfinished('c', 'old.html');
  unfinished('c').finish();
  expect(filesIn('c')).toEqual([LIST]);
  expect(besides('c')).toEqual(['c']);
});

it.each(['e.part', 'e.old'])('ReportFolder leaves the user’s copy of a report unchanged: %s', (name) => {
  for (const each of [name, 'e', 'e']) unfinished(each, 'index.html').finish();
  writeFileSync(at(name, 'thesis.tex'), '');
  unfinished('e').finish();
  expect(filesIn(name)).toEqual(['index.html', LIST, 'thesis.tex']);
});

it('ReportFolder changes no folder of other files', () => {
  mkdirSync(at('d'));
  writeFileSync(at('d/thesis.tex'), '');
  expect(() => unfinished('d')).toThrow(
    `Cannot write a report to "${at('d')}": it contains "thesis.tex", which no earlier command wrote; move it, or name a new folder with -o`,
  );
  expect(filesIn('d')).toEqual(['thesis.tex']);
});

it('ReportFolder changes nothing if the user adds a file to the report, before or meanwhile', () => {
  unfinished('f', 'index.html').finish();
  const second = unfinished('f');
  mkdirSync(at('f/notes'));
  writeFileSync(at('f/notes/thesis.tex'), '');
  const refusal = `Cannot write a report to "${at('f')}": it contains "notes/thesis.tex", which no earlier command wrote`;
  expect(() => second.finish()).toThrow(refusal);
  second.abandon();
  expect(() => unfinished('f')).toThrow(refusal);
  expect(filesIn('f')).toEqual(['index.html', 'notes', LIST]);
});

it('ReportFolder keeps a link to its folder', () => {
  mkdirSync(at('g'));
  symlinkSync(at('g'), at('link'));
  unfinished('link').finish();
  expect(filesIn('g')).toEqual([LIST]);
  expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
});

it('ReportFolder refuses a file', () => {
  writeFileSync(at('h'), 'do not lose me');
  expect(() => unfinished('h')).toThrow(`"${at('h')}": it is a file; name a folder with -o`);
});
