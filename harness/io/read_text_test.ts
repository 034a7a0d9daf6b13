import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { readPackedLines, readPackedText } from './read_packed.ts';
import { BYTES_MAX, checkInputFile, linesOfFile, readText } from './read_text.ts';

const folder = temporaryFolder(afterAll);
const pipe = join(folder, 'pipe');
execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe]);
const large = join(folder, 'large');
writeFileSync(large, '');
truncateSync(large, BYTES_MAX + 1);

const WRONG: readonly (readonly [path: string, message: string])[] = [
  ['/dev/zero', 'it is a device'],
  [pipe, 'it is a pipe'],
  [folder, 'it is a folder'],
  [join(folder, 'none'), 'there is no such file'],
];

describe('checkInputFile()', () => {
  it.each(WRONG)('keeps out %s for every reader', async (path, message) => {
    expect(() => checkInputFile(path)).toThrow(message);
    expect(() => readText(path)).toThrow(message);
    expect(() => readPackedText(path, 1_000)).toThrow(message);
    await expect(readPackedLines(path, 1_000).next()).rejects.toThrow(message);
  });

  it('keeps out what does not fit into memory, but not from those who read piece by piece', () => {
    expect(() => readText(large)).toThrow(`expected at most ${BYTES_MAX} bytes, found ${BYTES_MAX + 1}`);
    expect(() => checkInputFile(large)).not.toThrow();
  });

  it.each([
    ['run', [pipe]],
    ['run', ['./suite.json']],
    ['run', ['household', '--planner', pipe]],
    ['run', ['household', '--planner', '/dev/zero']],
    ['check', ['/dev/zero']],
    ['plan', ['/dev/zero', pipe]],
    ['validate', [pipe, pipe, pipe]],
    ['motion', ['/dev/zero']],
    ['simulate', [pipe, '--rules', 'paper', '--walks', '/dev/zero']],
    [
      'batch',
      ['ingest', '/dev/zero', ...`--tapes ${folder} --provider p --channel c --answered-on unknown`.split(' ')],
    ],
  ])('is passed by `tapedeck %s %j`', async (command, words) => {
    const said = expect.stringMatching(/^(Cannot read|Cannot load planner .*: it is a|No suite)/);
    expect(await tapedeck(command, ...words)).toMatchObject({ exitCode: 2, said });
  });
});

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
        const expected = text.split('\n').map((each, at, { length }) => {
          return { text: each, number: at + 1, isWhole: at + 1 < length };
        });
        if (text === '' || text.endsWith('\n')) expected.pop();
        expect(linesOf(text)).toMatchObject(expected);
        expect(linesOf(text)).toHaveLength(expected.length);
      }),
    );
  });

  it('joins what lies in several pieces of the file, and refuses what is no file', () => {
    const long = ['x'.repeat(2 ** 20 - 1), 'ü'.repeat(2 ** 20), '', 'end'];
    expect(linesOf(`${long.join('\n')}\n`).map(({ text }) => text)).toEqual(long);
    expect(() => [...linesOfFile(join(folder, 'none'))]).toThrow('there is no such file');
  });
});
