/** `tapedeck/…` is the running Tapedeck, so both share classes; `zod` is the planner's own where it has one. */

import { existsSync } from 'node:fs';
import type { ResolveHook } from 'node:module';
import nodeModule from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../io/errors/failure.ts';

/** Null where the specifier names no public module. */
function ownModule(specifier: string): string | null {
  const found = /^tapedeck(?:\/([a-z_]+))?$/.exec(specifier);
  if (found === null) return null;
  const file = `${found[1] ?? 'tapedeck'}${extname(fileURLToPath(import.meta.url))}`;
  const url = new URL(`../package/exports/${file}`, import.meta.url);
  return existsSync(url) ? url.href : null;
}

/** Where to look again. Throws the error where there is no other place. */
function elsewhere<C>(specifier: string, context: C, error: unknown): C & { readonly parentURL: string } {
  if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND' || !/^zod(\/|$)/.test(specifier)) throw error;
  return { ...context, parentURL: import.meta.url };
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
        return next(specifier, elsewhere(specifier, context, error));
      }
    },
  });
}

/** For Node before 22.15, which runs all hooks in a separate thread. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(ownModule(specifier) ?? specifier, context);
  } catch (error) {
    return next(specifier, elsewhere(specifier, context, error));
  }
};
