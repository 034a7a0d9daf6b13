/**
 * Reads PDDL text as one nested list of words, with the place of every word and parenthesis.
 *
 * Words are what Fast Downward's translator takes for words: anything in ASCII between blanks and parentheses; a `?`
 * begins a new one; `;` begins a comment. Case does not matter: `name` is in lower case, `written` as in the text. Time is
 * linear, nesting bounded, and nothing recurses.
 *
 * @module
 */
import type { Complaints, Span } from './complaints.ts';
import { placed, quoted, shown } from './wording.ts';

export type Word = { readonly kind: 'word'; readonly name: string; readonly written: string; readonly at: Span };
/** `closing` is the place of its last parenthesis. */
export type List = {
  readonly kind: 'list';
  readonly items: readonly Expression[];
  readonly at: Span;
  readonly closing: Span;
};
export type Expression = Word | List;

/** Deeper nesting is refused, so that what recurses over an expression never runs out of stack. */
export const NESTING_MAX = 500;
/** The longest text that is read. */
const CHARACTERS_MAX = 32 * 1024 * 1024;

/** Words that begin a part of a file; one that stands deeper means that a parenthesis is missing before it. */
const SECTIONS = new Set(
  (
    ':requirements :types :constants :predicates :functions :action :durative-action :derived :domain :objects :init ' +
    ':goal :metric'
  ).split(' '),
);

/** Parts of an action: deeper a parenthesis is missing before them, higher one is too many. */
const FIELDS = new Set([':parameters', ':precondition', ':effect']);

type OpenList = {
  readonly items: Expression[];
  readonly line: number;
  readonly column: number;
  readonly start: number;
};

/** The one list that the text is; null, with a complaint, if it is not one. */
export function readExpression(text: string, complaints: Complaints): List | null {
  if (text.length > CHARACTERS_MAX) {
    const at = { line: 1, column: 1, start: 0, end: 0 };
    complaints.add('too_long', at, `expected at most ${CHARACTERS_MAX} characters, found ${text.length}`);
    return null;
  }
  return new Reader(text, complaints).read();
}

class Reader {
  private readonly text: string;
  private readonly complaints: Complaints;
  private line = 1;
  private lineStart = 0;
  private readonly open: OpenList[] = [];
  private result: List | null = null;

  constructor(text: string, complaints: Complaints) {
    this.text = text;
    this.complaints = complaints;
  }

  read(): List | null {
    const { text } = this;
    for (let i = 0; i < text.length; ) {
      const c = text.charCodeAt(i);
      if (c === LINE_FEED || (c === RETURN && text.charCodeAt(i + 1) !== LINE_FEED)) {
        this.line++;
        this.lineStart = i + 1;
        i++;
      } else if (isBlank(c)) i++;
      else if (c === SEMICOLON) i = this.commentEnd(i);
      else if (c === OPENING) {
        if (!this.openList(i)) return null;
        i++;
      } else if (c === CLOSING) {
        if (!this.closeList(i)) return null;
        i++;
      } else {
        const end = this.wordEnd(i);
        if (!this.addWord(i, end)) return null;
        i = end;
      }
    }
    return this.finish();
  }

  private commentEnd(start: number): number {
    let i = start;
    while (i < this.text.length && this.text.charCodeAt(i) !== LINE_FEED && this.text.charCodeAt(i) !== RETURN) i++;
    return i;
  }

  private wordEnd(start: number): number {
    let i = start + 1;
    for (; i < this.text.length; i++) {
      const c = this.text.charCodeAt(i);
      if (c === OPENING || c === CLOSING || c === SEMICOLON || c === QUESTION_MARK || isBlank(c) || c > 127) break;
    }
    return i;
  }

  private span(start: number, end: number): Span {
    return { line: this.line, column: start - this.lineStart + 1, start, end };
  }

  private complain(kind: Parameters<Complaints['add']>[0], start: number, text: string): false {
    this.complaints.add(kind, this.span(start, start + 1), text);
    return false;
  }

  private openList(start: number): boolean {
    if (this.result !== null) return this.complainOfRest(start);
    if (this.open.length === NESTING_MAX)
      return this.complain('too_deep', start, `expected at most ${NESTING_MAX} levels of parentheses, found one more`);
    const { line, column } = this.span(start, start);
    this.open.push({ items: [], line, column, start });
    return true;
  }

