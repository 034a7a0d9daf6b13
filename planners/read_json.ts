/**
 * Reads JSON that a language model wrote.
 *
 * The first object in a reply counts, whatever stands around it. What models get wrong without changing what they mean is
 * read all the same, and remarked on: code fences, single and curly quotes, keys without quotes, comments, commas behind
 * the last element, Python's True, False and None, line breaks in a text. Anything else is a failure with its place.
 * Nothing is evaluated; time is linear in the reply, depth and size are bounded, and all keys are own properties, so
 * `__proto__` is a key like any other.
 */
import { JsonFault, JsonReader, type JsonValue } from './json_reader.ts';

export type JsonFailure = {
  /** `none`: there is no JSON; `cut_off`: it ends too early; `malformed`: it cannot be read; `too_much`: beyond our bounds. */
  readonly kind: 'none' | 'cut_off' | 'malformed' | 'too_much';
  /** Both count from 1, columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  readonly found: string;
};

export type JsonReading =
  | { readonly ok: true; readonly value: JsonValue; readonly line: number; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly failure: JsonFailure; readonly remarks: readonly string[] };

/** Brackets that turn out to be prose before we give up. */
const PROSE_MAX = 100;

/** Takes the first JSON object from a reply; any other kind of value is passed over as prose. */
export function readJson(text: string, charactersMax: number): JsonReading {
  if (text.length > charactersMax) {
    const found = `${text.length}`;
    return failed(text, { kind: 'too_much', at: 0, expected: `at most ${charactersMax} characters`, found }, []);
  }
  const opener = /\{/g;
  for (let prose = 0; prose < PROSE_MAX; prose++) {
    const start = opener.exec(text)?.index;
    if (start === undefined) break;
    const reader = new JsonReader(text, start);
    try {
      const value = reader.readValue();
      const rest = text.slice(reader.position).search(/[^\s`]/) === -1 ? [] : ['text behind the JSON is not read'];
      const before = /[^\s`]/.test(text.slice(0, start).replace(/```\w*\s*$/, '')) ? ['text before the JSON'] : [];
      return { ok: true, value, line: placeOf(text, start).line, remarks: [...before, ...reader.remarks, ...rest] };
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      // A bracket behind which nothing of JSON was found belongs to a sentence.
      if (reader.accepted > 0 || error.kind !== 'malformed') return failed(text, error, reader.remarks);
      opener.lastIndex = Math.max(start + 1, error.at);
    }
  }
  return failed(text, { kind: 'none', at: 0, expected: 'a JSON object', found: beginningOf(text) }, []);
}

/** One sentence for a trace, or for the model. */
export function jsonFailureText({ kind, line, column, expected, found }: JsonFailure): string {
  if (kind === 'none') return `expected ${expected}, found ${found}`;
  return `line ${line}, column ${column}: expected ${expected}, found ${found}`;
}

type Fault = Pick<JsonFailure, 'kind' | 'expected' | 'found'> & { readonly at: number };

function failed(text: string, { kind, at, expected, found }: Fault, remarks: readonly string[]): JsonReading {
  return { ok: false, failure: { kind, ...placeOf(text, at), expected, found }, remarks };
}

function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < at; feed = text.indexOf('\n', start)) {
    line++;
    start = feed + 1;
  }
  return { line, column: at - start + 1 };
}

function beginningOf(text: string): string {
  const shown = text.slice(0, 60).trim();
  return shown === '' ? 'nothing' : JSON.stringify(shown.toWellFormed());
}
