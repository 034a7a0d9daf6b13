/**
 * How a failure is told: as a message on standard error and, where the user asks for JSON, as a document on standard output.
 *
 * @module
 */
import type { Terminal } from './terminal/terminal.ts';

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
      terminal.say(message, 'bad');
      // A script reads one document; where a report or some lines have gone before, the exit code has to do.
      if (isSilent && asksFor(argv, 'json')) terminal.out(JSON.stringify({ error: message, exitCode }));
    },
  };
}

/** Looked up in the words, for there may be a mistake in the options themselves. */
export function asksFor(argv: readonly string[], option: string): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => word === `--${option}` || word === `--${option}=true`);
}
