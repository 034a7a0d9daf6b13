/** Gives planners the running Tapedeck, so both share classes, and its `zod` if they lack one. */
import { existsSync } from 'node:fs';
import type { ResolveHook } from 'node:module';
import nodeModule from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../io/errors/failure.ts';

function ownModule(specifier: string) {
  const [, name = 'tapedeck'] = /^tapedeck(?:\/([a-z_]+))?$/.exec(specifier) ?? [undefined, ''];
  if (name === '') return specifier;
  const url = new URL(`../package/exports/${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
  return existsSync(url) ? url.href : specifier;
}

function ownContext<C>(specifier: string, context: C, error: unknown): C & { readonly parentURL: string } {
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
        return next(ownModule(specifier), context);
      } catch (error) {
        return next(specifier, ownContext(specifier, context, error));
      }
    },
  });
}

/** For Node before 22.15. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(ownModule(specifier), context);
  } catch (error) {
    return next(specifier, ownContext(specifier, context, error));
  }
};
