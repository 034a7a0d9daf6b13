/**
 * A language model for tests: it says what the test wrote down, and remembers what it was asked.
 *
 * @module
 */
import type { ChatOptions, Llm, Message } from '../../cassettes/llm.ts';

export type ScriptedLlm = Llm & {
  readonly requests: readonly { readonly messages: readonly Message[]; readonly options: ChatOptions }[];
};

/** Replies by purpose, in order; a call beyond the script is an error of the test. */
export function scriptedLlm(script: Readonly<Record<string, readonly string[]>>): ScriptedLlm {
  const requests: { messages: readonly Message[]; options: ChatOptions }[] = [];
  const asked = new Map<string, number>();
  return {
    requests,
    async chat(messages, options) {
      const count = asked.get(options.purpose) ?? 0;
      const text = script[options.purpose]?.[count];
      if (text === undefined) {
        throw new Error(
          `The script holds ${count} replies for purpose "${options.purpose}"; the planner asks for one more`,
        );
      }
      asked.set(options.purpose, count + 1);
      requests.push({ messages, options });
      return { text, finishReason: 'stop', usage: null };
    },
    async embed() {
      throw new Error('The script holds no embeddings');
    },
    /** A token a character, so that a test can count. */
    countTokens: async (text) => text.length,
  };
}
