/**
 * Where the imports of a planner from outside lead, wherever on the disk it lies. `tapedeck/…` is the Tapedeck that runs it, so that
 * both mean the same classes. `zod` is the planner's own where it has one, else Tapedeck's.
 */

import { existsSync } from 'node:fs';
import type { ResolveHook } from 'node:module';
import nodeModule from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A module of Tapedeck's public surface, compiled or as it stands; null where the specifier names none. */
export function ownModule(specifier: string): string | null {
  const [, name] = /^tapedeck(?:\/([a-z_]+))?$/.exec(specifier) ?? [undefined, null];
  if (name === null) return null;
  const url = new URL(
    `../package/exports/${name ?? 'tapedeck'}${extname(fileURLToPath(import.meta.url))}`,
    import.meta.url,
  );
  return existsSync(url) ? url.href : null;
}

/** From where to look once more for an import that was not found; undefined for nowhere. */
export function secondParent(specifier: string, error: unknown): string | undefined {
  const isLost = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isLost && /^zod(\/|$)/.test(specifier) ? import.meta.url : undefined;
}

let isServing = false;

/** Whether a planner from outside was loaded in this thread, or was to be. */
export function servesOwnImports(): boolean {
  return isServing;
}

export function serveOwnImports(): void {
  if (isServing) return;
  isServing = true;
  if (typeof nodeModule.registerHooks !== 'function') {
    nodeModule.register(import.meta.url);
    return;
  }
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(ownModule(specifier) ?? specifier, context);
      } catch (error) {
        const parentURL = secondParent(specifier, error);
        if (parentURL === undefined) throw error;
        return next(specifier, { ...context, parentURL });
      }
    },
  });
}

/** For a Node whose hooks all have a thread of their own: before 22.15. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(ownModule(specifier) ?? specifier, context);
  } catch (error) {
    const parentURL = secondParent(specifier, error);
    if (parentURL === undefined) throw error;
    return next(specifier, { ...context, parentURL });
  }
};
