/**
 * Has Node find what a planner from outside imports of Tapedeck; see `own_import.ts`.
 *
 * @module
 */
import nodeModule from 'node:module';
import { ownModule, secondParent } from './own_import.ts';

let isServing = false;

/** Whether a planner from outside was loaded in this thread, or was to be. */
export function servesOwnImports(): boolean {
  return isServing;
}

/** For all imports of this thread from now on. */
export function serveOwnImports(): void {
  if (isServing) return;
  isServing = true;
  if (typeof nodeModule.registerHooks !== 'function') {
    nodeModule.register(new URL('./own_import_hooks.ts', import.meta.url));
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
