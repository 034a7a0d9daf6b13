/**
 * The tokens of one line of a program, read on demand from left to right.
 *
 * No character is looked at more than three times.
 *
 * @module
 */

export type Token = {
  /** A `mark` is any other single character; `unclosed` is a string that the line's end cuts off. */
  readonly kind: 'word' | 'string' | 'comment' | 'mark' | 'unclosed' | 'end';
  /** Strings without quotes and escapes, comments without `#`; both trimmed. */
  readonly text: string;
};

const END: Token = { kind: 'end', text: '' };
/** A string ends with a quote of the family it began with. */
const QUOTES = ['"“”„«»', "'‘’‚"];
const SPACE = /\s/;
const WORD = /[\p{L}\p{N}_]/u;

export class Lexer {
  readonly #line: string;
  #at = 0;
  #next: Token | null = null;
  /** Where the token that was read last begins. */
  #start = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** The next token, which stays the next one. At the end of the line that is `end`, however often it is asked for. */
  peek(): Token {
    this.#next ??= this.#lex();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = null;
    return token;
  }

  /** Takes the next token if it is this mark. */
  takeMark(mark: string): boolean {
    const { kind, text } = this.peek();
    const is = kind === 'mark' && text === mark;
    if (is) this.#next = null;
    return is;
  }

  /** What is left of the line, as it stands, up to a `#`; then the line is at its end. In it an apostrophe opens no string. */
  takeRest(): string {
    this.peek();
    this.#at = this.#start;
    this.#next = null;
    return this.#rest().replace(/#.*/s, '');
  }

  #lex(): Token {
    while (this.#is(SPACE, this.#at)) this.#at++;
    const start = this.#at;
    this.#start = start;
    const character = this.#line[start] ?? '';
    if (character === '') return END;
    if (character === '#') return { kind: 'comment', text: this.#rest().slice(1).trim() };
    const quotes = QUOTES.find((family) => family.includes(character));
    if (quotes !== undefined) return this.#lexString(quotes);
    if (!this.#is(WORD, start)) {
      this.#at++;
      return { kind: 'mark', text: character };
    }
    // A hyphen belongs to a word only between its letters, so that `- move` is a list and `tea-cup` a name.
    while (this.#is(WORD, this.#at) || (this.#line[this.#at] === '-' && this.#is(WORD, this.#at + 1))) this.#at++;
    return { kind: 'word', text: this.#line.slice(start, this.#at) };
  }

  #lexString(quotes: string): Token {
    const start = this.#at + 1;
    for (let at = start; at < this.#line.length; at++) {
      const character = this.#line.charAt(at);
      if (character === '\\') at++;
      else if (quotes.includes(character)) {
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

  #is(pattern: RegExp, at: number): boolean {
    return pattern.test(this.#line.charAt(at));
  }
}

function unescaped(content: string): string {
  return content.includes('\\') ? content.replace(/\\([\s\S]?)/g, '$1') : content;
}
