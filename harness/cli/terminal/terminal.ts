import type { Writable } from 'node:stream';
import { printable } from '../../../envs/printable.ts';
import { type Messages, painted, type Screen, withEscapes } from '../../io/screen.ts';

export type Terminal = Messages & {
  readonly screen?: Screen;
  out(text: string): void;
  drained?(): Promise<void>;
};

export type Stream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(environment?: object): boolean;
};

type ColorSettings = Readonly<{
  environment: Readonly<Record<string, string | undefined>>;
  color?: boolean | undefined;
}>;

type Surroundings = ColorSettings & Readonly<{ stdout: Stream; stderr: Stream; clock: () => number }>;

const BYTE_ORDER_MARK = '\ufeff';

const LOG_INTERVAL_MS = 60_000;

export function processTerminal({ stdout, stderr, clock, ...settings }: Surroundings): Terminal {
  let lineLength = 0;
  let loggedAt = clock();
  const isLive = stderr.isTTY === true;
  const screen = screenOf(stdout, settings);
  const messages = screenOf(stderr, settings);
  stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
    process.exit(); // the reader, such as `head`, closed the pipe
  });
  // The terminal may be closed.
  stderr.on('error', () => {});
  function clear(): void {
    if (lineLength > 0) stderr.write(`\r${' '.repeat(lineLength)}\r`);
    lineLength = 0;
  }
  return {
    screen,
    clock,
    out(text) {
      clear();
      // A file may begin with a byte-order mark.
      const mark = stdout.isTTY !== true && text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
      const rendered = `${mark}${renderText(screen, text.slice(mark.length))}`;
      stdout.write(rendered.endsWith('\n') ? rendered : `${rendered}\n`);
    },
    async drained() {
      if (stdout.writableNeedDrain) await new Promise((resolve) => stdout.once('drain', resolve));
    },
    say(text, look) {
      clear();
      stderr.write(`${renderText(messages, painted(text, look ?? null, messages))}\n`);
    },
    progress(text) {
      const message = printable(text).replace(/[\t\n]/g, ' ');
      if (isLive) {
        clear();
        // A wrapped line could not be erased.
        const line = message.slice(0, (messages.columns ?? 80) - 1);
        stderr.write(line);
        lineLength = line.length;
      } else if (clock() - loggedAt >= LOG_INTERVAL_MS) {
        loggedAt = clock();
        stderr.write(`${message}\n`);
      }
    },
  };
}

function screenOf(stream: Stream, settings: ColorSettings): Screen {
  const isSupported = stream.isTTY === true && stream.hasColors?.(settings.environment) === true;
  const hasColours = colorSetting(settings) ?? isSupported;
  // A terminal of unknown width reports 0.
  const { isTTY, columns = 0 } = stream;
  return { hasColours, ...(isTTY === true && columns > 0 ? { columns } : {}) };
}

/** In this order: options, `FORCE_COLOR` (force-color.org; 0 means no, as in Node), `NO_COLOR` (no-color.org). */
function colorSetting({ environment, color }: ColorSettings): boolean | undefined {
  const [forceColor = '', noColor = ''] = [environment['FORCE_COLOR'], environment['NO_COLOR']];
  if (color !== undefined) return color;
  if (forceColor !== '') return forceColor !== '0' && forceColor !== 'false';
  return noColor === '' ? undefined : false;
}

function renderText({ hasColours }: Screen, text: string): string {
  return hasColours ? withEscapes(printable(text)) : printable(text);
}
