export type Message = Readonly<{ role: 'system' | 'user' | 'assistant'; content: string }>;

export type ChatOptions = Readonly<{
  /** The part of the method that asks, such as `attention`. Metrics count by it; it is not part of the request. */
  purpose: string;
  /** 0 where a paper is silent. */
  temperature: number;
  /** Of the answer, in tokens; the model decides when absent. */
  maxTokens?: number;
}>;

export type Usage = Readonly<{ promptTokens: number; completionTokens: number }>;

export type ChatReply = Readonly<{
  /** Untrusted: parse it, never evaluate it. */
  text: string;
  /** As the model reported it (`stop`, `length`, …); `unknown` where it did not. */
  finishReason: string;
  usage: Usage | null;
}>;

/** All that a planner knows of a model. Calls of one episode are sequential. A failed call rejects with an `LlmCallError`. */
export interface Llm {
  chat(messages: readonly Message[], options: ChatOptions): Promise<ChatReply>;
  /** One vector per text, in order. */
  embed(texts: readonly string[], options: { readonly purpose: string }): Promise<readonly (readonly number[])[]>;
  /** By the model's tokenizer or the nearest that is public, without a call. */
  countTokens(text: string): Promise<number>;
}

export type LlmFailure =
  /** The request is longer than the model's context; the API would answer 400. */
  | 'context_length_exceeded'
  /** The request seems to hold a credential, and is not sent. */
  | 'refused_secret'
  /** The API gave up after bounded retries, or refused for good. */
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
