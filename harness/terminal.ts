/**
 * Where a command speaks: results to standard output, everything else to standard error.
 *
 * @module
 */

export type Terminal = {
  /** With `--json`, only one JSON document (or JSON Lines) goes here. */
  out(text: string): void;
  /** Progress and messages, a line each. */
  say(text: string): void;
  /** A line that replaces the last one; shown on a terminal only. */
  progress(text: string): void;
};

export function processTerminal(): Terminal {
  let shown = 0;
  const live = process.stderr.isTTY === true;
  function clear(): void {
    if (shown > 0) process.stderr.write(`\r${' '.repeat(shown)}\r`);
    shown = 0;
  }
  return {
    out(text) {
      clear();
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
    say(text) {
      clear();
      process.stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!live) return;
      clear();
      process.stderr.write(text);
      shown = text.length;
    },
  };
}
