/**
 * Reads PDDL text as one nested list of words, with the place of every word and parenthesis.
 *
 * Words are what Fast Downward's translator takes for words: anything in ASCII between blanks and parentheses; a `?`
 * begins a new one; `;` begins a comment. Case does not matter: `name` is in lower case, `written` as in the text. Time is
 * linear, nesting and number bounded, and nothing recurses.
 *
 * @module
 */
import type { DiagnosticKind, Diagnostics, Span } from '../diagnostics/diagnostics.ts';
import { foreignCharacter } from '../diagnostics/foreign_character.ts';
import { strayText } from '../diagnostics/stray_text.ts';
import { placed, quoted } from '../diagnostics/wording.ts';
import { type Expression, type List, shown } from './expression.ts';

/** Deeper nesting is refused, so that what recurses over an expression never runs out of stack. */
export const NESTING_MAX = 500;
/** The longest text that is read, and the most words and lists, each of which takes some 250 bytes. */
const CHARACTERS_MAX = 32 * 1024 * 1024;
export const EXPRESSIONS_MAX = 1_000_000;

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

/**
 * The one list that the text is; null, with a diagnostic, if nothing can be made of it. Where parentheses do not match, the
 * first such place is reported, and the list is what it would be with the missing ones written and the others deleted.
 */
