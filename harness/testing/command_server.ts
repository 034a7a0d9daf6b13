/**
 * A process that carries out one command line after the other as they are sent to it, so that what a command needs is
 * loaded once for all of them. Its environment is theirs.
 */
import { tapedeckIn } from './run_tapedeck.ts';

const environment = Object.fromEntries(Object.entries(process.env).map(([name, value = '']) => [name, value]));

process.on('message', async (argv: readonly string[]) => {
  process.send?.(await tapedeckIn({ environment }, ...argv));
});
