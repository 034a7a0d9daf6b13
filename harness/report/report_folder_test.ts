import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
    expect(existsSync(at('b.part'))).toBe(false);
  });

  it('takes over what was left by one that was killed', () => {
    new ReportFolder(at('c')).write('old.html', 'half');
    const again = new ReportFolder(at('c'));
    again.finish();
    expect(readdirSync(at('c'))).toEqual(['tapedeck_report.json']);
  });

  it.each(['d', 'e.part'])('touches no folder of other files: %s', (name) => {
    mkdirSync(at(name));
    writeFileSync(at(name, 'thesis.tex'), '');
    expect(() => new ReportFolder(at(name.replace('.part', '')))).toThrow(
      `Cannot write a report to "${at(name)}": it holds other files; name a new folder with -o`,
    );
    expect(readdirSync(at(name))).toEqual(['thesis.tex']);
  });
});
