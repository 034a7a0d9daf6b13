#!/usr/bin/env node
/**
 * The command line's front door: `npm run -s tapedeck -- COMMAND`.
 *
 * @module
 */
import { runCommandLine } from './command_line.ts';
import { processTerminal } from './terminal.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Interrupted')));

process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: processTerminal(),
  signal: stop.signal,
  environment: process.env,
});
