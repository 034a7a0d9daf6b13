/**
 * What a planner is given that says that it asks no model: its trace names none, so none may answer.
 *
 * @module
 */
import type { Llm } from '../../cassettes/llm.ts';

/** Every call rejects. */
export function unaskedLlm(planner: string): Llm {
  const refuse = async () => {
    throw new Error(`Planner "${planner}" says \`asksModel: false\`, but asks one`);
  };
  return { chat: refuse, embed: refuse, countTokens: refuse };
}
