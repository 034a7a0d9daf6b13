/**
 * The program as a process: hears signals, and answers what is brief at once, everything else in a thread that can be interrupted.
 *
 * @module
 */
import { processTerminal } from '../terminal/terminal.ts';
import { isBrief } from './is_brief.ts';

/** Resolves to the exit code; never rejects. */
export async function runProgram(argv: readonly string[], program: NodeJS.Process): Promise<number> {
  const terminal = processTerminal();
  const stop = new AbortController();
  if (isBrief(argv)) {
    const { runCommandLine } = await import('./command_line.ts');
    return runCommandLine(argv, { terminal, signal: stop.signal, environment: program.env });
  }
  const quit = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    program.on(name, () => {
      if (stop.signal.aborted) {
        quit.abort();
      } else {
        terminal.say('Stopping; press Ctrl-C again to force quit');
        stop.abort();
      }
    });
  }
  const { runInThread } = await import('./command_thread.ts');
  return runInThread(argv, terminal, { stop: stop.signal, quit: quit.signal });
}
