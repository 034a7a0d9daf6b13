import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOfFile } from './lines_of_file.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PATH = join(folder, 'lines.txt');

function linesOf(text: string) {
  writeFileSync(PATH, text);
  return [...linesOfFile(PATH)];
}

describe('linesOfFile()', () => {
  it('gives the lines of any text, and says of the last whether it is whole', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'ü', '🧀', ' ') })), fc.boolean(), (lines, ends) => {
        const text = lines.join('\n') + (ends ? '\n' : '');
        const expected = text.split('\n');
        const last = expected.pop();
        expect(linesOf(text).map((line) => line.text)).toEqual(last === '' ? expected : [...expected, last]);
        expect(linesOf(text).every(({ isWhole }) => isWhole)).toBe(last === '');
        expect(linesOf(text).map(({ number }) => number)).toEqual(linesOf(text).map((_, at) => at + 1));
      }),
    );
  });

  it('joins what lies in several pieces of the file', () => {
    const long = ['x'.repeat(2 ** 20 - 1), 'ü'.repeat(2 ** 20), '', 'end'];
    expect(linesOf(`${long.join('\n')}\n`).map(({ text }) => text)).toEqual(long);
  });

  it('refuses what is no file', () => {
    expect(() => [...linesOfFile(join(folder, 'none'))]).toThrow('there is no such file');
    expect(() => [...linesOfFile(folder)]).toThrow('it is a folder');
  });
});
