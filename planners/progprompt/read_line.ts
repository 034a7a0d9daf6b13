/** Statements separated by `;`, after an optional list marker; the rest is commentary. */
import type { Action } from '../../envs/env.ts';
import type { DiscardKind } from '../planner.ts';
import { pythonString } from '../python_repr.ts';
import { LENGTHS_MAX } from '../read_arguments.ts';
import { PRIMITIVES } from '../read_calls.ts';
import type { Condition } from './program.ts';

type Token = Readonly<{
  /** `mark`: any other character; `unclosed`: a string without its closing quote. */
  kind: 'word' | 'string' | 'comment' | 'mark' | 'unclosed' | 'end';
  text: string;
}>;

/** `- move` is a list, `tea-cup` a name. */
const TOKEN =
  /#(?<comment>.*)|["“”„«»](?<double>(?:[^"“”„«»\\]|\\.)*)(?<end2>["“”„«»]|\\?$)|['‘’‚](?<single>(?:[^'‘’‚\\]|\\.)*)(?<end1>['‘’‚]|\\?$)|(?<word>[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*)|\S/gsu;

/** A list's number, and characters of no token. */
const MARKERS = /(?:[^\p{L}\p{N}_#"“”„«»'‘’‚]|\d+(?![\p{L}\p{N}_]|-[\p{L}\p{N}_]))*/uy;

export class Lexer {
  readonly #line: string;
  #next: Token | null = null;
  #start = 0;
  #end = 0;

  constructor(line: string) {
    this.#line = line;
  }

  peek(): Token {
    if (this.#next !== null) return this.#next;
    TOKEN.lastIndex = this.#end;
    const found = TOKEN.exec(this.#line);
    this.#start = found?.index ?? this.#line.length;
    this.#end = this.#start + (found?.[0].length ?? 0);
    this.#next = found === null ? { kind: 'end', text: '' } : tokenOf(found);
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = null;
    return token;
  }

  takeMarkers(): void {
    MARKERS.lastIndex = this.#end;
    MARKERS.exec(this.#line);
    this.#end = MARKERS.lastIndex;
  }

  takeMark(mark: string): boolean {
    const isNext = isMark(this.peek(), mark);
    if (isNext) this.#next = null;
    return isNext;
  }

  /** Up to a `#`; an apostrophe opens no string here. */
  takeRest(): string {
    this.peek();
    this.#end = this.#line.length;
    this.#next = null;
    return this.#line.slice(this.#start).replace(/#.*/s, '');
  }
}

function tokenOf({ 0: text, groups: { comment, word, double, single, end2, end1 } = {} }: RegExpExecArray): Token {
  if (comment !== undefined) return { kind: 'comment', text: comment.trim() };
  if (word !== undefined) return { kind: 'word', text };
  const content = double ?? single;
  if (content === undefined) return { kind: 'mark', text };
  if (/^\\?$/.test(end2 ?? end1 ?? '')) return { kind: 'unclosed', text };
  return { kind: 'string', text: content.replace(/\\(.)/gs, '$1').trim() };
}

function isMark({ kind, text }: Token, mark: string): boolean {
  return kind === 'mark' && text === mark;
}

type Wrong = Readonly<{ kind: 'wrong'; discard: DiscardKind; reason: string; isAssert: boolean }>;

export type Piece =
  | Readonly<{ kind: 'comment'; text: string }>
  | Readonly<{ kind: 'call'; action: Action }>
  | Readonly<{ kind: 'assert'; condition: Condition }>
  | { readonly kind: 'else' }
  | { readonly kind: 'def' }
  | Readonly<{ kind: 'python'; what: string; opensBlock: boolean }>
  /** Commentary with a call or an else. */
  | Readonly<{ kind: 'dropped'; reason: string }>
  | Wrong;

/** ProgPrompt's own names of the primitives. */
const ALIASES = { find: 'move', walk: 'move', grab: 'pickup', putin: 'placein', putback: 'placeon' };
const VERBS = new Map([...Array.from(PRIMITIVES.keys(), (verb) => [verb, verb] as const), ...Object.entries(ALIASES)]);
const CALL = new RegExp(`(?<![\\p{L}\\p{N}_]-?)(${[...VERBS.keys(), 'assert'].join('|')})\\s*\\(`, 'iu');
const ELSE = /(?<![\p{L}\p{N}_]-?)else(?!-?[\p{L}\p{N}_])/iu;
const ARITY_MAX = 2;
const TOO_LONG = `a name has more than ${LENGTHS_MAX.name} characters`;
const CONDITION_TOKENS_MAX = 20;
const KEYWORDS = new Set(
  'if elif for while with try except finally from import return pass break continue raise class global lambda async'.split(
    ' ',
  ),
);

export function* readLine(line: string): Generator<Piece> {
  const lexer = new Lexer(line);
  lexer.takeMarkers();
  if (lexer.peek().kind === 'comment') yield { kind: 'comment', text: lexer.take().text };
  while (lexer.peek().kind !== 'end' && lexer.peek().kind !== 'comment') {
    const piece = readPiece(lexer);
    yield piece;
    if (piece.kind === 'else') continue;
    if (piece.kind !== 'call' && piece.kind !== 'assert' && piece.kind !== 'def') return;
    lexer.takeMark(':');
    if (lexer.takeMark(';') || isElse(lexer.peek())) continue;
    const rest = lexer.takeRest();
    const name = CALL.exec(rest)?.[1] ?? ELSE.exec(rest)?.[0];
    if (name !== undefined) yield { kind: 'dropped', reason: `${name.toLowerCase()}: follows a statement on its line` };
    return;
  }
}

function readPiece(lexer: Lexer): Piece {
  const { kind, text } = lexer.peek();
  if (kind !== 'word') return readProse(lexer);
  lexer.take();
  if (text === 'else') {
    lexer.takeMark(':');
    return { kind: 'else' };
  }
  if (text === 'assert') return readAssert(lexer);
  if (text === 'def' && lexer.peek().kind === 'word') {
    lexer.take();
    return { kind: 'def' };
  }
  if (KEYWORDS.has(text)) return { kind: 'python', what: text, opensBlock: endsInColon(lexer) };
  if (lexer.takeMark('(')) return readCall(lexer, text);
  if (lexer.takeMark('=')) return { kind: 'python', what: '=', opensBlock: false };
  return readProse(lexer);
}

function readCall(lexer: Lexer, name: string): Piece {
  const verb = VERBS.get(name.toLowerCase());
  if (verb === undefined) {
    const known = [...VERBS.keys()].join(', ');
    return wrong('unknown_function', `no function is called "${name.slice(0, 40)}"; known: ${known}`);
  }
  const fail = (discard: DiscardKind, reason: string) => wrong(discard, `${verb}: ${reason}`);
  const arity = PRIMITIVES.get(verb)?.length ?? 0;
  const args: string[] = [];
  while (args.length <= ARITY_MAX && !lexer.takeMark(')')) {
    const argument = args.length === 0 || lexer.takeMark(',') ? readArgument(lexer) : null;
    if (argument === null) return fail('malformed', problemAt(lexer));
    if (argument === '') return fail('argument', 'an empty name');
    if (argument.length > LENGTHS_MAX.name) return fail('too_much', TOO_LONG);
    args.push(argument);
  }
  if (args.length === arity) return { kind: 'call', action: { verb, args } };
  return fail('argument', `too ${args.length > arity ? 'many' : 'few'} arguments; takes ${arity}`);
}

function readArgument(lexer: Lexer): string | null {
  if (lexer.peek().kind === 'string') return lexer.take().text;
  const words: string[] = [];
  while (lexer.peek().kind === 'word') words.push(lexer.take().text);
  return words.length === 0 ? null : words.join(' ');
}

function readAssert(lexer: Lexer): Piece {
  const fail = (discard: DiscardKind, reason: string) => wrong(discard, `assert: ${reason}`, true);
  const isParenthesised = lexer.takeMark('(');
  const parts: Token[] = [];
  for (let token = lexer.peek(); token.kind === 'word' || token.kind === 'string'; token = lexer.peek()) {
    if (!isParenthesised && isElse(token)) break;
    if (parts.length === CONDITION_TOKENS_MAX) return fail('too_much', `more than ${CONDITION_TOKENS_MAX} words`);
    parts.push(lexer.take());
  }
  if (isCall(parts.at(-1), lexer) || (lexer.takeMark(',') && !takeMessage(lexer, isParenthesised))) {
    return fail('malformed', 'a statement inside it');
  }
  if (isParenthesised ? !lexer.takeMark(')') : lexer.peek().kind === 'unclosed') {
    return fail('malformed', problemAt(lexer));
  }
  if (parts.length === 0) return fail('argument', 'no condition');
  if (parts.some(({ text }) => text === '')) return fail('argument', 'an empty name');
  if (parts.some(({ text }) => text.length > LENGTHS_MAX.name)) return fail('too_much', TOO_LONG);
  return { kind: 'assert', condition: conditionOf(parts) };
}

function takeMessage(lexer: Lexer, isParenthesised: boolean): boolean {
  if (!isParenthesised) {
    if (lexer.peek().kind === 'string') lexer.take();
    return true;
  }
  for (let next = lexer.peek(); next.kind !== 'end' && next.kind !== 'unclosed'; next = lexer.peek()) {
    if (isMark(next, ')')) break;
    const token = lexer.take();
    if (isElse(token) || isCall(token, lexer)) return false;
  }
  return true;
}

function isCall(last: Token | undefined, lexer: Lexer): boolean {
  return last?.kind === 'word' && VERBS.has(last.text.toLowerCase()) && isMark(lexer.peek(), '(');
}

function isElse({ kind, text }: Token): boolean {
  return kind === 'word' && text === 'else';
}

function conditionOf(parts: readonly Token[]): Condition {
  const [first = '', between, last = ''] = parts.map(({ text }) => text);
  if (parts.length === 3 && parts[1]?.kind === 'word') {
    if (between === 'to' && first.toLowerCase() === 'close') return { form: 'close_to', object: last };
    if (between === 'is') return { form: 'is', object: first, state: last };
    if (between === 'in' && /^hands?$/i.test(last)) return { form: 'in_hands', object: first };
  }
  const words = parts.map(({ kind, text }) => (kind === 'word' ? text : pythonString(text)));
  return { form: 'other', text: words.join(' ') };
}

function endsInColon(lexer: Lexer): boolean {
  let last = lexer.take();
  for (let token = last; token.kind !== 'end' && token.kind !== 'comment'; token = lexer.take()) last = token;
  return isMark(last, ':');
}

function readProse(lexer: Lexer): Wrong {
  const name = CALL.exec(lexer.takeRest())?.[1];
  if (name === undefined) return wrong('prose', 'contains no statement');
  return wrong('malformed', `${name.toLowerCase()}: a call in the middle of a sentence`);
}

function problemAt(lexer: Lexer): string {
  const { kind } = lexer.peek();
  if (kind === 'unclosed') return 'unterminated string';
  return kind === 'end' || kind === 'comment' ? 'a parenthesis is not closed' : 'not well-formed';
}

function wrong(discard: DiscardKind, reason: string, isAssert = false): Wrong {
  return { kind: 'wrong', discard, reason, isAssert };
}
