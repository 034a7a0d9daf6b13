import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptedLlm } from '../kit/scripted_llm.ts';
import { anyText } from '../testing/arbitrary_text.ts';
import { olp } from './olp.ts';
import { cosine, rankExamples, wordScores } from './rank_examples.ts';
import { shippedExamples } from './testing/shipped_examples.ts';

const EXAMPLES = shippedExamples();

async function ranked(task: string, options: object = {}, llm = scriptedLlm({})): Promise<string[]> {
  const examples = await rankExamples(task, EXAMPLES, { llm, options: olp.options.parse(options) });
  return examples.map(({ objective }) => objective);
}

const [TOWER, STACK, POUR, FRUIT, CAPRESE, LEMONADE] = EXAMPLES.map(({ objective }) => objective);

const TASKS: readonly Readonly<{ name: string; instruction: string }>[] = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../envs/tabletop/tasks/olp.json`, 'utf8'),
).tasks;

describe.each(['objective', 'instructions'])("rankExamples() of the paper's 17 tasks, comparing %s", (compared) => {
  test.each(TASKS)('$name: blocks first, then what is simplest', async ({ name, instruction }) => {
    const blocks = name.startsWith('organize') ? [STACK, TOWER] : [TOWER, STACK];
    expect(await ranked(instruction, { compared })).toEqual([...blocks, POUR]);
  });
});

describe('rankExamples()', () => {
  test.each(['instructions', 'objective'])('finds salads for salads, comparing %s', async (compared) => {
    expect((await ranked('Make salads of fruit.', { compared }))[0]).toBe(FRUIT);
    expect((await ranked('Pour a cup of tea.', { compared }))[0]).toBe(POUR);
  });

  test.each([
    [{}, 3],
    [{ examplesMax: 6 }, 6],
    [{ examplesMax: 0 }, 0],
  ])('%j gives %i examples', async (options, count) => {
    expect(await ranked('Make a tower with 5 blocks.', options)).toHaveLength(count);
  });

  test.each([
    ['objective', ['A drink.', TOWER, STACK, POUR, FRUIT, CAPRESE, LEMONADE]],
    ['instructions', ['A drink.', ...EXAMPLES.map(({ instructions }) => instructions.join('\n'))]],
  ])('asks for embeddings of the task and of each %s', async (compared, texts) => {
    const asked: unknown[] = [];
    const llm = {
      ...scriptedLlm({}),
      embed: async (texts: readonly string[], { purpose }: { purpose: string }) => {
        asked.push([purpose, texts]);
        return texts.map((_, index) => [1, index === 6 ? 0 : index]);
      },
    };
    expect(await ranked('A drink.', { ranking: 'embeddings', compared }, llm)).toEqual([LEMONADE, TOWER, STACK]);
    expect(asked).toEqual([['similarity', texts]]);
  });

  test('keeps the order of examples that are equally near', async () => {
    expect(await ranked('What is it?')).toEqual([TOWER, STACK, POUR]);
  });
});

test('cosine() is 0 for vectors that tell nothing', () => {
  expect(cosine([3, 4], [6, 8])).toBeCloseTo(1);
  const none = [cosine([1, 0], [0, 1]), cosine([0, 0], [1, 1]), cosine([], [1]), cosine([Number.NaN], [1])];
  expect(none).toEqual([0, 0, 0, 0]);
});

describe('wordScores()', () => {
  test('finds words in any form, common ones nowhere, and no mere spelling', () => {
    const isFound = (query: string, texts: string[]) => wordScores(query, texts).map((score) => score > 0);
    expect(isFound('Stacking blocks.', ['block', 'a stack', 'cucumber', ''])).toEqual([true, true, false, false]);
    expect(isFound('It is to be on the table.', ['It is to be on the floor.'])).toEqual([false]);
    const texts = ['Use skim milk.', 'Make a Bloody Mary.', 'blocks'];
    expect(isFound('Spell the word SKILL with blocks.', texts)).toEqual([false, false, true]);
  });

  test('weighs rare words more', () => {
    const [often = 0, , , rarely = 0] = wordScores('a red tower', ['red', 'red', 'red', 'tower', 'cup']);
    expect(rarely).toBeGreaterThan(often);
  });

  test('does not depend on case, order and punctuation', () => {
    const texts = ['Water, please!', 'a cup'];
    expect(wordScores('please WATER', texts)).toEqual(wordScores('Water: please.', texts));
  });

  test('gives a finite score a text, for any texts', () => {
    const words = ['__proto__', 'constructor toString', 'hasOwnProperty', 'ed ing y', '√ ½ ß İ'];
    const text = fc.oneof(anyText, fc.constantFrom(...words));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (query, texts) => {
        const scores = wordScores(query, texts);
        expect(scores).toHaveLength(texts.length);
        expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true);
      }),
    );
    expect(wordScores('constructor', ['constructor', 'cup'])[0]).toBeGreaterThan(0);
    expect(wordScores('x'.repeat(1_000_000), ['y '.repeat(1_000_000), 'x'.repeat(1_000_000)])[0]).toBe(0);
  });
});
