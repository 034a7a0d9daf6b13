#!/usr/bin/env node
/**
 * The command line's front door: `npm run -s tapedeck -- COMMAND`.
 *
 * @module
 */
import { runInThread } from './command_line/command_thread.ts';
import { keepCompiledCode } from './command_line/compiled_code.ts';
import { processTerminal } from './terminal/terminal.ts';

keepCompiledCode(process.env, process.permission);
const terminal = processTerminal();
const stop = new AbortController();
const quit = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (stop.signal.aborted) {
      quit.abort();
    } else {
      terminal.say('Stopping; press Ctrl-C again to force quit');
      stop.abort();
    }
  });
}

process.exitCode = await runInThread(process.argv.slice(2), terminal, { stop: stop.signal, quit: quit.signal });
