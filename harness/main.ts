#!/usr/bin/env node
/**
 * The command line's front door: `npm run -s tapedeck -- COMMAND`.
 *
 * @module
 */
import { runInThread } from './command_thread.ts';
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

/** Commands that hold other programs, or a tape that is being recorded; what they compute is done in threads. */
const IN_MAIN_THREAD = ['run', 'plan'];

const argv = process.argv.slice(2);
const command = argv.find((word) => !word.startsWith('-'));
if (command !== undefined && !IN_MAIN_THREAD.includes(command)) {
  process.exitCode = await runInThread(argv, terminal, stop.signal);
} else {
  const { runCommandLine } = await import('./command_line.ts');
  process.exitCode = await runCommandLine(argv, { terminal, signal: stop.signal, environment: process.env });
}
