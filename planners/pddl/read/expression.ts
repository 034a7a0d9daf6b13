/**
 * Words follow Fast Downward's translator: ASCII between blanks and parentheses; `?` begins a word, `;` a comment.
 * Reading takes linear time and does not recurse.
 */
import type { DiagnosticKind, Diagnostics, Span } from '../diagnostics/diagnostics.ts';
import { counted, expected, LENGTH_MAX, type Place, placed, quoted } from '../diagnostics/wording.ts';

/** `name` is in lower case, `written` as in the text. */
export type Word = { readonly kind: 'word'; readonly name: string; readonly written: string; readonly at: Span };
export type List = {
  readonly kind: 'list';
  readonly items: readonly Expression[];
  readonly at: Span;
  readonly closing: Span;
};
export type Expression = Word | List;

/** Deeper nesting is refused, to protect the stack of recursive passes. */
export const NESTING_MAX = 500;
/** Each word and list takes some 250 bytes. */
export const EXPRESSIONS_MAX = 1_000_000;
const CHARACTERS_MAX = 32 * 1024 * 1024;

const SECTION =
  /^:(requirements|types|constants|predicates|functions|(durative-)?action|derived|domain|objects|init|goal|metric)$/;
const FIELD = /^:(parameters|precondition|effect)$/;

/** Reporting the first word is enough where lists are expected. */
export function isRunOn(items: readonly Expression[], index: number): boolean {
  return items[index]?.kind === 'word' && items[index - 1]?.kind === 'word';
}

export function shown(expression: Word | Pick<List, 'kind' | 'items'> | undefined): string {
  if (expression === undefined) return 'nothing';
  if (expression.kind === 'word') return quoted(expression.written);
  const [head, second] = expression.items;
  if (head === undefined) return '"()"';
  const start = head.kind === 'word' ? head.written.slice(0, LENGTH_MAX) : '(…';
  const isNamed = head.kind === 'word' && head.name === ':action' && second?.kind === 'word';
  const name = isNamed ? ` ${second.written.slice(0, LENGTH_MAX)}` : '';
  return quoted(`(${start}${name}${expression.items.length > (isNamed ? 2 : 1) ? ' …' : ''})`);
}

export function commentHint(found: Expression): string {
  return found.kind === 'word' && /^(\/\/|\/\*|#|--)/.test(found.name) ? '; a comment begins with ";"' : '';
}

export function unexpected(
  diagnostics: Diagnostics,
  kind: DiagnosticKind,
  what: string,
  found: Expression,
  hint = commentHint(found),
): null {
  return diagnostics.report(kind, found.at, expected(what, shown(found), hint), 'before it');
}

export function miscounted(
  diagnostics: Diagnostics,
  kind: DiagnosticKind,
  what: string,
  { items, at }: List,
  hint?: string,
): null {
  return diagnostics.report(kind, at, expected(what, counted(items.length - 1, 'part'), hint), 'in it');
}

/** Null, with a diagnostic, if unreadable. A mismatched parenthesis stops reading as if all lists closed there. */
export function readExpression(text: string, diagnostics: Diagnostics): List | null {
  if (text.length <= CHARACTERS_MAX) return new Reader(text, diagnostics).read();
  const message = expected(`at most ${CHARACTERS_MAX} characters`, text.length);
  return diagnostics.report('unreadable', { line: 1, column: 1 }, message);
}

type Start = Place & { readonly start: number };
type OpenList = Start & { readonly items: Expression[] };

/** ASCII blanks of Python's `split`. */
const BLANK = ' \t\n\v\f\r\x1c\x1d\x1e\x1f';
const IS_BLANK = marked(BLANK);
const ENDS_WORD = marked(`${BLANK}();?`);

function marked(characters: string): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(characters.includes(String.fromCharCode(code))));
}

