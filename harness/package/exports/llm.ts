/**
 * `tapedeck/llm`: the interface of a language model, and a model that answers from tapes. Your own model, for a test:
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import type { Llm } from 'tapedeck/llm';
 *
 * const llm: Llm = {
 *   chat: async () => ({ text: '1. wait()', finishReason: 'stop', usage: null }),
 *   embed: async (texts) => texts.map(() => [1, 0]),
 *   countTokens: async (text) => Math.ceil(text.length / 4),
 * };
 * const { text } = await llm.chat([], { purpose: 'ask', temperature: 0 });
 * assert.equal(text, '1. wait()');
 * ```
 */
export {
  type ChatOptions,
  type ChatReply,
  type Llm,
  LlmCallError,
  type LlmFailure,
  type Message,
  type Usage,
} from '../../../cassettes/llm.ts';
export { type RecordedEpisode, type RecordedLlm, recordedLlm } from '../../run/tapes/run_cassette.ts';
