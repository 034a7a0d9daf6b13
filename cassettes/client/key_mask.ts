/** Masks the API key and its fragments in text that servers echo, in every spelling ([`decoders.ts`](decoders.ts)). */
import { excerpt } from '../wire/excerpt.ts';
import { everyReading, type Reading, withoutEscapes, withoutSpace } from './decoders.ts';

export type KeyMask = {
  /** Masks only the key. */
  ofReply(text: string): string;
  /** For people: also masks bearer tokens and starred keys, then shortens. */
  ofMessage(text: string): string;
};

/** Local servers take keys such as `x`, which are not secret and occur everywhere. */
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

/** Masks any bearer token: a proxy may show its own. */
const BEARER = /\bbearer(?:\s|%20|\\u0020|["'+:=]){1,4}[^\s"'<>\\,;[\]]{6,}/gi;
/** OpenAI shows an unknown key as `sk-ab***yz`. */
const STARS = '***';
const WORD = /[\w*-]+/g;

type Place = { readonly start: number; readonly end: number };

type Word = { readonly parts: Part; readonly shared: number; readonly sharedCoded: number };

/** Length of a common run that is masked; for a short key, all but a prefix such as `sk-`. */
const SHARED_MAX = 16;
const PREFIX_LENGTH = 3;
/** Bytes in 16 characters of base64: decoded text shares no such run by chance. */
const SHARED_CODED_MAX = 12;
/** Shorter decoded keys resemble ordinary words. */
const READ_LENGTH_MIN = 5;

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

/** Pieces bound memory: 10 MB need no more than 1 MB. */
const PIECE_LENGTH = 2 ** 20;
/** Exceeds any spelling of a key, so each lies whole in one piece. */
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

type Part = { readonly length: number; shorter: Part | null; readonly next: (Part | undefined)[] };

/** Suffix automaton (Blumer et al. 1985): tracks the longest part of the word that ends at each character. */
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
