/**
 * Reads PDDL text as one nested list of words, with the place of every word and parenthesis.
 *
 * Words are what they are to Fast Downward's translator: anything in ASCII between blanks and parentheses; a `?` begins a new
 * word; `;` begins a comment. Case does not matter: `name` is in lower case, `written` as in the text. Reading takes linear
 * time and does not recurse; depth and number of lists are bounded.
 *
 * @module
 */
import type { DiagnosticKind, DiagnosticParts } from '../diagnostics/diagnostic_table.ts';
import type { Diagnostics, Span } from '../diagnostics/diagnostics.ts';
import type { Place } from '../diagnostics/wording.ts';
import { type Expression, type List, shown } from './expression.ts';

/** Deeper nesting is refused, so that whatever recurses over an expression has stack enough. */
export const NESTING_MAX = 500;
/** The longest text that is read, and the most words and lists, each of which takes some 250 bytes. */
const CHARACTERS_MAX = 32 * 1024 * 1024;
export const EXPRESSIONS_MAX = 1_000_000;

/** Words that begin a section; one that stands deeper shows that a parenthesis is missing before it. */
const SECTIONS = new Set(
  (
    ':requirements :types :constants :predicates :functions :action :durative-action :derived :domain :objects :init ' +
    ':goal :metric'
  ).split(' '),
);

/** Keywords of actions: deeper, a parenthesis is missing before them; higher up, there is one too many. */
const FIELDS = new Set([':parameters', ':precondition', ':effect']);

type OpenList = {
  readonly items: Expression[];
  readonly line: number;
  readonly column: number;
  readonly start: number;
};

/**
 * The one list that makes up the text; null, with a diagnostic, if it cannot be read at all. Where parentheses do not match,
 * the first such place is reported, and the list is read as if the missing ones were there and the others were not.
 */
export function readExpression(text: string, diagnostics: Diagnostics): List | null {
  if (text.length > CHARACTERS_MAX) {
    const at = { line: 1, column: 1, start: 0, end: 0 };
    return diagnostics.report('too_long', at, CHARACTERS_MAX, text.length);
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

  /** Reports what makes the text unreadable; false. */
  private refuse<K extends DiagnosticKind>(kind: K, start: number, ...parts: DiagnosticParts<K>): false {
    this.diagnostics.report(kind, this.span(start, start + 1), ...parts);
    this.result = null;
    return false;
  }

  private isWithinBound(start: number): boolean {
    if (++this.count <= EXPRESSIONS_MAX) return true;
    return this.refuse('too_many_expressions', start, EXPRESSIONS_MAX);
  }

  private openList(start: number): boolean {
    if (this.result !== null && !this.goesOn(start)) return false;
    if (this.open.length === NESTING_MAX) return this.refuse('too_deep', start, NESTING_MAX);
    const { line, column } = this.span(start, start);
    this.open.push({ items: [], line, column, start });
    return this.isWithinBound(start);
  }

  private closeList(start: number): boolean {
    if (this.result !== null) {
      this.reportRest(start, 'extra_closing');
      return true;
    }
    if (this.open.length === 0) return this.refuse('no_opening', start, ')');
    this.close(start, start + 1);
    return true;
  }

  /** Closes the innermost list; its parenthesis stands from `start` to `end`. */
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
    if (this.text.charCodeAt(start) > 127)
      return this.refuse('not_ascii', start, String.fromCodePoint(this.text.codePointAt(start) as number));
    if (this.result !== null && !this.goesOn(start)) return false;
    const written = this.text.slice(start, end);
    if (this.open.length === 0) return this.refuse('no_opening', start, written);
    const name = written.toLowerCase();
    if (SECTIONS.has(name)) this.makeSection(start, name);
    else if (FIELDS.has(name) && this.open.length !== 2) this.makeField(start, written);
    const list = this.open.at(-1) as OpenList;
    list.items.push({ kind: 'word', name, written, at: this.span(start, end) });
    return this.isWithinBound(start);
  }

  /** A section inside a section, around which something was not closed; or one without its opening parenthesis. */
  private makeSection(start: number, name: string): void {
    const list = this.open.at(-1) as OpenList;
    if (this.open.length === 1 && list.items.length > 0) {
      this.diagnostics.unbalanced('missing_opening', this.span(start, start + 1), [], name);
      const { line, column } = this.span(start, start);
      this.open.push({ items: [], line, column, start });
    } else if (this.open.length > 2 && list.items.length === 0) {
      this.open.pop();
      const { line, column } = list;
      const at = { line, column, start: list.start, end: list.start + 1 };
      const unclosed = this.open.slice(1);
      const inner = unclosed.at(-1) as OpenList;
      this.diagnostics.unbalanced('section_inside_section', at, unclosed, name, opened(inner), unclosed.length);
      this.fold(1, list.start);
      this.open.push(list);
    }
  }

  /** A keyword of an action that stands inside another part, or behind the action. */
  private makeField(start: number, written: string): void {
    const at = this.span(start, start + 1);
    if (this.open.length > 2) {
      const unclosed = this.open.slice(2);
      const inner = unclosed.at(-1) as OpenList;
      this.diagnostics.unbalanced('field_inside_list', at, unclosed, written, opened(inner), unclosed.length);
      this.fold(2, start);
      return;
    }
    const { items } = this.open[0]!;
    const last = items.at(-1);
    const closing = last?.kind === 'list' ? last.closing : undefined;
    this.diagnostics.unbalanced('field_outside_action', at, [], written, closing);
    if (last?.kind !== 'list') return;
    items.pop();
    this.reopen(last);
  }

  /** Closes lists until `depth` are open. */
  private fold(depth: number, at: number): void {
    while (this.open.length > depth) this.close(at, at);
  }

  /** Opens a closed list again. Lists are made here, so they may still be changed here. */
  private reopen({ items, at }: List): void {
    const { line, column, start } = at;
    this.open.push({ items: items as Expression[], line, column, start });
  }

  /** Reports text behind the end. True if a section begins there: then the list was closed too early. */
  private goesOn(start: number): boolean {
    this.reportRest(start, 'text_after_end');
    if (!/^\(?\s*:/.test(this.text.slice(start, start + 100))) return false;
    this.reopen(this.result as List);
    this.result = null;
    return true;
  }

  private reportRest(start: number, kind: 'extra_closing' | 'text_after_end'): void {
    if (this.diagnostics.imbalance !== null) return;
    const { items, at, closing } = this.result as List;
    const found = this.text.slice(start, this.wordEnd(start));
    this.diagnostics.unbalanced(kind, this.span(start, start + 1), [], found, opened({ ...at, items }), closing);
  }

  private finish(): List | null {
    const list = this.open[0];
    if (list !== undefined) {
      const inner = this.open.at(-1) as OpenList;
      // A text that is cut off ends in a word that may ask for more, such as `:effect`.
      const last = inner.items.at(-1);
      const unfinished = last?.kind === 'word' ? [...this.open, last.at] : this.open;
      const end = this.span(this.text.length, this.text.length);
      this.diagnostics.unbalanced('missing_closing', end, unfinished, this.open.length, opened(list), opened(inner));
      this.fold(0, this.text.length);
    } else if (this.result === null) this.refuse('empty_text', this.text.length);
    return this.result;
  }
}

/** How a list begins, and where. */
function opened({ items, line, column }: Place & Pick<List, 'items'>) {
  return { shown: shown({ kind: 'list', items }), line, column };
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
