/**
 * Makes a folder and those above it, one by one.
 *
 * Node's own `recursive` tries for ever where the system takes no folders at all, such as below `/proc`.
 *
 * @module
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes what is missing; does nothing where the folder is there. Throws the system's error where it cannot be made. */
export function makeFolder(path: string): void {
  for (const folder of missingFolders(path)) {
    try {
      mkdirSync(folder);
    } catch (error) {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error; // else somebody was quicker
    }
  }
  if (!statSync(path).isDirectory()) mkdirSync(path); // a file is in the way, and the error says so
}

/** The folder and those above it that are not there, the highest first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder)) {
    missing.unshift(folder);
  }
  return missing;
}
