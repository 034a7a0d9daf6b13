/**
 * EAI's prompts of subgoal decomposition: a system message for all tasks, and the task's own.
 *
 * EAI has the model stop at "}", which it then appends; here nothing stops the model, and a whole answer is read the same.
 *
 * @module
 */
import { z } from 'zod';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import type { EaiPrompts } from './eai_prompt.ts';
import { writtenPrompts } from './written_prompts.ts';

const setupSchema = z.object({ system_prompt: z.string(), max_output_tokens: z.int().positive() });

export function subgoalPrompts(checkout: EaiCheckout): EaiPrompts {
  const file = 'evaluation/subgoal_decomposition/prompts/system_setup.json';
  const { system_prompt, max_output_tokens } = checkout.json(file, setupSchema).value;
  const textOf = writtenPrompts(checkout, 'subgoal_decomposition');
  return (id) => ({
    messages: [
      { role: 'system', content: system_prompt },
      { role: 'user', content: textOf(id) },
    ],
    maxTokens: max_output_tokens,
  });
}
