/**
 * Makes a folder and those above it.
 *
 * Node's own recursive way never ends where a folder is there but takes no other, such as `/proc`.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Does nothing where the folder is there. Throws what the operating system says where it cannot be made. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody else may have made it in between.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
