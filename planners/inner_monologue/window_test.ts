import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { promptInWindow, type Turn } from './window.ts';

/** A token a character; the fixed part is `[` and `]`. */
const byLength = async (text: string) => text.length;
const bracketed = (window: readonly Turn[]) => `[${window.map(({ text }) => text).join('')}]`;
const turnsOf = (...texts: string[]) => texts.map((text) => ({ text, tokens: text.length }));

function windowed(turns: readonly Turn[], turnsMax: number, tokensMax: number) {
  return promptInWindow(turns, bracketed, { turnsMax, tokensMax, countTokens: byLength });
}

describe('promptInWindow()', () => {
  const turns = turnsOf('aaaa', 'bb', 'ccc');

  test.each([
    ['shows all that fit', 10, 11, '[aaaabbccc]'],
    ['drops the oldest, whole, for one token', 10, 10, '[bbccc]'],
    ['shows the newest alone, whatever the room', 1, 100, '[ccc]'],
    ['sends the fixed part even if it is too long', 10, 1, '[]'],
  ])('%s', async (_, turnsMax, tokensMax, prompt) => {
    expect(await windowed(turns, turnsMax, tokensMax)).toBe(prompt);
  });

  test('counts a prompt once where all fits, twice where the counts of the turns add up, and none that could not fit', async () => {
    const many = turnsOf(...Array<string>(100).fill('12345'));
    const counted: string[] = [];
    const countTokens = (text: string) => byLength(counted[counted.push(text) - 1] ?? '');
    await promptInWindow(many, bracketed, { turnsMax: 100, tokensMax: 502, countTokens });
    expect(counted).toHaveLength(1);
    await promptInWindow(many, bracketed, { turnsMax: 100, tokensMax: 100, countTokens });
    expect(counted.map((text) => text.length)).toEqual([502, 102, 97]);
  });
});

describe('the window of promptInWindow()', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 20 });
  const limits = fc.record({ turnsMax: fc.nat(25), tokensMax: fc.nat(200) });
  /** Tokenizers: exact, one that joins at seams, one whose parts count for less than the whole, one gone mad. */
  const tokenizer = fc.constantFrom(
    byLength,
    async (text: string) => Math.ceil(text.length / 4),
    async (text: string) => text.length + Math.floor(text.length / 7),
    async (text: string) => (text.charCodeAt(0) * 31 + text.length * 17) % 300,
  );

  test('is the newest turns, whole, no more than allowed, and within the budget', async () => {
    const setting = fc.record({ texts, limits, countTokens: tokenizer, fixed: fc.nat(60) });
    await fc.assert(
      fc.asyncProperty(setting, async ({ texts, limits, countTokens, fixed }) => {
        const turns = await Promise.all(texts.map(async (text) => ({ text, tokens: await countTokens(text) })));
        const windows = new Map<string, readonly Turn[]>();
        const render = (window: readonly Turn[]) => {
          const prompt = `${'f'.repeat(fixed)}${window.map(({ text }) => text).join('\n')}`;
          windows.set(prompt, window);
          return prompt;
        };
        const prompt = await promptInWindow(turns, render, { ...limits, countTokens });
        const window = windows.get(prompt) ?? [];
        expect(window).toEqual(turns.slice(turns.length - window.length));
        expect(window.length).toBeLessThanOrEqual(limits.turnsMax);
        if (window.length > 0) expect(await countTokens(prompt)).toBeLessThanOrEqual(limits.tokensMax);
      }),
    );
  });

  test('is as large as it can be where counts add up, as the obvious search finds it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, limits, async (texts, limits) => {
        const turns = turnsOf(...texts);
        let best = 0;
        for (let size = 0; size <= Math.min(limits.turnsMax, turns.length); size++) {
          if (bracketed(turns.slice(turns.length - size)).length <= limits.tokensMax) best = size;
        }
        expect(await windowed(turns, limits.turnsMax, limits.tokensMax)).toBe(
          bracketed(turns.slice(turns.length - best)),
        );
      }),
    );
  });
});
