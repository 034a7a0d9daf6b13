import { tapedeckIn } from './run_tapedeck.ts';

const environment = Object.fromEntries(Object.entries(process.env).map(([name, value = '']) => [name, value]));

process.on('message', async (argv: readonly string[]) => {
  process.send?.(await tapedeckIn({ environment }, ...argv));
});
