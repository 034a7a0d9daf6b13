import { onTestFinished } from 'vitest';
import type { Recording } from '../format/journal.ts';
import type { TapeName } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { record, recording, tapeIn, temporaryFolder } from './tape_fixture.ts';

export const TOAST = recording('toast');
export const MUG = recording('mug', { trial: 3 });
export const WASH = recording('wash', { task: 'house_2/wash' });
export const REPLIES = 'house_1.make_toast.replies.jsonl';

export const recorded = () => tapeOf([TOAST, MUG, WASH]);

export async function tapeOf(recordings: readonly Recording[]): Promise<TapeName> {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await record(name, recordings);
  return name;
}

export async function read(name: TapeName, options: { bytesInMemoryMax?: number } = {}): Promise<void> {
  const tape = await openTape(name, options);
  try {
    await tape.find(TOAST.entry);
  } finally {
    await tape.close();
  }
}