/** Methods that add to the list return the next offset, or null to stop reading. */
class Reader {
  private readonly text: string;
  private readonly diagnostics: Diagnostics;
  private line = 1;
  private lineStart = 0;
  private readonly open: OpenList[] = [];
  private result: List | null = null;
  private count = 0;

  constructor(text: string, diagnostics: Diagnostics) {
    this.text = text;
    this.diagnostics = diagnostics;
  }

  read(): List | null {
    const { text } = this;
    for (let i = 0; i < text.length; ) {
      const c = text[i];
      if (c === '\n' || (c === '\r' && text[i + 1] !== '\n')) {
        this.line++;
        this.lineStart = ++i;
      } else if (IS_BLANK[text.charCodeAt(i)] === 1) i++;
      else if (c === ';') while (i < text.length && text[i] !== '\n' && text[i] !== '\r') i++;
      else {
        const next = c === '(' ? this.openList(i) : c === ')' ? this.closeList(i) : this.addWord(i);
        if (next === null) return this.result;
        i = next;
      }
    }
    return this.finish();
  }

  /** Every character beyond ASCII ends a word. */
  private wordEnd(start: number): number {
    let i = start + 1;
    while (ENDS_WORD[this.text.charCodeAt(i)] === 0) i++;
    return i;
  }

  private span(start: number, end: number): Span {
    return { line: this.line, column: start - this.lineStart + 1, start, end };
  }

  private openList(start: number): number | null {
    if (this.result !== null) return this.stopBehindEnd(start);
    if (this.open.length === NESTING_MAX) {
      return this.refuse(start, expected(`at most ${NESTING_MAX} levels of parentheses`, 'one more'));
    }
    this.open.push({ items: [], line: this.line, column: start - this.lineStart + 1, start });
    return this.goOn(start, start + 1);
  }

  private closeList(start: number): number | null {
    if (this.result !== null) {
      return this.stop('missing_opening', this.span(start, start), `")" closes nothing: ${this.closed()}`);
    }
    if (this.open.length === 0) return this.refuse(start, expected('"("', '")"'));
    this.close(start, start + 1);
    return start + 1;
  }

  private close(start: number, end: number): void {
    const { items, line, column, start: first } = this.open.pop()!;
    const at: Span = { line, column, start: first, end };
    const closed: List = { kind: 'list', items, at, closing: this.span(start, end) };
    const parent = this.open.at(-1);
    if (parent === undefined) this.result = closed;
    else parent.items.push(closed);
  }

  private addWord(start: number): number | null {
    const end = this.wordEnd(start);
    if (this.text.charCodeAt(start) > 127)
      return this.refuse(start, notAscii(String.fromCodePoint(this.text.codePointAt(start)!)));
    if (this.result !== null) return this.stopBehindEnd(start);
    const written = this.text.slice(start, end);
    const list = this.open.at(-1);
    if (list === undefined) return this.refuse(start, expected('"("', quoted(written), `; ${aroundHint(written)}`));
    const name = written.toLowerCase();
    const word: Word = { kind: 'word', name, written, at: this.span(start, end) };
    list.items.push(word);
    if (SECTION.test(name) && !this.isSectionInPlace(word, list)) return null;
    if (FIELD.test(name) && !this.isFieldInPlace(word, list)) return null;
    return this.goOn(start, end);
  }

  private goOn(start: number, end: number): number | null {
    if (++this.count <= EXPRESSIONS_MAX) return end;
    return this.refuse(start, expected(`at most ${EXPRESSIONS_MAX} words and lists`, 'more'));
  }

  /** A misplaced section lacks its opening parenthesis or stands inside an unclosed list. */
  private isSectionInPlace({ name, at }: Word, list: OpenList): boolean {
    if (this.open.length === 1 && list.items.length > 1) {
      this.stop('missing_opening', at, `a "(" is missing before ${quoted(name)}`);
    } else if (this.open.length > 2 && list.items.length === 1) {
      this.open.pop();
      this.stopInside(list, name, this.open.slice(1));
    }
    return this.open.length > 0;
  }

