/**
 * EAI's prompts of action sequencing: those of the paper, which its checkout has in full and which name objects by class alone.
 *
 * @module
 */
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import { type EaiPrompts, userPrompt } from './eai_prompt.ts';
import { writtenPrompts } from './written_prompts.ts';

export function planPrompts(checkout: EaiCheckout): EaiPrompts {
  const textOf = writtenPrompts(checkout, 'action_sequencing');
  return (id) => userPrompt(textOf(id));
}
