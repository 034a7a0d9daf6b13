/**
 * A text as a vector, without a model: how often which parts of words occur in it.
 *
 * Words without the commonest ones, and the runs of three to five characters in them, are counted in hashed places, so that
 * "block" and "blocks" have most of their parts in common (the hashing trick, Weinberger et al. 2009). Deterministic.
 *
 * @module
 */

const DIMENSIONS = 1024;
const COMMON = new Set(
  'a an and as at be by for from in into is it of on onto or so that the then to up what with'.split(' '),
);
const PARTS = [3, 4, 5];
/** Longer texts are cut. */
const CHARACTERS_MAX = 20_000;

/** 1,024 counts, damped by a square root; not normalized. */
export function lexicalEmbedding(text: string): number[] {
  const counts: number[] = Array(DIMENSIONS).fill(0);
  const words =
    text
      .slice(0, CHARACTERS_MAX)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    if (COMMON.has(word)) continue;
    for (const part of partsOf(word)) {
      const place = hash(part) % DIMENSIONS;
      counts[place] = (counts[place] as number) + 1;
    }
  }
  return counts.map(Math.sqrt);
}

/** The word itself, and its runs of characters with its ends marked. */
function partsOf(word: string): string[] {
  const marked = `<${word}>`;
  const runs = PARTS.flatMap((length) =>
    Array.from({ length: Math.max(0, marked.length - length + 1) }, (_, i) => marked.slice(i, i + length)),
  );
  return [word, ...runs];
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
