/** Accepts more than Python does: a string ends at the first quote before a delimiter. */

/** Only a `text` may span lines; a call has no other argument beside it. */
export type Parameter = 'name' | 'line' | 'text';

/** In characters; our choice. */
export const LENGTHS_MAX: Readonly<Record<Parameter, number>> = { name: 200, line: 2000, text: 20_000 };

type Failed = Readonly<{ ok: false; kind: 'argument' | 'malformed'; problem: string }>;
type ArgumentsRead = Readonly<{ ok: true; args: readonly string[]; end: number }> | Failed;

const DOUBLE_QUOTES = '"“”„«»';
const SINGLE_QUOTES = "'‘’‚`";
const LINE_ENDINGS = { double: /["“”„«»]\s*[,)]/g, single: /['‘’‚`]\s*[,)]/g };
const ENDINGS = { name: LINE_ENDINGS, line: LINE_ENDINGS, text: { double: /["“”„«»]\s*\)/g, single: /['‘’‚`]\s*\)/g } };
const AFTER_CALL = /\s*\)[ \t]*(?:[\r\n#;`*]|$|(?:,[ \t]*)?[a-z_]+\()/y;
const CANDIDATES_MAX = 20; // for the closing quote
const UNQUOTED_LINE = /[\p{L}\p{N}_][\p{L}\p{N}_ .|-]{0,199}/uy;
const UNQUOTED = { name: UNQUOTED_LINE, line: UNQUOTED_LINE, text: /[^()"“”\n]+/y };
const ESCAPES = new Map(Object.entries({ n: '\n', t: '\t', r: '\r' }));

export function readArguments(text: string, start: number, parameters: readonly Parameter[]): ArgumentsRead {
  const args: string[] = [];
  let at = skipSpace(text, start);
  for (const [index, parameter] of parameters.entries()) {
    if (index > 0) {
      if (text[at] !== ',') return problemAt(text, at, parameters.length);
      at = skipSpace(text, at + 1);
    }
    const argument = readArgument(text, at, parameter);
    if (!argument.ok) return argument;
    args.push(argument.value);
    at = skipSpace(text, argument.end);
  }
  return text[at] === ')' ? { ok: true, args, end: at + 1 } : problemAt(text, at, parameters.length);
}

type ArgumentRead = Readonly<{ ok: true; value: string; end: number }> | Failed;

function readArgument(text: string, at: number, parameter: Parameter): ArgumentRead {
  const quote = text.charAt(at);
  if (quote !== '' && DOUBLE_QUOTES.includes(quote)) return readString(text, at, parameter, 'double');
  if (quote !== '' && SINGLE_QUOTES.includes(quote)) return readString(text, at, parameter, 'single');
  const pattern = UNQUOTED[parameter];
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found !== null) return { ok: true, value: found[0].trim(), end: at + found[0].length };
  return quote === ')' ? failed('argument', 'too few arguments') : failed('malformed', 'not a well-formed call');
}

function readString(text: string, at: number, parameter: Parameter, family: 'double' | 'single'): ArgumentRead {
  const quote = text.charAt(at);
  const width = text.startsWith(quote.repeat(3), at) ? 3 : 1;
  const end = closingQuote(text, at + width, ENDINGS[parameter][family], parameter);
  const content = text.slice(at + width, Math.max(at + width, (end ?? 0) - width + 1));
  // An unclosed argument would extend into the next line or string.
  const isOverrun =
    parameter !== 'text' && (content.includes('\n') || (family === 'double' && hasUnescaped(quote, content)));
  if (end === null || isOverrun) return failed('malformed', 'unterminated string');
  const value = content.replace(/\\([\s\S])/g, (_, character: string) => ESCAPES.get(character) ?? character).trim();
  return { ok: true, value, end: end + 1 };
}

function closingQuote(text: string, start: number, ending: RegExp, parameter: Parameter): number | null {
  let first: number | null = null;
  ending.lastIndex = start;
  for (let candidates = 0; candidates < CANDIDATES_MAX; ) {
    const at = ending.exec(text)?.index;
    if (at === undefined) break;
    if (isEscaped(text, start, at)) continue;
    AFTER_CALL.lastIndex = at + 1;
    if (parameter !== 'text' || AFTER_CALL.test(text)) return at;
    first ??= at;
    candidates++;
  }
  return first;
}

function isEscaped(text: string, start: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > start && text[at - backslashes - 1] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function hasUnescaped(quote: string, content: string): boolean {
  return content.replace(/\\[\s\S]/g, '').includes(quote);
}

function problemAt(text: string, at: number, expected: number): Failed {
  if (text[at] === ',') return failed('argument', `too many arguments; takes ${expected}`);
  if (text[at] === ')') return failed('argument', `too few arguments; takes ${expected}`);
  if (at >= text.length) return failed('malformed', 'the call is not closed');
  return expected === 0 ? failed('argument', 'takes no argument') : failed('malformed', 'not a well-formed call');
}

function failed(kind: Failed['kind'], problem: string): Failed {
  return { ok: false, kind, problem };
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text.charAt(at))) at++;
  return at;
}
