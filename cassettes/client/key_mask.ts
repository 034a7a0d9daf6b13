/**
 * Takes the key of an API out of texts that may repeat it.
 *
 * Servers echo what they were sent, in messages and in answers: as it is, escaped for JSON or a URL, in base64 (alone or behind
 * `Bearer`, `user:`), cut off. Each character is looked for in all its spellings; the first 16 are enough to mask what follows
 * of the key. Linear in the text.
 *
 * @module
 */
import { excerpt } from '../wire/excerpt.ts';

export type KeyMask = {
  /** What the model said, without the key; otherwise as it was. */
  ofReply(text: string): string;
  /** A message for a person: also without bearer tokens and starred keys, and only then shortened. */
  ofMessage(text: string): string;
};

/** Local servers take keys such as `x`, which are no secret and occur everywhere. */
const KEY_LENGTH_MIN = 8;
const HEAD_LENGTH = 16;
const MESSAGE_CHARACTERS_MAX = 500;
const MASK = '[key]';

/** `key` is visible ASCII. */
export function keyMask(key: string): KeyMask {
  const words = key.length < KEY_LENGTH_MIN ? [] : [key, ...base64Forms(key)].map(spelledWord);
  const ofReply = (text: string) => words.reduce(maskWord, text);
  return {
    ofReply,
    ofMessage(text) {
      const bare = ofReply(text).replaceAll(BEARER, `Bearer ${MASK}`);
      const masked = bare.replaceAll(WORD, (word) => (word.includes(STARS) ? MASK : word));
      return excerpt(masked, MESSAGE_CHARACTERS_MAX);
    },
  };
}

/** Whose token it is does not matter: a proxy may show its own. */
const BEARER = /\bbearer(?:\s|%20|\\u0020|["'+:=]){1,4}[^\s"'<>\\,;[\]]{6,}/gi;
/** As OpenAI shows a key that it does not know: `sk-ab***yz`. */
const STARS = '***';
const WORD = /[\w*-]+/g;

type SpelledWord = { readonly head: RegExp; readonly tail: readonly RegExp[] };

function spelledWord(word: string): SpelledWord {
  const spelled = [...word].map((character) => SPELLED[character.charCodeAt(0)] ?? NOTHING);
  const head = spelled.slice(0, HEAD_LENGTH).map(({ source }) => source);
  return { head: new RegExp(head.join(''), 'gi'), tail: spelled.slice(HEAD_LENGTH) };
}

/** A character as it is, behind backslashes, or as its number in JSON, a URL (escaped once or twice) or HTML. */
function spellings(code: number): string {
  const hex = code.toString(16).padStart(2, '0');
  return `\\\\{0,4}(?:\\x${hex}|u00${hex}|%(?:25)?${hex}|&#${code};|&#x${hex};)`;
}

const SPELLED: readonly RegExp[] = Array.from({ length: 0x7f }, (_, code) => new RegExp(spellings(code), 'iy'));
const NOTHING = /(?!)/y;

function maskWord(text: string, { head, tail }: SpelledWord): string {
  let masked = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(head)) {
    if (index < from) continue;
    let end = index + found.length;
    for (const next of tail) {
      next.lastIndex = end;
      if (!next.test(text)) break;
      end = next.lastIndex;
    }
    masked += `${text.slice(from, index)}${MASK}`;
    from = end;
  }
  return masked + text.slice(from);
}

/** What the base64 of any text with the key in it has in common, by where in a group of three bytes the key begins. */
function base64Forms(key: string): string[] {
  const forms = [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.from(`${' '.repeat(offset)}${key}`);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return [bytes.toString('base64'), bytes.toString('base64url')].map((form) => form.slice(from, to));
  });
  return [...new Set(forms)];
}
