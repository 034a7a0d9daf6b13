/** V8 trusts cached code, so its compile cache lies among the installed packages, which are trusted, too. */
import module from 'node:module';
import { PLACES } from '../io/places.ts';

export function enableCompileCache(
  environment: NodeJS.ProcessEnv,
  permission: Pick<NodeJS.ProcessPermission, 'has'> | undefined,
): void {
  const folder = permission === undefined ? PLACES.compiled : PLACES.compiledConfined;
  if (permission?.has('fs.write', folder) === false) return;
  environment['NODE_COMPILE_CACHE'] ??= folder;
  module.enableCompileCache?.(environment['NODE_COMPILE_CACHE']);
}
