import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ReportFolder } from './report_folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-report-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);

describe('ReportFolder', () => {
  it('shows a report only when it is whole, in the place of the one before', () => {
    const first = new ReportFolder(at('a'));
    first.write('episodes/one.html', 'one');
    expect(existsSync(at('a'))).toBe(false);
    first.finish();
    const second = new ReportFolder(`${at('a')}/`);
    second.write('index.html', 'two');
    expect(readdirSync(at('a'))).toContain('episodes');
    second.finish();
    expect(readdirSync(at('a')).sort()).toEqual(['index.html', 'tapedeck_report.json']);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('leaves the one before as it was where a new one fails', () => {
    new ReportFolder(at('b')).finish();
    const failed = new ReportFolder(at('b'));
    failed.write('index.html', 'half');
    failed.abandon();
    expect(readdirSync(at('b'))).toEqual(['tapedeck_report.json']);
    expect(readdirSync(folder).filter((name) => name.startsWith('b'))).toEqual(['b']);
  });

  it('takes over what was left by one that was killed', () => {
    new ReportFolder(at('c')).write('old.html', 'half');
    const again = new ReportFolder(at('c'));
    again.finish();
    expect(readdirSync(at('c'))).toEqual(['tapedeck_report.json']);
    expect(readdirSync(folder).filter((name) => name.startsWith('c'))).toEqual(['c']);
  });

  it.each(['e.part', 'e.old'])('leaves a copy of a report that the user kept as it was: %s', (name) => {
    for (const path of [at(name), at('e'), at('e')]) {
      const report = new ReportFolder(path);
      report.write('index.html', path);
      report.finish();
    }
    writeFileSync(at(name, 'thesis.tex'), '');
    new ReportFolder(at('e')).finish();
    expect(readdirSync(at(name)).sort()).toEqual(['index.html', 'tapedeck_report.json', 'thesis.tex']);
  });

  it('touches no folder of other files', () => {
    mkdirSync(at('d'));
    writeFileSync(at('d/thesis.tex'), '');
    expect(() => new ReportFolder(at('d'))).toThrow(
      `Cannot write a report to "${at('d')}": it holds "thesis.tex", which is not of an earlier one; move it away, or name a new folder with -o`,
    );
    expect(readdirSync(at('d'))).toEqual(['thesis.tex']);
  });

  it('touches nothing where the user put a file beside the pages, before or meanwhile', () => {
    const first = new ReportFolder(at('f'));
    first.write('index.html', 'one');
    first.finish();
    const second = new ReportFolder(at('f'));
    mkdirSync(at('f/notes'));
    writeFileSync(at('f/notes/thesis.tex'), '');
    const refusal = `Cannot write a report to "${at('f')}": it holds "notes/thesis.tex", which is not of an earlier one`;
    expect(() => second.finish()).toThrow(refusal);
    second.abandon();
    expect(() => new ReportFolder(at('f'))).toThrow(refusal);
    expect(readdirSync(at('f')).sort()).toEqual(['index.html', 'notes', 'tapedeck_report.json']);
  });

  it('keeps a link to its folder', () => {
    mkdirSync(at('g'));
    symlinkSync(at('g'), at('link'));
    new ReportFolder(at('link')).finish();
    expect(readdirSync(at('g'))).toEqual(['tapedeck_report.json']);
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true);
  });

  it('refuses a file', () => {
    writeFileSync(at('h'), 'do not lose me');
    expect(() => new ReportFolder(at('h'))).toThrow(`"${at('h')}": it is a file; name a folder with -o`);
  });
});
