/**
 * How much texts have in common with a query, by their words and without a model: BM25.
 *
 * Words are stemmed (Porter 1980), so that "stacking" meets "stack", and the commonest ones do not count. A rare word weighs more
 * than one that most of the texts have. The sums are MiniSearch's BM25+ (Lv and Zhai 2011) with its constants.
 */
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';

const COMMON = new Set(
  'a an and are as at be by for from in into is it of on onto or so that the then to up what will with would'.split(
    ' ',
  ),
);
/** Longer texts and words are cut. */
const CHARACTERS_MAX = 20_000;
const WORD_MAX = 50;

/** One score a text, in their order; 0 where no word is in common. Rounded, since logarithms differ between engines. */
export function wordScores(query: string, texts: readonly string[]): number[] {
  const search = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: wordsOf,
    processTerm: (word) => (COMMON.has(word) ? null : stemmer(word)),
  });
  search.addAll(texts.map((text, id) => ({ id, text })));
  const scores: number[] = Array(texts.length).fill(0);
  for (const { id, score } of search.search(query)) scores[id] = Number(score.toPrecision(6));
  return scores;
}

function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, CHARACTERS_MAX)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, WORD_MAX));
}