  private closeList(start: number): boolean {
    if (this.result !== null) return this.complainOfRest(start);
    const list = this.open.pop();
    if (list === undefined) return this.complain('no_opening', start, `expected "(", found ")"`);
    const { items, line, column } = list;
    const at = { line, column, start: list.start, end: start + 1 };
    const closed: List = { kind: 'list', items, at, closing: this.span(start, start + 1) };
    const parent = this.open.at(-1);
    if (parent === undefined) this.result = closed;
    else parent.items.push(closed);
    return true;
  }

  private addWord(start: number, end: number): boolean {
    const code = this.text.charCodeAt(start);
    if (code > 127) {
      const character = String.fromCodePoint(this.text.codePointAt(start) as number);
      const number = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
      const where = 'PDDL is ASCII outside comments';
      return this.complain('not_ascii', start, `cannot read ${quoted(character)} (U+${number}): ${where}`);
    }
    if (this.result !== null) return this.complainOfRest(start);
    const written = this.text.slice(start, end);
    const list = this.open.at(-1);
    if (list === undefined) {
      const fence = written.startsWith('```') ? ', a Markdown fence' : '';
      return this.complain('no_opening', start, `expected "(", found ${quoted(written)}${fence}`);
    }
    const name = written.toLowerCase();
    if (list.items.length === 0 && this.open.length > 2 && SECTIONS.has(name)) return this.complainOfDepth(name);
    if (FIELDS.has(name) && this.open.length !== 2) return this.complainOfField(list, start, written);
    list.items.push({ kind: 'word', name, written, at: this.span(start, end) });
    return true;
  }

  /** A section inside a section: what stands around it was not closed. */
  private complainOfDepth(name: string): false {
    const list = this.open.at(-1) as OpenList;
    const around = this.open[1] as OpenList;
    const what = `${shownOpen(around)}, opened at ${placed(around)}, is not closed before it; a ")" is missing`;
    const { line, column, start } = list;
    this.complaints.add('section_inside_section', { line, column, start, end: start + 1 }, `${quoted(name)}: ${what}`);
    return false;
  }

  private complainOfField(list: OpenList, start: number, written: string): false {
    if (this.open.length > 2) {
      const text = `${quoted(written)} stands inside ${shownOpen(list)}, opened at ${placed(list)}; a ")" is missing`;
      return this.complain('field_inside_list', start, text);
    }
    const last = list.items.at(-1);
    const closed = last?.kind === 'list' ? `; is the ")" at ${placed(last.closing)} too many?` : '';
    return this.complain('field_outside_action', start, `${quoted(written)} stands outside of any action${closed}`);
  }

  private complainOfRest(start: number): false {
    const list = this.result as List;
    const closed = `${shown(list)}, opened at ${placed(list.at)}, is closed at ${placed(list.closing)}`;
    if (this.text.charCodeAt(start) === CLOSING)
      return this.complain('extra_closing', start, `")" closes nothing: ${closed}`);
    const found = quoted(this.text.slice(start, this.wordEnd(start)));
    return this.complain('text_after_end', start, `expected the end, found ${found}: ${closed}; is a ")" too many?`);
  }

  private finish(): List | null {
    const list = this.open[0];
    if (list !== undefined) {
      const count = this.open.length;
      const inner = this.open.at(-1) as OpenList;
      const innermost = count > 1 ? `; the innermost is ${shownOpen(inner)} at ${placed(inner)}` : '';
      const missing = `${count} ")" missing at the end`;
      this.complain(
        'missing_closing',
        this.text.length,
        `${missing}: ${shownOpen(list)}, opened at ${placed(list)}, is never closed${innermost}`,
      );
    } else if (this.result === null)
      this.complain('empty_text', this.text.length, 'expected "(define …)", found nothing');
    return this.result;
  }
}

function shownOpen(list: OpenList): string {
  const at = { ...list, end: list.start + 1 };
  return shown({ kind: 'list', items: list.items, at, closing: at });
}

const LINE_FEED = 10;
const RETURN = 13;
const OPENING = 40;
const CLOSING = 41;
const SEMICOLON = 59;
const QUESTION_MARK = 63;

/** What Python's `split` takes for blank in ASCII. */
function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code >= 28 && code <= 31);
}
