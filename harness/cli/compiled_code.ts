/**
 * V8's compile cache halves the time of short commands. Its code runs unchecked, so it lies among the installed
 * packages, where write access means control anyway; a run under Node's permission model has its own folder.
 */
import module from 'node:module';
import { PLACES } from '../io/places.ts';

export function keepCompiledCode(
  environment: NodeJS.ProcessEnv,
  permission: Pick<NodeJS.ProcessPermission, 'has'> | undefined,
): void {
  const folder = permission === undefined ? PLACES.compiled : PLACES.compiledConfined;
  if (permission?.has('fs.write', folder) === false) return;
  environment['NODE_COMPILE_CACHE'] ??= folder;
  module.enableCompileCache?.(environment['NODE_COMPILE_CACHE']);
}
