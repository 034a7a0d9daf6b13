import { describe, expect, test } from 'vitest';
import { scriptedLlm } from '../scripted_llm.ts';
import { shippedPromptFiles } from '../shipped_prompts.ts';
import { readExample } from './examples.ts';
import { olp } from './olp.ts';
import { cosine, rankExamples } from './rank_examples.ts';

const EXAMPLES = shippedPromptFiles(olp)
  .filter(({ prompt }) => prompt.startsWith('foon_'))
  .map(({ text, path }) => readExample(text, path));

async function ranked(task: string, options: object = {}, llm = scriptedLlm({})): Promise<string[]> {
  const examples = await rankExamples(task, EXAMPLES, { llm, options: olp.options.parse(options) });
  return examples.map(({ objective }) => objective);
}

const [TOWER, STACK, POUR, CUCUMBER, GREEK, MARY] = EXAMPLES.map(({ objective }) => objective);

describe('rankExamples()', () => {
  test.each(['instructions', 'objective'])(
    'finds blocks for blocks, salads for salads, comparing %s',
    async (compared) => {
      expect((await ranked('Make a tower with 5 blocks.', { compared })).slice(0, 2)).toContain(TOWER);
      const organize = 'Organize the table by stacking all similar blocks into piles.';
      expect((await ranked(organize, { compared })).slice(0, 2)).toContain(STACK);
      expect((await ranked('Make a salad of cucumbers.', { compared })).slice(0, 2).sort()).toEqual([GREEK, CUCUMBER]);
      expect((await ranked('Pour a glass of water.', { compared }))[0]).toBe(POUR);
    },
  );

  test('gives as many as asked for', async () => {
    expect(await ranked('Make a tower with 5 blocks.')).toHaveLength(3);
    expect(await ranked('Make a tower with 5 blocks.', { examplesMax: 6 })).toHaveLength(6);
    expect(await ranked('Make a tower with 5 blocks.', { examplesMax: 0 })).toEqual([]);
  });

  test('asks for embeddings of the task and of what it is compared with', async () => {
    const asked: (readonly string[])[] = [];
    const llm = {
      ...scriptedLlm({}),
      embed: async (texts: readonly string[], { purpose }: { purpose: string }) => {
        asked.push(texts);
        expect(purpose).toBe('similarity');
        return texts.map((_, index) => [1, index === 6 ? 0 : index]);
      },
    };
    expect(await ranked('A drink.', { embedding: 'api' }, llm)).toEqual([MARY, TOWER, STACK]);
    expect(asked[0]?.slice(0, 2)).toEqual([
      'A drink.',
      'Place the second block on the first block.\nPlace the third block on the second block.',
    ]);
  });

  test('keeps the order of examples that are equally near', async () => {
    expect(await ranked('What is it?')).toEqual([TOWER, STACK, POUR]);
  });
});

test('cosine() is 0 for vectors that tell nothing', () => {
  expect(cosine([3, 4], [6, 8])).toBeCloseTo(1);
  expect(cosine([1, 0], [0, 1])).toBe(0);
  expect(cosine([0, 0], [1, 1])).toBe(0);
  expect(cosine([], [1])).toBe(0);
  expect(cosine([Number.NaN], [1])).toBe(0);
});
