/** Node's recursive `mkdir` never ends in a folder that takes no other, such as `/proc`. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws the system's error where the folder cannot be made. */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
