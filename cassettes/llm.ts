/**
 * All that a planner knows of a language model.
 *
 * The caller that passes the `Llm` decides which model answers, and whether it answers live or from a tape. Calls of one episode are sequential.
 */

export type Message = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
};

export type ChatOptions = {
  /** Which part of the method asks, such as `attention`. Metrics count by it; it is not part of the request. */
  readonly purpose: string;
  /** Sampling temperature; 0 where a paper is silent. */
  readonly temperature: number;
  /** Most tokens to answer with; left to the model when absent. */
  readonly maxTokens?: number;
};

export type Usage = {
  readonly promptTokens: number;
  readonly completionTokens: number;
};

export type ChatReply = {
  /** Untrusted: to be parsed, never evaluated. */
  readonly text: string;
  /** As the model reported it (`stop`, `length`, …); `unknown` where it did not. */
  readonly finishReason: string;
  readonly usage: Usage | null;
};

/** The client: all that a planner knows of a model. Every method rejects with an `LlmCallError` when the call itself fails. */
export interface Llm {
  chat(messages: readonly Message[], options: ChatOptions): Promise<ChatReply>;
  /** One vector per text, in order. */
  embed(texts: readonly string[], options: { readonly purpose: string }): Promise<readonly (readonly number[])[]>;
  /** How many tokens a text has for the model, by its tokenizer or the nearest that is public; asks nobody. */
  countTokens(text: string): Promise<number>;
}

export type LlmFailure =
  /** The request is longer than the model's context; the API would answer 400. */
  | 'context_length_exceeded'
  /** The request looks like it holds a credential, and is not sent. */
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
