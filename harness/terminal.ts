/**
 * Where a command speaks: results to standard output, everything else to standard error.
 *
 * @module
 */

export type Terminal = {
  /** With `--json`, only one JSON document (or JSON Lines) goes here. */
  out(text: string): void;
  /** Resolves when what was written has left; a command that writes without end waits for it. Absent where nothing queues. */
  drained?(): Promise<void>;
  /** Progress and messages, a line each. */
  say(text: string): void;
  /** A line that replaces the last one; shown on a terminal only. */
  progress(text: string): void;
};

export function processTerminal(): Terminal {
  let shown = 0;
  const live = process.stderr.isTTY === true;
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
    process.exit(); // whoever read along, such as `head`, has seen enough
  });
  // A closed terminal must not keep a command from ending in good order.
  process.stderr.on('error', () => {});
  function clear(): void {
    if (shown > 0) process.stderr.write(`\r${' '.repeat(shown)}\r`);
    shown = 0;
  }
  return {
    out(text) {
      clear();
      const whole = printable(text);
      process.stdout.write(whole.endsWith('\n') ? whole : `${whole}\n`);
    },
    async drained() {
      if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve));
    },
    say(text) {
      clear();
      process.stderr.write(`${printable(text)}\n`);
    },
    progress(text) {
      if (!live) return;
      clear();
      process.stderr.write(text);
      shown = text.length;
    },
  };
}

/**
 * Text from a model must not steer the terminal: control characters but tab and line feed are shown as escapes,
 * which JSON understands, too.
 */
export function printable(text: string): string {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
