/**
 * Takes the key of an API out of texts that may repeat it.
 *
 * Servers echo what they were sent, in messages and in answers. [`decoders.ts`](decoders.ts) reads a text in every spelling, and in
 * each of them all that the text has in common with the key is found: the key, and what is left of it without its beginning or its
 * end. Linear in the text.
 */
import { excerpt } from '../wire/excerpt.ts';
import { everyReading, type Reading, withoutEscapes, withoutSpace } from './decoders.ts';

export type KeyMask = {
  /** What the model said, without the key; otherwise as it was. */
  ofReply(text: string): string;
  /** A message for a person: also without bearer tokens and starred keys, and only then shortened. */
  ofMessage(text: string): string;
};

/** Local servers take keys such as `x`, which are no secret and occur everywhere. */
const KEY_LENGTH_MIN = 8;
const MESSAGE_CHARACTERS_MAX = 500;
const MASK = '[key]';

/** `key` is visible ASCII. */
export function keyMask(key: string): KeyMask {
  const words = key.length < KEY_LENGTH_MIN ? [] : wordsOf(key);
  const ofReply = (text: string) => (words.length === 0 ? text : masked(text, placesOf(words, text)));
  return {
    ofReply,
    ofMessage(text) {
      const bare = ofReply(text).replaceAll(BEARER, `Bearer ${MASK}`);
      const unstarred = bare.replaceAll(WORD, (word) => (word.includes(STARS) ? MASK : word));
      return excerpt(unstarred, MESSAGE_CHARACTERS_MAX);
    },
  };
}

/** Whose token it is does not matter: a proxy may show its own. */
const BEARER = /\bbearer(?:\s|%20|\\u0020|["'+:=]){1,4}[^\s"'<>\\,;[\]]{6,}/gi;
/** As OpenAI shows a key that it does not know: `sk-ab***yz`. */
const STARS = '***';
const WORD = /[\w*-]+/g;

type Place = { readonly start: number; readonly end: number };

/** What is looked for: the automaton of its parts, and how many characters in a row give it away. */
type Word = { readonly parts: Part; readonly shared: number; readonly sharedCoded: number };

/** So much of a long key is masked, of a short one all but what may stand for `sk-`. */
const SHARED_MAX = 16;
const PREFIX_LENGTH = 3;
/** As many bytes as 16 characters of base64 hold: what is decoded has nothing in common with a key by chance. */
const SHARED_CODED_MAX = 12;
/** What a key made of escapes comes to may be too short to be told from other words. */
const READ_LENGTH_MIN = 5;

/** The key as it stands, and as readings without escapes show it. */
function wordsOf(key: string): Word[] {
  const { codes, length } = withoutEscapes(withoutSpace(key), { isJson: false });
  const read = String.fromCharCode(...codes.subarray(0, length));
  return read === key || length < READ_LENGTH_MIN ? [newWord(key)] : [newWord(key), newWord(read)];
}

function newWord(word: string): Word {
  const shortest = Math.min(word.length, Math.max(KEY_LENGTH_MIN, word.length - PREFIX_LENGTH));
  return {
    parts: partsOf(word),
    shared: Math.min(shortest, SHARED_MAX),
    sharedCoded: Math.min(shortest, SHARED_CODED_MAX),
  };
}

/** A piece at a time, so that 10 MB need no more memory than one. */
const PIECE_LENGTH = 2 ** 20;
/** More than any spelling of a key, so that each lies in one piece as a whole. */
const OVERLAP_LENGTH = 2 ** 16;

function placesOf(words: readonly Word[], text: string): readonly Place[] {
  const places: Place[] = [];
  for (let from = 0; from === 0 || from + OVERLAP_LENGTH < text.length; from += PIECE_LENGTH - OVERLAP_LENGTH) {
    for (const { reading, isCoded } of everyReading(text.slice(from, from + PIECE_LENGTH))) {
      for (const { parts, shared, sharedCoded } of words) {
        for (const { start, end } of placesIn(reading, parts, isCoded ? sharedCoded : shared)) {
          places.push({ start: from + start, end: from + end });
        }
      }
    }
  }
  return places;
}

/** Where a reading has at least `shared` characters in a row in common with a word. */
function placesIn({ codes, starts, ends, length }: Reading, parts: Part, shared: number): readonly Place[] {
  const places: Place[] = [];
  let part = parts;
  let common = 0;
  for (let at = 0; at < length; at += 1) {
    const code = fold(codes[at] ?? 0);
    let next = part.next[code];
    while (next === undefined && part.shorter !== null) {
      part = part.shorter;
      common = part.length;
      next = part.next[code];
    }
    if (next === undefined) continue;
    part = next;
    common += 1;
    if (common < shared) continue;
    const place = { start: starts[at - common + 1] ?? 0, end: ends[at] ?? 0 };
    if (places.at(-1)?.start === place.start) places.pop();
    places.push(place);
  }
  return places;
}

function masked(text: string, places: readonly Place[]): string {
  let result = '';
  let from = 0;
  const sorted = places.toSorted((a, b) => a.start - b.start);
  for (const [index, { start, end }] of sorted.entries()) {
    if (index > 0 && start < from) {
      from = Math.max(from, end);
      continue;
    }
    result += `${text.slice(from, start)}${MASK}`;
    from = end;
  }
  return result + text.slice(from);
}

/** A state of a suffix automaton: parts of a word that end at the same places in it. */
type Part = { readonly length: number; shorter: Part | null; readonly next: (Part | undefined)[] };

/** The suffix automaton of a word (Blumer et al. 1985): reading a text, it knows the longest part of the word that ends there. */
function partsOf(word: string): Part {
  const root: Part = { length: 0, shorter: null, next: [] };
  let last = root;
  for (const character of word) {
    const code = fold(character.charCodeAt(0));
    const whole: Part = { length: last.length + 1, shorter: root, next: [] };
    let part: Part | null = last;
    for (; part !== null && part.next[code] === undefined; part = part.shorter) part.next[code] = whole;
    const known = part?.next[code];
    if (part !== null && known !== undefined) whole.shorter = splitPart(known, part, code);
    last = whole;
  }
  return root;
}

/** Of a part, what is one character longer than `part`, as a state of its own. */
function splitPart(known: Part, part: Part, code: number): Part {
  if (known.length === part.length + 1) return known;
  const split: Part = { length: part.length + 1, shorter: known.shorter, next: [...known.next] };
  for (let from: Part | null = part; from?.next[code] === known; from = from.shorter) from.next[code] = split;
  known.shorter = split;
  return split;
}

/** Servers may change the case. */
function fold(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
}
