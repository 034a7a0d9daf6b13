import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TapeError } from '../disk/read_lines.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { REPLIES, read, recorded } from '../testing/recorded_tape.ts';

test.each([0, 2 ** 20])(
  'a changed byte is refused by file and line, with %i bytes of memory',
  async (bytesInMemoryMax) => {
    const name = await recorded();
    const path = join(tapeFiles(name).dir, REPLIES);
    const bytes = readFileSync(path);
    for (let position = 0; position < bytes.length; position += 1) {
      writeFileSync(path, bytes.with(position, bytes[position]! ^ (1 << (position % 8))));
      const line = bytes.subarray(0, position).toString('latin1').split('\n').length;
      const error: unknown = await read(name, { bytesInMemoryMax }).catch((reason) => reason);
      expect(error, `byte ${position}`).toBeInstanceOf(TapeError);
      expect(error).toMatchObject({ path, line });
    }
  },
);

test('a tape that was cut anywhere is refused', async () => {
  const name = await recorded();
  const path = join(tapeFiles(name).dir, REPLIES);
  for (let length = readFileSync(path).length - 1; length >= 0; length -= 1) {
    truncateSync(path, length);
    await expect(read(name), `${length} bytes`).rejects.toThrow(TapeError);
  }
});
