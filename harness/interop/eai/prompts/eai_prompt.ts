/**
 * What EAI asks a model about a task: messages, made of what lies in the user's checkout when they are asked for.
 *
 * @module
 */
import type { Message } from '../../../../cassettes/llm.ts';

export type EaiPrompt = {
  readonly messages: readonly Message[];
  /** Most tokens to answer with, where EAI says so. */
  readonly maxTokens?: number;
};

/** The prompt of a task, by its id. Throws a CommandFailure or a JsonError that names the file. */
export type EaiPrompts = (id: string) => EaiPrompt;

export function userPrompt(content: string): EaiPrompt {
  return { messages: [{ role: 'user', content }] };
}
