import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { painted } from '../../io/screen.ts';
import { processTerminal, type Stream } from './terminal.ts';

type Written = Readonly<{ stream: Stream; text: () => string }>;

function written(columns?: number): Written {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  const tty = columns === undefined ? {} : { isTTY: true, columns, hasColors: () => true };
  return { stream: Object.assign(stream, tty), text: () => text };
}

function surroundings(columns?: number, environment: Readonly<Record<string, string>> = {}, color?: boolean) {
  const [out, err] = [written(columns), written(columns)];
  const time = { now: 0 };
  const streams = { stdout: out.stream, stderr: err.stream };
  const terminal = processTerminal({ ...streams, environment, color, clock: () => time.now });
  return { terminal, out: out.text, err: err.text, time };
}

describe('processTerminal() on a terminal', () => {
  it('knows how wide it is, unless the width is 0, and has colours', () => {
    const { terminal, out, err } = surroundings(100);
    expect(terminal.screen).toEqual({ columns: 100, hasColours: true });
    terminal.out(painted('yes', 'good', terminal.screen!));
    terminal.say('no', 'bad');
    expect(out()).toBe('\x1b[32myes\x1b[0m\n');
    expect(err()).toBe('\x1b[31mno\x1b[0m\n');
    expect(surroundings(0).terminal.screen).toEqual({ hasColours: true });
  });

  it.each<[color: boolean | undefined, environment: Record<string, string>, onTerminal: boolean, inPipe: boolean]>([
    [undefined, { NO_COLOR: '1' }, false, false],
    [undefined, { NO_COLOR: 'yes' }, false, false],
    [undefined, {}, true, false],
    [undefined, { NO_COLOR: '' }, true, false],
    [undefined, { FORCE_COLOR: '1' }, true, true],
    [undefined, { FORCE_COLOR: '0' }, false, false],
    [undefined, { FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
    [true, { NO_COLOR: '1' }, true, true],
    [false, { FORCE_COLOR: '1' }, false, false],
  ])('has the colours that are wanted: --color %s, %j', (color, environment, onTerminal, inPipe) => {
    expect(surroundings(100, environment, color).terminal.screen).toEqual({ columns: 100, hasColours: onTerminal });
    expect(surroundings(undefined, environment, color).terminal.screen).toEqual({ hasColours: inPipe });
  });

  it('lets no escape through that a model wrote, ends each line’s colour, and turns no direction of reading', () => {
    const { terminal, out, err } = surroundings(100);
    terminal.out('\x1b[31mred\n\ufdd3never ended\nplain');
    terminal.out('name\u202egpj');
    expect(out()).toBe('\\u001b[31mred\n\x1b[31mnever ended\x1b[0m\nplain\nname\\u202egpj\n');
    terminal.say('name\u2067gpj', 'bad');
    terminal.progress('name\u200fgpj\nmore');
    expect(err()).toBe('\x1b[31mname\\u2067gpj\x1b[0m\nname\\u200fgpj more');
  });

  it('replaces a line of progress, cut to the width, and takes it back before a message', () => {
    const { terminal, err } = surroundings(10);
    terminal.progress('1 of 20, a long name');
    terminal.progress('2');
    terminal.say('done');
    expect(err()).toBe(`1 of 20, \r${' '.repeat(9)}\r2\r \rdone\n`);
  });
});

describe('processTerminal() on a file or a pipe', () => {
  it('has neither width nor colours', () => {
    const { terminal, out, err } = surroundings();
    expect(terminal.screen).toEqual({ hasColours: false });
    terminal.out(painted('yes', 'good', terminal.screen!));
    terminal.say('no', 'bad');
    expect(out() + err()).toBe('yes\nno\n');
  });

  it('leaves a byte-order mark at the beginning of what may become a file', () => {
    const { terminal, out } = surroundings();
    terminal.out('\ufeffO1\tcup\ufeff');
    expect(out()).toBe('\ufeffO1\tcup\\ufeff\n');
  });

  it('writes a line of progress a minute', () => {
    const { terminal, err, time } = surroundings();
    for (time.now = 0; time.now <= 150_000; time.now += 1_000) terminal.progress(`at ${time.now / 1_000} s`);
    expect(err()).toBe('at 60 s\nat 120 s\n');
  });
});
