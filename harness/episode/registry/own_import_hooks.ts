/**
 * `serveOwnImports` for a Node that has hooks in a thread of their own only: before 22.15.
 *
 * @module
 */
import type { ResolveHook } from 'node:module';
import { ownModule, secondParent } from './own_import.ts';

/** Called by Node for every import. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(ownModule(specifier) ?? specifier, context);
  } catch (error) {
    const parentURL = secondParent(specifier, error);
    if (parentURL === undefined) throw error;
    return next(specifier, { ...context, parentURL });
  }
};
