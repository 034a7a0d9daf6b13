/** Lexes on demand; looks at no character more than three times. */

export type Token = {
  /** `mark`: any other single character; `unclosed`: a string that the line's end cuts off. */
  readonly kind: 'word' | 'string' | 'comment' | 'mark' | 'unclosed' | 'end';
  readonly text: string;
};

const END: Token = { kind: 'end', text: '' };
const DOUBLE = '"“”„«»';
const SINGLE = "'‘’‚";
/** A quote of its family ends a string; a backslash takes the next character with it. */
const STRING_ENDS: ReadonlyMap<string, RegExp> = new Map([
  ...Array.from(DOUBLE, (quote) => [quote, /["“”„«»\\]/g] as const),
  ...Array.from(SINGLE, (quote) => [quote, /['‘’‚\\]/g] as const),
]);
const SPACES = /\s*/y;
/** A hyphen joins letters only: `- move` is a list, `tea-cup` a name. */
const WORD = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/uy;

export class Lexer {
  readonly #line: string;
  #at = 0;
  #next: Token | null = null;
  #start = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** Returns `end` repeatedly at the end of the line. */
  peek(): Token {
    this.#next ??= this.#lex();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = null;
    return token;
  }

  takeMark(mark: string): boolean {
    const { kind, text } = this.peek();
    const is = kind === 'mark' && text === mark;
    if (is) this.#next = null;
    return is;
  }

  /** Stops at a `#`; an apostrophe opens no string here. */
  takeRest(): string {
    this.peek();
    this.#at = this.#start;
    this.#next = null;
    return this.#rest().replace(/#.*/s, '');
  }

  #lex(): Token {
    SPACES.lastIndex = this.#at;
    SPACES.test(this.#line);
    const start = SPACES.lastIndex;
    this.#at = start;
    this.#start = start;
    const character = this.#line[start] ?? '';
    if (character === '') return END;
    if (character === '#') return { kind: 'comment', text: this.#rest().slice(1).trim() };
    const ends = STRING_ENDS.get(character);
    if (ends !== undefined) return this.#lexString(ends);
    WORD.lastIndex = start;
    if (!WORD.test(this.#line)) {
      this.#at++;
      return { kind: 'mark', text: character };
    }
    this.#at = WORD.lastIndex;
    return { kind: 'word', text: this.#line.slice(start, this.#at) };
  }

  #lexString(ends: RegExp): Token {
    const start = this.#at + 1;
    ends.lastIndex = start;
    while (ends.test(this.#line)) {
      const at = ends.lastIndex - 1;
      if (this.#line[at] === '\\') ends.lastIndex = at + 2;
      else {
        this.#at = at + 1;
        return { kind: 'string', text: unescaped(this.#line.slice(start, at)).trim() };
      }
    }
    return { kind: 'unclosed', text: this.#rest() };
  }

  #rest(): string {
    const start = this.#at;
    this.#at = this.#line.length;
    return this.#line.slice(start);
  }
}

function unescaped(content: string): string {
  return content.includes('\\') ? content.replace(/\\([\s\S]?)/g, '$1') : content;
}
