/** As in Fast Downward's translator: ASCII; `?` begins a word. Linear, without recursion. */
import type { DiagnosticKind, Diagnostics, Span } from '../diagnostics/diagnostics.ts';
import { formatPlace, LENGTH_MAX, mismatch, type Place, pluralize, quote } from '../diagnostics/wording.ts';

/** `name` is in lower case, `written` as in the text. */
export type Word = Readonly<{ kind: 'word'; name: string; written: string; at: Span }>;
export type List = Readonly<{ kind: 'list'; items: readonly Expression[]; at: Span; closing: Span }>;
export type Expression = Word | List;

/** Protects the stack of recursive passes. */
export const NESTING_MAX = 500;
/** About 250 bytes each. */
export const EXPRESSIONS_MAX = 1_000_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;

const SECTION =
  /^:(requirements|types|constants|predicates|functions|(durative-)?action|derived|domain|objects|init|goal|metric)$/;
const FIELD = /^:(parameters|precondition|effect)$/;

/** Of successive words, only the first is reported. */
export function isRunOn(items: readonly Expression[], index: number): boolean {
  return items[index]?.kind === 'word' && items[index - 1]?.kind === 'word';
}

export function excerpt(expression: Word | Pick<List, 'kind' | 'items'> | undefined): string {
  if (expression === undefined) return 'nothing';
  if (expression.kind === 'word') return quote(expression.written);
  const [head, second] = expression.items;
  if (head === undefined) return '"()"';
  const start = head.kind === 'word' ? head.written.slice(0, LENGTH_MAX) : '(…';
  const isNamed = head.kind === 'word' && head.name === ':action' && second?.kind === 'word';
  const name = isNamed ? ` ${second.written.slice(0, LENGTH_MAX)}` : '';
  return quote(`(${start}${name}${expression.items.length > (isNamed ? 2 : 1) ? ' …' : ''})`);
}

export function commentHint(found: Expression): string {
  return found.kind === 'word' && /^(\/\/|\/\*|#|--)/.test(found.name) ? '; a comment begins with ";"' : '';
}

export function isEmptyList(expression: Expression): boolean {
  return expression.kind === 'list' && expression.items.length === 0;
}

export function reportUnexpected(
  log: Diagnostics,
  kind: DiagnosticKind,
  what: string,
  found: Expression,
  hint = commentHint(found),
): null {
  return log.report(kind, found.at, mismatch(what, excerpt(found), hint), 'before it');
}

export function reportMiscount(
  log: Diagnostics,
  kind: DiagnosticKind,
  what: string,
  { items, at }: List,
  hint?: string,
): null {
  return log.report(kind, at, mismatch(what, pluralize(items.length - 1, 'part'), hint), 'in it');
}

/** A mismatched parenthesis ends all open lists. */
export function readExpression(text: string, log: Diagnostics): List | null {
  if (text.length <= CHARACTERS_MAX) return new Reader(text, log).read();
  const message = mismatch(`at most ${CHARACTERS_MAX} characters`, text.length);
  return log.report('unreadable', { line: 1, column: 1 }, message);
}

type OpenList = Readonly<{ items: Expression[]; at: Span }>;

/** The ASCII whitespace of Python's `split`. */
const WHITESPACE = ' \t\n\v\f\r\x1c\x1d\x1e\x1f';
const IS_WHITESPACE = characterSet(WHITESPACE);
const ENDS_WORD = characterSet(`${WHITESPACE}();?`);

function characterSet(characters: string): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(characters.includes(String.fromCharCode(code))));
}

/** Methods return the next offset, or null to stop. */
class Reader {
  private readonly text: string;
  private readonly log: Diagnostics;
  private line = 1;
  private lineStart = 0;
  private readonly openLists: OpenList[] = [];
  private result: List | null = null;
  private count = 0;

  constructor(text: string, log: Diagnostics) {
    this.text = text;
    this.log = log;
  }

  read(): List | null {
    const { text } = this;
    for (let i = 0; i < text.length; ) {
      const c = text[i];
      if (c === '\n' || (c === '\r' && text[i + 1] !== '\n')) {
        this.line++;
        this.lineStart = ++i;
      } else if (IS_WHITESPACE[text.charCodeAt(i)] === 1) i++;
      else if (c === ';') while (i < text.length && text[i] !== '\n' && text[i] !== '\r') i++;
      else {
        const next = c === '(' ? this.openList(i) : c === ')' ? this.closeList(i) : this.addWord(i);
        if (next === null) return this.result;
        i = next;
      }
    }
    return this.finish();
  }

  private wordEnd(start: number) {
    let i = start + 1;
    while (ENDS_WORD[this.text.charCodeAt(i)] === 0) i++;
    return i;
  }

  private span(start: number, end: number): Span {
    return { line: this.line, column: start - this.lineStart + 1, start, end };
  }

  private openList(start: number): number | null {
    if (this.result !== null) return this.stopAfterEnd(start);
    if (this.openLists.length === NESTING_MAX) {
      return this.refuse(start, mismatch(`at most ${NESTING_MAX} levels of parentheses`, 'more'));
    }
    this.openLists.push({ items: [], at: this.span(start, start + 1) });
    return this.addExpression(start, start + 1);
  }

  private closeList(start: number): number | null {
    if (this.result !== null) {
      const message = `this ")" has no matching "(": ${this.describeEnd()}`;
      return this.stop('missing_opening', this.span(start, start), message);
    }
    if (this.openLists.length === 0) return this.refuse(start, mismatch('"("', '")"'));
    this.close(start, start + 1);
    return start + 1;
  }

