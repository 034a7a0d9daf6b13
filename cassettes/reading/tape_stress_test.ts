import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TapeError } from '../disk/tape_error.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { openTape } from './tape.ts';

const TOAST = recording('toast');
const MUG = recording('mug', { trial: 3 });
const WASH = recording('wash', { task: 'house_2/wash' });
const REPLIES = 'house_1.make_toast.replies.jsonl';

test.each([0, 2 ** 20])(
  'a tape with a changed byte anywhere is refused with file and line, with %i bytes of memory',
  async (bytesInMemoryMax) => {
    const name = await recorded();
    const path = join(tapeFiles(name).dir, REPLIES);
    const bytes = readFileSync(path);
    for (let position = 0; position < bytes.length; position += 1) {
      const damaged = Buffer.from(bytes);
      damaged[position] = (bytes[position] ?? 0) ^ (1 << (position % 8));
      writeFileSync(path, damaged);
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

async function recorded(): Promise<TapeName> {
  const name = tapeIn(temporaryFolder(onTestFinished));
  mkdirSync(tapeFiles(name).dir, { recursive: true });
  await record(name, [TOAST, MUG, WASH]);
  return name;
}

/** Opens the tape and reads the task of the first file. */
async function read(name: TapeName, options: { bytesInMemoryMax?: number } = {}): Promise<void> {
  const tape = await openTape(name, options);
  try {
    await tape.find(TOAST.entry);
  } finally {
    await tape.close();
  }
}