export function readExpression(text: string, diagnostics: Diagnostics): List | null {
  if (text.length > CHARACTERS_MAX) {
    const at = { line: 1, column: 1, start: 0, end: 0 };
    diagnostics.report('too_long', at, `expected at most ${CHARACTERS_MAX} characters, found ${text.length}`);
    return null;
  }
  return new Reader(text, diagnostics).read();
}

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
      const c = text.charCodeAt(i);
      if (c === LINE_FEED || (c === RETURN && text.charCodeAt(i + 1) !== LINE_FEED)) {
        this.line++;
        this.lineStart = i + 1;
        i++;
      } else if (isBlank(c)) i++;
      else if (c === SEMICOLON) i = this.commentEnd(i);
      else if (c === OPENING) {
        if (!this.openList(i)) return this.result;
        i++;
      } else if (c === CLOSING) {
        if (!this.closeList(i)) return this.result;
        i++;
      } else {
        const end = this.wordEnd(i);
        if (!this.addWord(i, end)) return this.result;
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

  /** What cannot be read at all; false. */
  private refuse(kind: DiagnosticKind, start: number, text: string): false {
    this.diagnostics.report(kind, this.span(start, start + 1), text);
    this.result = null;
    return false;
  }

  private isWithinBound(start: number): boolean {
    if (++this.count <= EXPRESSIONS_MAX) return true;
    return this.refuse(
      'too_many_expressions',
      start,
      `expected at most ${EXPRESSIONS_MAX} words and lists, found more`,
    );
  }

  private openList(start: number): boolean {
    if (this.result !== null && !this.goesOn(start)) return false;
    if (this.open.length === NESTING_MAX)
      return this.refuse('too_deep', start, `expected at most ${NESTING_MAX} levels of parentheses, found one more`);
    const { line, column } = this.span(start, start);
    this.open.push({ items: [], line, column, start });
    return this.isWithinBound(start);
  }

  private closeList(start: number): boolean {
    if (this.result !== null) {
      this.reportRest(start, 'extra_closing');
      return true;
    }
    if (this.open.length === 0) return this.refuse('no_opening', start, `expected "(", found ")"`);
    this.close(start, start + 1);
    return true;
  }

  /** Closes the innermost list; what closes it stands from `start` to `end`. */
  private close(start: number, end: number): void {
    const { items, line, column, start: first } = this.open.pop() as OpenList;
    const closed: List = {
      kind: 'list',
      items,
      at: { line, column, start: first, end },
      closing: this.span(start, end),
    };
    const parent = this.open.at(-1);
    if (parent === undefined) this.result = closed;
    else parent.items.push(closed);
  }

  private addWord(start: number, end: number): boolean {
    if (this.text.charCodeAt(start) > 127) return this.refuse('not_ascii', start, foreignCharacter(this.text, start));
    if (this.result !== null && !this.goesOn(start)) return false;
    const written = this.text.slice(start, end);
    if (this.open.length === 0) {
      return this.refuse('no_opening', start, `expected "(", found ${quoted(written)}; ${strayText(written)}`);
    }
    const name = written.toLowerCase();
    if (SECTIONS.has(name)) this.makeSection(start, name);
    else if (FIELDS.has(name) && this.open.length !== 2) this.makeField(start, written);
    const list = this.open.at(-1) as OpenList;
    list.items.push({ kind: 'word', name, written, at: this.span(start, end) });
    return this.isWithinBound(start);
  }

  /** A section inside a section: what stands around it was not closed. And one that was not opened. */
  private makeSection(start: number, name: string): void {
    const list = this.open.at(-1) as OpenList;
    if (this.open.length === 1 && list.items.length > 0) {
      const text = () => `a "(" is missing before ${quoted(name)}`;
      this.diagnostics.unbalanced('missing_opening', this.span(start, start + 1), text);
      const { line, column } = this.span(start, start);
      this.open.push({ items: [], line, column, start });
    } else if (this.open.length > 2 && list.items.length === 0) {
      this.open.pop();
      const { line, column } = list;
      const at = { line, column, start: list.start, end: list.start + 1 };
      this.diagnostics.unbalanced('section_inside_section', at, this.inside(name, 1), this.open.slice(1));
      this.fold(1, list.start);
      this.open.push(list);
    }
  }

  /** A part of an action that stands inside another one, or behind the action. */
  private makeField(start: number, written: string): void {
    const at = this.span(start, start + 1);
    if (this.open.length > 2) {
      this.diagnostics.unbalanced('field_inside_list', at, this.inside(written, 2), this.open.slice(2));
      this.fold(2, start);
      return;
    }
    const { items } = this.open[0] as OpenList;
    const last = items.at(-1);
    const closed = last?.kind === 'list' ? `; is the ")" at ${placed(last.closing)} too many?` : '';
    const text = `${quoted(written)} stands outside of any action${closed}`;
    this.diagnostics.unbalanced('field_outside_action', at, text);
    if (last?.kind !== 'list') return;
    items.pop();
    this.reopen(last);
  }

  /** What is said of a word that stands deeper than at `depth`. */
  private inside(written: string, depth: number): string {
    const list = this.open.at(-1) as OpenList;
    const count = this.open.length - depth;
    const missing = count === 1 ? 'a ")" is missing' : `${count} ")" are missing`;
    return `${quoted(written)} stands inside ${shownOpen(list)}, opened at ${placed(list)}; ${missing} before it`;
  }

  /** Closes lists until `depth` are open. */
  private fold(depth: number, at: number): void {
    while (this.open.length > depth) this.close(at, at);
  }

  /** Takes back that a list was closed. Lists are made here, so they may still be changed here. */
  private reopen({ items, at }: List): void {
    const { line, column, start } = at;
    this.open.push({ items: items as Expression[], line, column, start });
  }

  /** Behind the end: whether it is one of the sections, which closed too early. Says what is wrong in any case. */
  private goesOn(start: number): boolean {
    this.reportRest(start, 'text_after_end');
    if (!/^\(?\s*:/.test(this.text.slice(start, start + 100))) return false;
    this.reopen(this.result as List);
    this.result = null;
    return true;
  }

  private reportRest(start: number, kind: 'extra_closing' | 'text_after_end'): void {
    const list = this.result as List;
    this.diagnostics.unbalanced(kind, this.span(start, start + 1), () => {
      const closed = `${shown(list)}, opened at ${placed(list.at)}, is closed at ${placed(list.closing)}`;
      if (kind === 'extra_closing') return `")" closes nothing: ${closed}`;
      const found = this.text.slice(start, this.wordEnd(start));
      return `expected the end, found ${quoted(found)}: ${closed}; ${strayText(found)}`;
    });
  }

  private finish(): List | null {
    const list = this.open[0];
    if (list !== undefined) {
      const inner = this.open.at(-1) as OpenList;
      const innermost = this.open.length > 1 ? `; the innermost is ${shownOpen(inner)} at ${placed(inner)}` : '';
      const never = `${shownOpen(list)}, opened at ${placed(list)}, is never closed${innermost}`;
      const text = `${this.open.length} ")" missing at the end: ${never}`;
      // A text that is cut off ends in a word that may ask for more, such as `:effect`.
      const last = inner.items.at(-1);
      const unfinished = last?.kind === 'word' ? [...this.open, last.at] : this.open;
      this.diagnostics.unbalanced('missing_closing', this.span(this.text.length, this.text.length), text, unfinished);
      this.fold(0, this.text.length);
    } else if (this.result === null)
      this.refuse('empty_text', this.text.length, 'expected "(define …)", found nothing');
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
