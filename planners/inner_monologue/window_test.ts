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
    ['shows all where all fit', 10, 11, '[aaaabbccc]'],
    ['drops the oldest, whole, where a token is missing', 10, 10, '[bbccc]'],
    ['drops as many as it must', 10, 6, '[ccc]'],
    ['shows none where not even the newest fits', 10, 4, '[]'],
    ['shows the newest alone, be there room for more', 1, 100, '[ccc]'],
    ['shows none where none is wanted', 0, 100, '[]'],
    ['sends the fixed part even where it is too long', 10, 1, '[]'],
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
  const fixed = fc.nat(60);

  /** The window that is shown, and whether the prompt is within the budget. */
  async function shown(setting: {
    texts: readonly string[];
    limits: { turnsMax: number; tokensMax: number };
    countTokens: (text: string) => Promise<number>;
    fixed: number;
  }) {
    const { texts, limits, countTokens, fixed } = setting;
    const turns = await Promise.all(texts.map(async (text) => ({ text, tokens: await countTokens(text) })));
    const windows = new Map<string, readonly Turn[]>();
    const render = (window: readonly Turn[]) => {
      const prompt = `${'f'.repeat(fixed)}${window.map(({ text }) => text).join('\n')}`;
      windows.set(prompt, window);
      return prompt;
    };
    const prompt = await promptInWindow(turns, render, { ...limits, countTokens });
    return { window: windows.get(prompt) ?? [], turns, tokens: await countTokens(prompt) };
  }

  test('is the newest turns, whole, no more than allowed, and within the budget', async () => {
    const setting = fc.record({ texts, limits, countTokens: tokenizer, fixed });
    await fc.assert(
      fc.asyncProperty(setting, async (setting) => {
        const { window, turns, tokens } = await shown(setting);
        expect(window).toEqual(turns.slice(turns.length - window.length));
        expect(window.length).toBeLessThanOrEqual(setting.limits.turnsMax);
        if (window.length > 0) expect(tokens).toBeLessThanOrEqual(setting.limits.tokensMax);
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

  test('never shrinks when a limit grows', async () => {
    await fc.assert(
      fc.asyncProperty(texts, limits, fc.nat(50), fc.nat(5), async (texts, { turnsMax, tokensMax }, more, wider) => {
        const turns = turnsOf(...texts);
        const narrow = await windowed(turns, turnsMax, tokensMax);
        const wide = await windowed(turns, turnsMax + wider, tokensMax + more);
        expect(wide.endsWith(narrow.slice(1))).toBe(true);
      }),
    );
  });
});
