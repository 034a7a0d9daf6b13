/**
 * How a failure is told: as a message on standard error and, where the user asks for JSON, as a document on standard output.
 *
 * @module
 */
import type { Terminal } from './terminal.ts';

/** A terminal that notices whether a result was printed, and how to tell a failure there. */
export function failureTeller(
  argv: readonly string[],
  terminal: Terminal,
): { terminal: Terminal; tell(failure: { exitCode: number; message: string }): void } {
  let isSilent = true;
  return {
    terminal: {
      ...terminal,
      out(text) {
        isSilent = false;
        terminal.out(text);
      },
    },
    tell({ message, exitCode }) {
      terminal.say(message);
      // A script reads one document; where a report or some lines have gone before, the exit code has to do.
      if (isSilent && asksForJson(argv)) terminal.out(JSON.stringify({ error: message, exitCode }));
    },
  };
}

/** Looked up in the words, for the mistake may be in the options themselves. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === '--json' || word === '--json=true');
}
