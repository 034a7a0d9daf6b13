import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './read_lines.ts';

const path = 'a.jsonl';

test('readLines() says where each line stands and whether it hasNewline', async () => {
  const lines = await Array.fromAsync(readLines([Buffer.from('é\n\nend')], { path }));
  expect(lines.map(({ bytes, ...place }) => ({ text: bytes.toString(), ...place }))).toEqual([
    { text: 'é', number: 1, offset: 0, hasNewline: true },
    { text: '', number: 2, offset: 3, hasNewline: true },
    { text: 'end', number: 3, offset: 4, hasNewline: false },
  ]);
});

test('readLines() finds the same lines however the bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\n') })), async (chunks) => {
      const bytes = Buffer.from(chunks.join(''));
      const cut = bytes.length >> 1;
      const single = Array.from(bytes.subarray(cut), (byte) => Buffer.from([byte]));
      const lines = await Array.fromAsync(readLines([bytes.subarray(0, cut), Buffer.alloc(0), ...single], { path }));
      const joined = lines.map((line) => line.bytes.toString() + (line.hasNewline ? '\n' : '')).join('');
      expect(joined).toBe(bytes.toString());
      for (const { offset, bytes: line } of lines) expect(bytes.subarray(offset, offset + line.length)).toEqual(line);
    }),
  );
});

test('readLines() refuses a line without end', async () => {
  const chunks = Array.from({ length: 4 }, () => Buffer.alloc(100));
  const message = 'Cannot use tape file "a.jsonl", line 1: it is longer than 300 bytes';
  await expect(Array.fromAsync(readLines(chunks, { path, lineBytesMax: 300 }))).rejects.toThrow(message);
});
