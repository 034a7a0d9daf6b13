/**
 * Test support: a process that carries out one command line after the other as they are sent to it, so that what a command needs is
 * loaded once for all of them.
 *
 * @module
 */
import { tapedeck } from './run_tapedeck.ts';

process.on('message', async (argv: readonly string[]) => {
  process.send?.(await tapedeck(...argv));
});
