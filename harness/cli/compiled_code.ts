/**
 * V8's compile cache halves the time of short commands. Security: its code runs unchecked, so it lies among installed
 * packages, where write access means control anyway; a run under Node's permission model gets its own folder.
 */
import module from 'node:module';
import { PLACES } from '../io/places.ts';

/** Applies to this and later threads, unless the user sets a folder. */
export function keepCompiledCode(
  environment: NodeJS.ProcessEnv,
  permission: Pick<NodeJS.ProcessPermission, 'has'> | undefined,
): void {
  const folder = permission === undefined ? PLACES.compiled : PLACES.compiledConfined;
  if (permission?.has('fs.write', folder) === false) return;
  environment['NODE_COMPILE_CACHE'] ??= folder;
  // Node 20 lacks both call and cache.
  module.enableCompileCache?.(environment['NODE_COMPILE_CACHE']);
}
