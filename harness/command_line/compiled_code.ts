/**
 * Where V8 leaves what it compiled, so that the next run need not compile it again: half of what a short command takes.
 *
 * Only what is confined by Node's permission model uses it. Whoever may write there could make others run what he likes, and a
 * confined run may write there: it must not reach those that are not.
 *
 * @module
 */
import { PLACES } from '../files/places.ts';

/** Told to the threads that are started from now on, unless the user says where himself. */
export function keepCompiledCode(
  environment: NodeJS.ProcessEnv,
  permission: Pick<NodeJS.ProcessPermission, 'has'> | undefined,
): void {
  if (permission?.has('fs.write', PLACES.compiled) === true) environment['NODE_COMPILE_CACHE'] ??= PLACES.compiled;
}
