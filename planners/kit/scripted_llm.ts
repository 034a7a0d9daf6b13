import type { ChatOptions, Llm, Message } from '../../cassettes/llm.ts';

export type ScriptedLlm = Llm & {
  readonly requests: readonly Readonly<{ messages: readonly Message[]; options: ChatOptions }>[];
};

/**
 * Answers from the script, by purpose and in order. Throws at a call beyond the script, and at `embed`.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { scriptedLlm } from 'tapedeck/testing';
 *
 * const llm = scriptedLlm({ policy: ['1. wait()'] });
 * const ask = () => llm.chat([{ role: 'user', content: 'What now?' }], { purpose: 'policy', temperature: 0 });
 * assert.equal((await ask()).text, '1. wait()');
 * await assert.rejects(ask());
 * ```
 */
export function scriptedLlm(script: Readonly<Record<string, readonly string[]>>): ScriptedLlm {
  const requests: { messages: readonly Message[]; options: ChatOptions }[] = [];
  const counts = new Map<string, number>();
  return {
    requests,
    async chat(messages, options) {
      const count = counts.get(options.purpose) ?? 0;
      const text = script[options.purpose]?.[count];
      if (text === undefined) {
        throw new Error(`The script has only ${count} replies for purpose "${options.purpose}"`);
      }
      counts.set(options.purpose, count + 1);
      requests.push({ messages, options });
      return { text, finishReason: 'stop', usage: null };
    },
    async embed() {
      throw new Error('The script has no embeddings');
    },
    countTokens: async (text) => text.length,
  };
}
