/** How long all tables take, from the start of the process to the end, with as many threads as there are cores and with one, in turns. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PLACES } from '../../io/places.ts';

/** All tables a second: every episode replayed, every file compared with the baseline. Takes a minute. */
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
