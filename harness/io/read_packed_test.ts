import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { readPackedLines, readPackedText } from './read_packed.ts';

const folder = temporaryFolder(afterAll);

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const lines = (path: string, charactersMax = 1000) => Array.fromAsync(readPackedLines(path, charactersMax));

const LONG = Array.from({ length: 50_000 }, (_, index) => `line ${index} ünï`);

describe('readPackedText()', () => {
  it('reads plain and gzip files, whatever their names', () => {
    expect(readPackedText(file('plain.gz', 'grüße'), 100)).toBe('grüße');
    expect(readPackedText(file('packed.json', gzipSync('grüße')), 100)).toBe('grüße');
    expect(readPackedText(file('empty', ''), 100)).toBe('');
  });

  it.each([
    ['too long', 'x'.repeat(101), 'expected at most 100 bytes, found 101'],
    ['too long once unpacked', gzipSync('x'.repeat(1e7)), 'expected at most 20000 bytes unpacked, found more'],
    ['cut short', gzipSync(LONG.join()).subarray(0, 90), 'damaged gzip (unexpected end of file)'],
    ['damaged', Buffer.concat([gzipSync('hello').subarray(0, 10), Buffer.alloc(9, 7)]), 'damaged gzip (invalid'],
    ['not UTF-8', Uint8Array.of(0x7b, 0xff), 'it is not UTF-8 text'],
  ])('refuses a file that is %s', (name, content, message) => {
    const path = file(name, content);
    const read = () => readPackedText(path, typeof content === 'string' ? 100 : 20_000);
    expect(read).toThrow(`Cannot read "${path}"`);
    expect(read).toThrow(message);
  });
});

describe('readPackedLines()', () => {
  it('gives lines, plain and packed, of any number of chunks, and empty ones, but none after the last end', async () => {
    for (const content of [LONG.join('\n'), `${LONG.join('\r\n')}\r\n`, gzipSync(LONG.join('\n'))]) {
      expect(await lines(file('long', content))).toEqual(LONG);
    }
    expect(await lines(file('gaps', '\na\n\nb\n'))).toEqual(['', 'a', '', 'b']);
    expect(await lines(file('nothing at all', ''))).toEqual([]);
    expect(await lines(file('one character', 'x'))).toEqual(['x']);
  });

  it.each([
    ['a long line', `a\n${'x'.repeat(1001)}\n`, 'line 2: expected at most 1000 characters in a line, found'],
    ['an endless line', 'x'.repeat(1e6), 'line 1: expected at most 1000 characters in a line, found more'],
    ['gzip cut short', gzipSync(LONG.join('\n')).subarray(0, 60_000), 'damaged gzip (unexpected end of file)'],
    ['what is not UTF-8', Uint8Array.of(0x61, 0x0a, 0xff, 0x0a), 'it is not UTF-8 text'],
  ])('refuses %s', async (name, content, message) => {
    await expect(lines(file(name, content))).rejects.toThrow(message);
  });

  it.each([1, 2, 4])('looks for the end of a line once at each character, in a line of %d MB', async (millions) => {
    const path = file(`one line of ${millions}`, `${'x'.repeat(millions * 1e6)}\nlast`);
    const search = vi.spyOn(String.prototype, 'indexOf');
    try {
      expect((await lines(path, 1e7)).map(({ length }) => length)).toEqual([millions * 1e6, 4]);
      const searched = search.mock.contexts.filter((_, call) => search.mock.calls[call]?.[0] === '\n');
      const characters = searched.reduce<number>((sum, text) => sum + String(text).length, 0);
      expect(characters).toBeLessThan(1.2 * millions * 1e6);
    } finally {
      search.mockRestore();
    }
  });
});
