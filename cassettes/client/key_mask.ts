import { excerpt } from '../wire/excerpt.ts';
import { everyReading, type Reading, withoutEscapes, withoutSpace } from './decoders.ts';

export type KeyMask = { ofReply(text: string): string; ofMessage(text: string): string };

/** Local servers take keys such as `x`. */
const KEY_LENGTH_MIN = 8;
const MESSAGE_CHARACTERS_MAX = 500;
const MASK = '[key]';

/** `key` is visible ASCII. */
export function keyMask(key: string): KeyMask {
  const spellings = key.length < KEY_LENGTH_MIN ? [] : spellingsOf(key);
  const ofReply = (text: string) => (spellings.length === 0 ? text : maskPlaces(text, placesOf(spellings, text)));
  return {
    ofReply,
    ofMessage(text) {
      const masked = ofReply(text)
        .replaceAll(BEARER_PATTERN, `Bearer ${MASK}`)
        .replaceAll(WORD_PATTERN, (word) => (word.includes(STARS) ? MASK : word));
      return excerpt(masked, MESSAGE_CHARACTERS_MAX);
    },
  };
}

const BEARER_PATTERN = /\bbearer(?:\s|%20|\\u0020|["'+:=]){1,4}[^\s"'<>\\,;[\]]{6,}/gi;
/** OpenAI shows `sk-ab***yz`. */
const STARS = '***';
const WORD_PATTERN = /[\w*-]+/g;

type Place = Readonly<{ start: number; end: number }>;

type KeySpelling = Readonly<{ plain: Fragments; coded: Fragments }>;

/** Shorter fragments stay visible. Those of a short key may lack only a prefix such as `sk-`. */
const FRAGMENT_LENGTH_MAX = 16;
const PREFIX_LENGTH = 3;
const CODED_FRAGMENT_LENGTH_MAX = 12;
const UNESCAPED_LENGTH_MIN = 5;

function spellingsOf(key: string): KeySpelling[] {
  const { codes, length } = withoutEscapes(withoutSpace(key), { isJson: false });
  const unescaped = String.fromCharCode(...codes.subarray(0, length));
  const words = unescaped === key || length < UNESCAPED_LENGTH_MIN ? [key] : [key, unescaped];
  return words.map(newSpelling);
}

function newSpelling(word: string): KeySpelling {
  const lengthMax = Math.min(word.length, Math.max(KEY_LENGTH_MIN, word.length - PREFIX_LENGTH));
  return {
    plain: fragmentsOf(word, Math.min(lengthMax, FRAGMENT_LENGTH_MAX)),
    coded: fragmentsOf(word, Math.min(lengthMax, CODED_FRAGMENT_LENGTH_MAX)),
  };
}

const PIECE_LENGTH = 2 ** 20;
/** Longer than any spelling of a key. */
const OVERLAP_LENGTH = 2 ** 16;

function placesOf(spellings: readonly KeySpelling[], text: string): readonly Place[] {
  const places: Place[] = [];
  for (let from = 0; from === 0 || from + OVERLAP_LENGTH < text.length; from += PIECE_LENGTH - OVERLAP_LENGTH) {
    for (const { reading, isCoded } of everyReading(text.slice(from, from + PIECE_LENGTH))) {
      for (const { plain, coded } of spellings) {
        for (const { start, end } of placesIn(reading, isCoded ? coded : plain)) {
          places.push({ start: from + start, end: from + end });
        }
      }
    }
  }
  return places;
}

function maskPlaces(text: string, places: readonly Place[]) {
  let result = '';
  let from = 0;
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (start >= from) result += `${text.slice(from, start)}${MASK}`;
    from = Math.max(from, end);
  }
  return result + text.slice(from);
}

type Fragments = Readonly<{ length: number; texts: ReadonlySet<string>; hashes: Uint8Array }>;

const HASH_COUNT = 2 ** 14;
const BASE = 4_093;

function fragmentsOf(word: string, length: number): Fragments {
  const texts = new Set<string>();
  for (let at = length; at <= word.length; at += 1) texts.add(word.slice(at - length, at).toLowerCase());
  const hashes = new Uint8Array(HASH_COUNT);
  for (const text of texts) hashes[Buffer.from(text).reduce((hash, code) => (hash * BASE + code) % HASH_COUNT, 0)] = 1;
  return { length, texts, hashes };
}

/** Rolling hash (Karp and Rabin 1987). */
function placesIn({ codes, starts, ends, length }: Reading, fragments: Fragments): readonly Place[] {
  const places: Place[] = [];
  let leavingWeight = 1;
  for (let power = 0; power < fragments.length; power += 1) leavingWeight = (leavingWeight * BASE) % HASH_COUNT;
  let hash = 0;
  for (let at = 0; at < length; at += 1) {
    const first = at - fragments.length + 1;
    const leavingCode = first > 0 ? LOWER_CASE[codes[first - 1]!]! : 0;
    hash = (hash * BASE + LOWER_CASE[codes[at]!]! - leavingCode * leavingWeight) & (HASH_COUNT - 1);
    if (fragments.hashes[hash] === 0 || first < 0) continue;
    if (!fragments.texts.has(String.fromCharCode(...codes.subarray(first, at + 1)).toLowerCase())) continue;
    places.push({ start: starts[first] ?? 0, end: ends[at] ?? 0 });
  }
  return places;
}

const LOWER_CASE = Uint8Array.from({ length: 0x80 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
);
