/**
 * A folder of drawings: what one episode looks like, and nothing else.
 *
 * @module
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listOf, ownFiles } from '../io/own_folder.ts';
import { writeWhole } from '../io/write_whole.ts';
import type { Drawing } from '../run/reading/replayed_cell.ts';

const LIST = 'tapedeck_drawings.json';

/** Replaces the drawings in a folder. Throws a CommandFailure where it holds anything else. */
export function writeDrawings(folder: string, drawings: readonly Drawing[]): void {
  const there = ownFiles({ folder, list: LIST, what: 'drawings', option: '--svg' });
  const names = drawings.map(({ name }) => name);
  const old = there.filter((name) => name !== LIST && !names.includes(name));
  for (const name of old) rmSync(join(folder, name));
  // First, so that those of a command that was killed are known.
  writeWhole(join(folder, LIST), listOf(names));
  for (const { name, svg } of drawings) writeWhole(join(folder, name), svg);
}
