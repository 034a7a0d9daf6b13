import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PLACES } from '../../io/places.ts';

/** Every episode replayed and compared with the baseline, in all threads and in one. Takes a minute. */
export function benchTables() {
  const oneThreadPerSecond = perSecond(['--jobs', '1']);
  return { oneThreadPerSecond, perSecond: perSecond([]) };
}

function perSecond(options: readonly string[]): number {
  const began = performance.now();
  const words = [join(PLACES.root, 'harness/main.ts'), 'tables', '--check', ...options];
  execFileSync(process.execPath, words, { stdio: 'ignore', cwd: PLACES.root });
  return 1_000 / (performance.now() - began);
}