  private close(start: number, end: number) {
    const { items, at } = this.openLists.pop()!;
    const closed: List = { kind: 'list', items, at: { ...at, end }, closing: this.span(start, end) };
    const parent = this.openLists.at(-1);
    if (parent === undefined) this.result = closed;
    else parent.items.push(closed);
  }

  private addWord(start: number): number | null {
    const end = this.wordEnd(start);
    if (this.text.charCodeAt(start) > 127) return this.refuse(start, notAscii(this.text.codePointAt(start)!));
    if (this.result !== null) return this.stopAfterEnd(start);
    const written = this.text.slice(start, end);
    const list = this.openLists.at(-1);
    if (list === undefined) return this.refuse(start, mismatch('"("', quote(written), `; ${strayTextHint(written)}`));
    const name = written.toLowerCase();
    const word: Word = { kind: 'word', name, written, at: this.span(start, end) };
    list.items.push(word);
    if (SECTION.test(name)) this.checkSection(word, list);
    else if (FIELD.test(name)) this.checkField(word, list);
    return this.openLists.length === 0 ? null : this.addExpression(start, end);
  }

  private addExpression(start: number, end: number): number | null {
    if (++this.count <= EXPRESSIONS_MAX) return end;
    return this.refuse(start, mismatch(`at most ${EXPRESSIONS_MAX} words and lists`, 'more'));
  }

  private checkSection({ name, at }: Word, list: OpenList) {
    if (this.openLists.length === 1 && list.items.length > 1) {
      this.stop('missing_opening', at, `a "(" is missing before ${quote(name)}`);
    } else if (this.openLists.length > 2 && list.items.length === 1) {
      this.openLists.pop();
      this.stopInside(list.at, name, this.openLists.slice(1));
    }
  }

  private checkField({ written, at }: Word, { items }: OpenList) {
    if (this.openLists.length > 2) {
      items.pop();
      this.stopInside(at, written, this.openLists.slice(2));
    } else if (this.openLists.length === 1) {
      const last = items.at(-2);
      const action = last?.kind === 'list' ? last : null;
      const hint = action === null ? '' : `; is the ")" at ${formatPlace(action.closing)} one too many?`;
      const message = `${quote(written)} is outside any action${hint}`;
      this.stop('missing_opening', at, message, action ? [action.at] : []);
    }
  }

  private stopInside(at: Span, written: string, unclosed: readonly OpenList[]) {
    const message = `${quote(written)} is inside ${describeOpening(unclosed.at(-1)!)}; ${missingClosings(unclosed.length)} before it`;
    const places = unclosed.map((list) => list.at);
    this.stop('missing_closing', at, message, places);
  }

  private stopAfterEnd(start: number): null {
    const found = this.text.slice(start, this.wordEnd(start));
    const message = mismatch('the end of the text', quote(found), `: ${this.describeEnd()}; ${strayTextHint(found)}`);
    return this.stop('text_after_end', this.span(start, start), message, /^\(?:/.test(found) ? [this.result!.at] : []);
  }

  private describeEnd() {
    return `${describeOpening(this.result!)}, is closed at ${formatPlace(this.result!.closing)}`;
  }

  private finish(): List | null {
    const [outer, inner] = [this.openLists[0], this.openLists.at(-1)];
    const end = this.span(this.text.length, this.text.length);
    if (outer !== undefined && inner !== undefined) {
      const innermost = inner === outer ? '' : `; the innermost open list is ${describeOpening(inner)}`;
      const last = inner.items.at(-1);
      // The last word may need more, such as `:effect`.
      const unfinished = [...this.openLists, ...(last?.kind === 'word' ? [last] : [])].map(({ at }) => at);
      const message = `${missingClosings(this.openLists.length)} at the end: ${describeOpening(outer)}, is never closed${innermost}`;
      this.stop('missing_closing', end, message, unfinished);
    } else if (this.result === null) this.refuse(end.start, mismatch('"(define …)"', 'nothing'));
    return this.result;
  }

  private refuse(start: number, message: string): null {
    this.log.report('unreadable', this.span(start, start), message);
    this.result = null;
    return null;
  }

  private stop(kind: DiagnosticKind, at: Span, message: string, unfinished: readonly Place[] = []): null {
    this.log.reportImbalance(kind, at, message, unfinished);
    while (this.openLists.length > 0) this.close(at.start, at.start);
    return null;
  }
}

function missingClosings(count: number) {
  return count === 1 ? 'a ")" is missing' : `${count} ")" are missing`;
}

function describeOpening({ items, at }: OpenList | List) {
  return `${excerpt({ kind: 'list', items })}, opened at ${formatPlace(at)}`;
}

const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/\uFEFF/, 'it is a byte order mark; save the file without it'],
  [/[\p{Pd}\u2212]/u, 'write "-"'],
  [/\p{Zs}/u, 'write a space'],
  [/[\p{Pi}\p{Pf}\u201E]/u, 'write names without quotes'],
];

function notAscii(code: number) {
  const character = String.fromCodePoint(code);
  const hint = LOOKALIKES.find(([like]) => like.test(character))?.[1];
  const advice = hint === undefined ? '' : `; ${hint}`;
  const unicode = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return `cannot read ${quote(character)} (${unicode}): PDDL is ASCII outside comments${advice}`;
}

function strayTextHint(found: string) {
  if (found.startsWith('```')) return 'it is a Markdown fence; a file contains only PDDL';
  if (/^define$/i.test(found)) return 'a "(" is missing before it';
  if (/^\(define$/i.test(found)) return 'domain and problem are two files';
  return /^[(:]/.test(found) ? 'is there one ")" too many?' : 'a file contains only PDDL; a comment begins with ";"';
}
