export type Token = Readonly<{
  /** `mark`: any other character; `unclosed`: a string that the line's end cuts off. */
  kind: 'word' | 'string' | 'comment' | 'mark' | 'unclosed' | 'end';
  text: string;
}>;

/** Any quote of its family ends a string; `- move` is a list, `tea-cup` a name. */
const TOKEN =
  /#(?<comment>.*)|["“”„«»](?<double>(?:[^"“”„«»\\]|\\.)*)(?<end2>["“”„«»]|\\?$)|['‘’‚](?<single>(?:[^'‘’‚\\]|\\.)*)(?<end1>['‘’‚]|\\?$)|(?<word>[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*)|\S/gsu;
const END: Token = { kind: 'end', text: '' };

/** Lexes on demand, so that prose costs nothing. */
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
    this.#next = found === null ? END : tokenOf(found);
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
    const rest = this.#line.slice(this.#start).replace(/#.*/s, '');
    this.#end = this.#line.length;
    this.#next = null;
    return rest;
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
