/** `tapedeck/…` is the running Tapedeck, so both share classes; `zod` is the planner's own where it has one. */

import { existsSync } from 'node:fs';
import type { ResolveHook } from 'node:module';
import nodeModule from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Null where the specifier names no public module. */
export function ownModule(specifier: string): string | null {
  const [, name] = /^tapedeck(?:\/([a-z_]+))?$/.exec(specifier) ?? [undefined, null];
  if (name === null) return null;
  const url = new URL(
    `../package/exports/${name ?? 'tapedeck'}${extname(fileURLToPath(import.meta.url))}`,
    import.meta.url,
  );
  return existsSync(url) ? url.href : null;
}

/** Undefined where there is no other place to look. */
export function secondParent(specifier: string, error: unknown): string | undefined {
  const isLost = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isLost && /^zod(\/|$)/.test(specifier) ? import.meta.url : undefined;
}

let isServing = false;

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

/** For Node before 22.15, which runs all hooks in a separate thread. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(ownModule(specifier) ?? specifier, context);
  } catch (error) {
    const parentURL = secondParent(specifier, error);
    if (parentURL === undefined) throw error;
    return next(specifier, { ...context, parentURL });
  }
};