  private isFieldInPlace({ written, at }: Word, { items }: OpenList): boolean {
    if (this.open.length > 2) {
      items.pop();
      this.stopInside(at, written, this.open.slice(2));
    } else if (this.open.length === 1) {
      const last = items.at(-2);
      const action = last?.kind === 'list' ? last : null;
      const hint = action && `; is the ")" at ${placed(action.closing)} too many?`;
      const message = `${quoted(written)} stands outside of any action${hint ?? ''}`;
      this.stop('missing_opening', at, message, action ? [action.at] : []);
    }
    return this.open.length > 0;
  }

  private stopInside(at: Start, written: string, unclosed: readonly OpenList[]): void {
    const inner = unclosed.at(-1)!;
    const missing = unclosed.length === 1 ? 'a ")" is missing' : `${unclosed.length} ")" are missing`;
    const where = `${quoted(written)} stands inside ${begun(inner)}, opened at ${placed(inner)}`;
    this.stop('missing_closing', at, `${where}; ${missing} before it`, unclosed);
  }

  private stopBehindEnd(start: number): null {
    const found = this.text.slice(start, this.wordEnd(start));
    const message = expected('the end', quoted(found), `: ${this.closed()}; ${aroundHint(found)}`);
    return this.stop('text_after_end', this.span(start, start), message, /^\(?:/.test(found) ? [this.result!.at] : []);
  }

  private closed(): string {
    const list = this.result!;
    return `${shown(list)}, opened at ${placed(list.at)}, is closed at ${placed(list.closing)}`;
  }

  private finish(): List | null {
    const [outer, inner] = [this.open[0], this.open.at(-1)];
    const end = this.span(this.text.length, this.text.length);
    if (outer !== undefined && inner !== undefined) {
      const count = this.open.length;
      const innermost = count > 1 ? `; the innermost is ${begun(inner)} at ${placed(inner)}` : '';
      const never = `${begun(outer)}, opened at ${placed(outer)}, is never closed${innermost}`;
      const last = inner.items.at(-1);
      // Text that is cut off may end in a word that needs more, such as `:effect`.
      const unfinished = last?.kind === 'word' ? [...this.open, last.at] : [...this.open];
      this.stop('missing_closing', end, `${count} ")" missing at the end: ${never}`, unfinished);
    } else if (this.result === null) this.refuse(end.start, expected('"(define …)"', 'nothing'));
    return this.result;
  }

  private refuse(start: number, message: string): null {
    this.diagnostics.report('unreadable', this.span(start, start), message);
    this.result = null;
    return null;
  }

  private stop(kind: DiagnosticKind, at: Start, message: string, unfinished: readonly Place[] = []): null {
    this.diagnostics.unbalanced(kind, at, message, unfinished);
    while (this.open.length > 0) this.close(at.start, at.start);
    return null;
  }
}

function begun({ items }: OpenList): string {
  return shown({ kind: 'list', items });
}

const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/\uFEFF/, 'it is a byte order mark; save the file without one'],
  [/[\p{Pd}\u2212]/u, 'write "-"'],
  [/\p{Zs}/u, 'write a blank'],
  [/[\p{Pi}\p{Pf}\u201E]/u, 'write names without quotes'],
];

function notAscii(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const hint = LOOKALIKES.find(([like]) => like.test(character))?.[1];
  const advice = hint === undefined ? '' : `; ${hint}`;
  return `cannot read ${quoted(character)} (U+${code}): PDDL is ASCII outside comments${advice}`;
}

function aroundHint(found: string): string {
  if (found.startsWith('```')) return 'it is a Markdown fence, and a file holds PDDL only';
  if (/^define$/i.test(found)) return 'a "(" is missing before it';
  if (/^\(define$/i.test(found)) return 'domain and problem are two files';
  return /^[(:]/.test(found) ? 'is a ")" too many?' : 'a file holds PDDL only, and comments begin with ";"';
}
