/**
 * Where V8 leaves what it compiled, so that the next run need not compile it again: half of what a short command takes.
 *
 * Code in this folder is run as it stands. So it lies among the installed packages, where write access means control of the program
 * anyway. A run that Node's permission model confines must not reach the others: it has a folder of its own, below what it may write.
 */
import module from 'node:module';
import { PLACES } from '../io/places.ts';

/** For this thread, and for those that are started from now on, unless the user says where himself. */
export function keepCompiledCode(
  environment: NodeJS.ProcessEnv,
  permission: Pick<NodeJS.ProcessPermission, 'has'> | undefined,
): void {
  const folder = permission === undefined ? PLACES.compiled : PLACES.compiledConfined;
  if (permission?.has('fs.write', folder) === false) return;
  environment['NODE_COMPILE_CACHE'] ??= folder;
  // Node 20 has no such call, and no such cache.
  module.enableCompileCache?.(environment['NODE_COMPILE_CACHE']);
}
