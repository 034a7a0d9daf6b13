/**
 * Which examples are nearest to a task: by the cosine of embeddings (OLP, section III-B), or by words, where nobody is to be asked.
 */
import type { Llm } from '../../cassettes/llm.ts';
import type { Example } from './examples.ts';
import type { Options } from './options_schema.ts';
import { wordScores } from './word_scores.ts';

/** The `examplesMax` nearest, nearest first; of equally near ones the earlier. */
export async function rankExamples(
  task: string,
  examples: readonly Example[],
  { llm, options }: { readonly llm: Llm; readonly options: Pick<Options, 'ranking' | 'compared' | 'examplesMax'> },
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
  const [wanted = [], ...others] = await llm.embed([task, ...texts], { purpose: 'similarity' });
  return others.map((vector) => cosine(wanted, vector));
}

/** 0 where a vector is all zeros, or not one of numbers. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, each, i) => sum + each * (y[i] ?? 0), 0);
  const similarity = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  return Number.isFinite(similarity) ? similarity : 0;
}
