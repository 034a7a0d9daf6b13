/**
 * Where the imports of a planner from outside lead, wherever on the disk it lies.
 *
 * `tapedeck/…` is the Tapedeck that runs it, so that both mean the same classes. `zod` is the planner's own where it finds one, else
 * Tapedeck's. Everything else is found as Node finds it.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A module of Tapedeck's public surface, compiled or as it stands; null where the specifier names none. */
export function ownModule(specifier: string): string | null {
  const [, name] = /^tapedeck(?:\/([a-z_]+))?$/.exec(specifier) ?? [undefined, null];
  if (name === null) return null;
  const url = new URL(
    `../../package/exports/${name ?? 'tapedeck'}${extname(fileURLToPath(import.meta.url))}`,
    import.meta.url,
  );
  return existsSync(url) ? url.href : null;
}

/** From where an import is to be looked for once more that was not found; undefined where it is not. */
export function secondParent(specifier: string, error: unknown): string | undefined {
  const isLost = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isLost && /^zod(\/|$)/.test(specifier) ? import.meta.url : undefined;
}
