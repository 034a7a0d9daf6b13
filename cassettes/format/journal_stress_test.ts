import { readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { TapeError } from '../disk/read_lines.ts';
import { begin, recording } from '../testing/tape_fixture.ts';
import { Journal } from './journal.ts';

const TOAST = recording('toast');
const MUG = recording('mug', { trial: 2, text: 'line\nbreak "é"' });

test('Journal.read() keeps every whole line of a journal that was cut anywhere', async () => {
  const { name, path, journal } = begin(onTestFinished);
  journal.append([TOAST]);
  journal.append([MUG]);
  journal.close();
  const bytes = readFileSync(path);
  for (let length = 0; length <= bytes.length; length += 1) {
    const cut = bytes.subarray(0, length);
    writeFileSync(path, cut);
    const read = await Journal.read(path, name);
    const wholeLines = cut.toString('latin1').split('\n').length - 1;
    expect(read?.addresses(), `${length} bytes`).toHaveLength(Math.max(0, wholeLines - 2));
    read?.close();
  }
});

test('Journal.read() refuses a journal with a changed byte in a line that is whole', async () => {
  const { name, path, journal } = begin(onTestFinished);
  journal.append([TOAST]);
  journal.close();
  const bytes = readFileSync(path);
  // The very last byte is left out: without its newline the last line is one that was cut off.
  for (let position = 0; position < bytes.length - 1; position += 1) {
    writeFileSync(path, bytes.with(position, bytes[position]! ^ 1));
    await expect(Journal.read(path, name), `byte ${position}`).rejects.toThrow(TapeError);
  }
});
