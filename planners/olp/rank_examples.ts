/** Ranks by cosine of embeddings (OLP, section III-B), or by words. */
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import type { Llm } from '../../cassettes/llm.ts';
import type { Example } from './examples.ts';

/** BM25+ (Lv and Zhai 2011) of stems (Porter 1980) ignores these. */
const STOP_WORDS = new Set(
  'a an and are as at be by for from in into is it of on onto or so that the then to up what will with would'.split(
    ' ',
  ),
);
const CHARACTERS_MAX = 20_000;
const WORD_MAX = 50;

/** Rounded, because logarithms differ between engines. */
export function wordScores(query: string, texts: readonly string[]): number[] {
  const search = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: wordsOf,
    processTerm: (word) => (STOP_WORDS.has(word) ? null : stemmer(word)),
  });
  search.addAll(texts.map((text, id) => ({ id, text })));
  const scores: number[] = Array(texts.length).fill(0);
  for (const { id, score } of search.search(query)) scores[id] = Number(score.toPrecision(6));
  return scores;
}

function wordsOf(text: string) {
  const words = text
    .slice(0, CHARACTERS_MAX)
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu);
  return Array.from(words, ([word]) => word.slice(0, WORD_MAX));
}

type Ranking = Readonly<{
  ranking: 'words' | 'embeddings';
  compared: 'objective' | 'instructions';
  examplesMax: number;
}>;

export async function rankExamples(
  task: string,
  examples: readonly Example[],
  { llm, options }: { llm: Llm; options: Ranking },
): Promise<Example[]> {
  const { ranking, compared, examplesMax } = options;
  if (examplesMax === 0) return [];
  const texts = examples.map(({ objective, instructions }) => {
    return compared === 'objective' ? objective : instructions.join('\n');
  });
  const scores = ranking === 'words' ? wordScores(task, texts) : await similarities(task, texts, llm);
  const ranked = examples.map((example, index) => ({ example, score: scores[index] ?? 0 }));
  ranked.sort((a, b) => b.score - a.score);
  return ranked.slice(0, examplesMax).map(({ example }) => example);
}

async function similarities(task: string, texts: readonly string[], llm: Llm): Promise<number[]> {
  const [query = [], ...others] = await llm.embed([task, ...texts], { purpose: 'similarity' });
  return others.map((vector) => cosine(query, vector));
}

export function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  const similarity = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  return Number.isFinite(similarity) ? similarity : 0;
}
