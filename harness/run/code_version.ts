import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PLACES } from '../io/places.ts';

/** `commit` ignores uncommitted changes; null outside a checkout. */
export function codeVersion(root: string = PLACES.root): { version: string; commit: string | null } {
  const { version } = JSON.parse(read(join(root, 'package.json')));
  try {
    return { version, commit: commitOf(join(root, '.git')) };
  } catch {
    return { version, commit: null };
  }
}

function commitOf(dotGit: string): string | null {
  const git = statSync(dotGit).isFile() ? resolve(dotGit, '..', wordAfter('gitdir:', read(dotGit))) : dotGit;
  const head = read(join(git, 'HEAD'));
  if (!head.startsWith('ref:')) return hashIn(head);
  const ref = wordAfter('ref:', head);
  const common = existsSync(join(git, 'commondir')) ? resolve(git, read(join(git, 'commondir'))) : git;
  if (existsSync(join(common, ref))) return hashIn(read(join(common, ref)));
  const packed = read(join(common, 'packed-refs')).split('\n');
  return hashIn(packed.find((line) => line.endsWith(` ${ref}`)) ?? '');
}

function read(path: string) {
  return readFileSync(path, 'utf8').trim();
}

function wordAfter(key: string, text: string) {
  return text.slice(key.length).trim();
}

function hashIn(text: string): string | null {
  return /^([0-9a-f]{40}|[0-9a-f]{64})\b/.exec(text)?.[0] ?? null;
}
