/**
 * How long the conversations of an episode are, in tokens: each message once, however often it is sent again.
 *
 * So counts the release of OLP. The tokens of all calls are more: a growing chat is sent whole with every call.
 *
 * @module
 */
import type { Llm, Message } from '../../cassettes/llm.ts';

export class Transcript {
  readonly #countTokens: Llm['countTokens'];
  /** Messages of answered calls. */
  readonly #sent = new Set<string>();
  readonly #replies: string[] = [];

  constructor(countTokens: Llm['countTokens']) {
    this.#countTokens = countTokens;
  }

  /** Takes an answered call in. Returns the tokens of the messages that no earlier call held, and of the reply. */
  async add(messages: readonly Message[], reply: string): Promise<number> {
    const fresh = messages.filter((message) => !this.#sent.has(keyOf(message)) && !this.#isReply(message));
    let tokens = await this.#countTokens(reply);
    for (const { content } of fresh) tokens += await this.#countTokens(content);
    for (const message of fresh) this.#sent.add(keyOf(message));
    this.#replies.push(plain(reply));
    return tokens;
  }

  /** A reply comes back as part of the next question, perhaps cut short; it was counted when it came. */
  #isReply({ role, content }: Message): boolean {
    const text = plain(content);
    return role === 'assistant' && text !== '' && this.#replies.some((reply) => reply.startsWith(text));
  }
}

function keyOf({ role, content }: Message): string {
  return `${role}\n${content}`;
}

/** As planners hand replies back. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').toWellFormed();
}
