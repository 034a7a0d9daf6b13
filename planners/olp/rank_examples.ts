/**
 * Which examples are nearest to a task: cosine similarity of embeddings (OLP, section III-B).
 *
 * @module
 */
import type { Llm } from '../../cassettes/llm.ts';
import type { Example } from './examples.ts';
import { lexicalEmbedding } from './lexical_embedding.ts';
import type { Options } from './options_schema.ts';

/** The `examplesMax` nearest, nearest first; of equally near ones the earlier. */
export async function rankExamples(
  task: string,
  examples: readonly Example[],
  { llm, options }: { readonly llm: Llm; readonly options: Pick<Options, 'embedding' | 'compared' | 'examplesMax'> },
): Promise<Example[]> {
  const { embedding, compared, examplesMax } = options;
  if (examplesMax === 0) return [];
  const texts = examples.map(({ objective, instructions }) => {
    return compared === 'objective' ? objective : instructions.join('\n');
  });
  const all = [task, ...texts];
  const vectors =
    embedding === 'api' ? await llm.embed(all, { purpose: 'similarity' }) : all.map((text) => lexicalEmbedding(text));
  const [wanted = [], ...others] = vectors;
  const ranked = examples.map((example, index) => ({ example, similarity: cosine(wanted, others[index] ?? []) }));
  ranked.sort((a, b) => b.similarity - a.similarity);
  return ranked.slice(0, examplesMax).map(({ example }) => example);
}

/** 0 where a vector is all zeros, or not one of numbers. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, each, i) => sum + each * (y[i] ?? 0), 0);
  const similarity = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  return Number.isFinite(similarity) ? similarity : 0;
}
