#!/usr/bin/env node
/**
 * The command line's front door: `npm run -s tapedeck -- COMMAND`.
 *
 * @module
 */
import { runCommandLine } from './command_line.ts';
import { processTerminal } from './terminal.ts';

const terminal = processTerminal();
const stop = new AbortController();
let isStopping = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    // Whoever has started another program ends it as this process exits.
    if (isStopping) process.exit(130);
    isStopping = true;
    terminal.say('Stopping; once more to quit at once');
    stop.abort(new Error('Interrupted'));
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal,
  signal: stop.signal,
  environment: process.env,
});
