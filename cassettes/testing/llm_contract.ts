import { describe, expect, test } from 'vitest';
import { type Llm, LlmCallError, type Message } from '../llm.ts';

export type LlmUnderTest = Readonly<{ llm: Llm; close: () => Promise<unknown> }>;

/**
 * `open` gives an `Llm` whose model is `gpt-4-0613`, reads 8,192 tokens, answers a chat with `re: ` and the last message, and
 * embeds a text as its length and its last character code.
 */
export function llmContract(name: string, open: () => Promise<LlmUnderTest>): void {
  describe(`${name} keeps the contract of Llm`, () => {
    test('answers a chat with a text, how it ended, and what it cost or null, and leaves the messages as they are', async () => {
      const messages = Object.freeze([Object.freeze(user('toast'))]);
      const options = Object.freeze({ purpose: 'p', temperature: 0 });
      const reply = await within(open, (llm) => llm.chat(messages, options));
      expect(reply).toMatchObject({ text: 're: toast', finishReason: expect.any(String) });
      if (reply.usage !== null) expect(reply.usage.promptTokens + reply.usage.completionTokens).toBeGreaterThan(0);
      expect(messages).toEqual([user('toast')]);
    });

    test('answers the last of several messages of all roles, in order of the calls', async () => {
      const texts = await within(open, async (llm) => {
        const system: Message = { role: 'system', content: 'Be brief.' };
        const turns: Message[] = [user('a'), { role: 'assistant', content: 're: a' }, user('b')];
        const first = await llm.chat([system, ...turns], { purpose: 'p', temperature: 0.5, maxTokens: 100 });
        return [first.text, (await ask(llm, 'c')).text];
      });
      expect(texts).toEqual(['re: b', 're: c']);
    });

    test.each(['', '__proto__', 'a "quoted"\nline\\n\t\0', 'é 漢 🍞', '\ud800 alone', '{{slot}}'])(
      'takes %j',
      async (text) => {
        expect((await within(open, (llm) => ask(llm, text))).text).toBe(`re: ${text.toWellFormed()}`);
      },
    );

    test('does not heed the purpose, which is for metrics only', async () => {
      const texts = await within(open, async (llm) => {
        const ask = (purpose: string) => llm.chat([user('toast')], { purpose, temperature: 0 });
        return [(await ask('attention')).text, (await ask('policy')).text];
      });
      expect(texts[0]).toBe(texts[1]);
    });

    test('embeds each text, in order, and asks nothing for none', async () => {
      const [two, none] = await within(open, async (llm) => [
        await llm.embed(['ab', 'a'], { purpose: 'p' }),
        await llm.embed([], { purpose: 'p' }),
      ]);
      expect(two).toEqual(['ab', 'a'].map((text) => [text.length, text.charCodeAt(text.length - 1)]));
      expect(none).toEqual([]);
    });

    testTokens(open);
  });
}

function testTokens(open: () => Promise<LlmUnderTest>): void {
  test('counts tokens by the tokenizer of the model, and rejects with an LlmCallError what is longer than it reads', async () => {
    const count = (text: string) => within(open, (llm) => llm.countTokens(text));
    expect(await count('')).toBe(0);
    expect(await count('tiktoken is great!')).toBe(6); // OpenAI cookbook, "How to count tokens with tiktoken"
    const failure = within(open, (llm) => ask(llm, 'bread '.repeat(9_000)));
    await expect(failure).rejects.toThrow(LlmCallError);
    await expect(failure).rejects.toMatchObject({ code: 'context_length_exceeded' });
  });
}

function user(content: string): Message {
  return { role: 'user', content };
}

function ask(llm: Llm, text: string) {
  return llm.chat([user(text)], { purpose: 'p', temperature: 0 });
}

async function within<T>(open: () => Promise<LlmUnderTest>, use: (llm: Llm) => Promise<T>): Promise<T> {
  const { llm, close } = await open();
  try {
    return await use(llm);
  } finally {
    await close();
  }
}
