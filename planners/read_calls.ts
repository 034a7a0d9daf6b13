/** A call begins a line, after an optional marker; other calls may follow it (LLM-State, section IV-C3). */
import type { ParseLog } from './parse_log.ts';
import { LENGTHS_MAX, type Parameter, readArguments } from './read_arguments.ts';

/** LLM-State, section III-A. */
export const PRIMITIVES: Vocabulary = new Map([
  ['move', ['name']],
  ['pickup', ['name']],
  ['placein', ['name', 'name']],
  ['placeon', ['name', 'name']],
  ['open', ['name']],
  ['close', ['name']],
  ['switchon', ['name']],
  ['switchoff', ['name']],
  ['wait', []],
]);

/** Name (ASCII letters, digits, `_`) → parameters. */
export type Vocabulary = ReadonlyMap<string, readonly Parameter[]>;

export type Call = Readonly<{
  name: string;
  args: readonly string[];
  /** Counted from 1. */
  line: number;
  text: string;
}>;

const OPENING = /\b(\w+)[ \t]*\(/y;
const NEXT_OPENING = /\b(\w+)[ \t]*\(/g;
const BETWEEN = /[ \t\r,;"'`*|>\]→-]*(?:(?:and then|and|then)[ \t]+)?/y;
const LABEL = /^(?:step|action)?$/i;
const CALL_LIKE = /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)\(/u;

/**
 * ```ts
 * import assert from 'node:assert/strict';
 * import { ParseLog, readCalls, type Vocabulary } from 'tapedeck/planner';
 *
 * const vocabulary: Vocabulary = new Map([['move', ['name']], ['wait', []]]);
 * const calls = readCalls('Sure! Here is the plan:\n1. move("fridge1")\n2. dance()', vocabulary, new ParseLog());
 * assert.deepEqual(calls.map(({ name, args }) => [name, ...args]), [['move', 'fridge1']]);
 * ```
 */
export function readCalls(text: string, vocabulary: Vocabulary, log: ParseLog): Call[] {
  const calls: Call[] = [];
  const lineOf = lineCursor(text);
  let head = nextHead(text, 0, vocabulary);
  discardLines(text, 0, head?.lineStart ?? text.length, { vocabulary, log, lineOf });
  while (head !== null) {
    const next = nextHead(text, lineOf(head.at).end, vocabulary);
    const extent = text.slice(0, next?.lineStart ?? text.length);
    let at = head.at;
    for (;;) {
      const [written = '', name = ''] = matchAt(OPENING, extent, at) ?? [];
      const parameters = vocabulary.get(name);
      if (parameters === undefined) break;
      const { number, end } = lineOf(at);
      const where = { line: number, text: text.slice(at, end) };
      const read = readArguments(extent, at + written.length, parameters);
      if (!read.ok) {
        log.discard(read.kind, where, `${name}: ${read.problem}`);
        break;
      }
      const tooLong = parameters.find((parameter, index) => (read.args[index] ?? '').length > LENGTHS_MAX[parameter]);
      if (tooLong === undefined) calls.push({ name, args: read.args, ...where });
      else log.discard('too_much', where, `${name}: a ${tooLong} has more than ${LENGTHS_MAX[tooLong]} characters`);
      at = read.end + (matchAt(BETWEEN, extent, read.end)?.[0].length ?? 0);
    }
    discardLines(text, lineOf(at).end, extent.length, { vocabulary, log, lineOf });
    head = next;
  }
  return calls;
}

function nextHead(text: string, start: number, vocabulary: Vocabulary): { at: number; lineStart: number } | null {
  NEXT_OPENING.lastIndex = start;
  for (let found = NEXT_OPENING.exec(text); found !== null; found = NEXT_OPENING.exec(text)) {
    if (!vocabulary.has(found[1] ?? '')) continue;
    const lineStart = text.lastIndexOf('\n', found.index) + 1;
    if (beginsLine(text.slice(lineStart, found.index))) return { at: found.index, lineStart };
    NEXT_OPENING.lastIndex = lineEnd(text, found.index);
  }
  return null;
}

function beginsLine(before: string): boolean {
  let end = before.length;
  while (end > 0 && !/\p{L}/u.test(before[end - 1] ?? '')) end--;
  if (before.includes(':', end)) return true;
  return LABEL.test(before.slice(0, end).replace(/^\P{L}{0,20}/u, ''));
}

type Context = Readonly<{ vocabulary: Vocabulary; log: ParseLog; lineOf: LineCursor }>;

function discardLines(text: string, start: number, end: number, { vocabulary, log, lineOf }: Context): void {
  for (let at = start; at < end; ) {
    const stop = Math.min(lineOf(at).end, end);
    const line = text.slice(at, stop).trim();
    if (line !== '' && !line.startsWith('```') && !/:\**$/.test(line)) {
      discardLine(log, { line: lineOf(at).number, text: line }, vocabulary);
    }
    at = stop + 1;
  }
}

function discardLine(log: ParseLog, where: { line: number; text: string }, vocabulary: Vocabulary): void {
  const name = CALL_LIKE.exec(where.text.slice(0, 1000))?.[1];
  if (name === undefined) {
    log.discard('prose', where, 'holds no call');
  } else if (vocabulary.has(name)) {
    log.discard('malformed', where, `${name}: a call in the middle of a sentence`);
  } else {
    const known = [...vocabulary.keys()].join(', ');
    log.discard('unknown_function', where, `no function is called "${name.slice(0, 40)}"; known: ${known}`);
  }
}

type LineCursor = (offset: number) => Readonly<{ number: number; end: number }>;

/** Offsets must not decrease. */
function lineCursor(text: string): LineCursor {
  let number = 1;
  let end = lineEnd(text, 0);
  return (offset) => {
    while (end < offset) {
      number++;
      end = lineEnd(text, end + 1);
    }
    return { number, end };
  };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
