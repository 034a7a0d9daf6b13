/**
 * Prompts that EAI's checkout has in full: `helm_prompts.json`, `[{"identifier", "llm_prompt"}, …]`.
 *
 * @module
 */
import { z } from 'zod';
import { type EaiCheckout, taskId } from '../checkout/eai_checkout.ts';
import type { EvaluationName } from '../scoring/quirks.ts';

const promptsSchema = z.array(z.object({ identifier: z.string(), llm_prompt: z.string() }));

/** Where it would lie. */
export function writtenPromptsFile(evaluation: EvaluationName): string {
  return `evaluation/${evaluation}/prompts/helm_prompts.json`;
}

/** The text of a task's prompt, by its id. Throws a JsonError that names file and task where there is none. */
export function writtenPrompts(checkout: EaiCheckout, evaluation: EvaluationName): (id: string) => string {
  const file = checkout.json(writtenPromptsFile(evaluation), promptsSchema);
  const prompts = new Map(file.value.map(({ identifier, llm_prompt }) => [taskId(identifier), llm_prompt]));
  return (id) => {
    const prompt = prompts.get(id);
    if (prompt === undefined) throw file.problem([], `a prompt for the task ${JSON.stringify(id)}`);
    return prompt;
  };
}
