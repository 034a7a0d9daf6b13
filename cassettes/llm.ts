export type Message = Readonly<{ role: 'system' | 'user' | 'assistant'; content: string }>;

export type ChatOptions = Readonly<{
  /** The part of the method that asks, such as `attention`. Metrics count by it. */
  purpose: string;
  /** 0 where a paper is silent. */
  temperature: number;
  /** By default, the model decides. */
  maxTokens?: number;
}>;

export type Usage = Readonly<{ promptTokens: number; completionTokens: number }>;

export type ChatReply = Readonly<{
  /** Untrusted: parse it, never evaluate it. */
  text: string;
  /** As reported (`stop`, `length`, …), else `unknown`. */
  finishReason: string;
  usage: Usage | null;
}>;

/** Calls of an episode are sequential; failed ones reject with an `LlmCallError`. */
export interface Llm {
  chat(messages: readonly Message[], options: ChatOptions): Promise<ChatReply>;
  /** One vector per text, in order. */
  embed(texts: readonly string[], options: { readonly purpose: string }): Promise<readonly (readonly number[])[]>;
  /** By the model's tokenizer or the nearest public one. */
  countTokens(text: string): Promise<number>;
}

export type LlmFailure =
  | 'context_length_exceeded'
  /** The request seems to contain a credential. */
  | 'refused_secret'
  /** The API refused, or failed after retries. */
  | 'api_error';

/**
 * A call that failed as the API would fail it. A planner that does not catch it ends its episode.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { LlmCallError } from 'tapedeck/llm';
 *
 * const error = new LlmCallError('context_length_exceeded', 'The request has 9,000 tokens, the model takes 8,192');
 * assert.equal(error.code, 'context_length_exceeded');
 * ```
 */
export class LlmCallError extends Error {
  override readonly name = 'LlmCallError';
  readonly code: LlmFailure;

  constructor(code: LlmFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
