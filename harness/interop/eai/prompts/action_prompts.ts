/**
 * EAI's prompts of transition modeling: its template, filled with a task's problem and the heads of the actions that it needs.
 *
 * @module
 */
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import { readTransitionTasks } from '../transition_modeling/transition_tasks.ts';
import { type EaiPrompts, userPrompt } from './eai_prompt.ts';
import { readPromptTemplate } from './prompt_template.ts';

export function actionPrompts(checkout: EaiCheckout): EaiPrompts {
  const tasks = new Map(readTransitionTasks(checkout).tasks.map((task) => [task.id, task]));
  const fill = readPromptTemplate(checkout, 'transition_modeling');
  return (id) => {
    const { gold, problem } = tasks.get(id)!;
    const heads = Array.from(
      gold,
      ([name, { parameters }]) =>
        `(:action ${name}\n  :parameters ${parameters}\n  :precondition ()\n  :effect ()\n)\n\n`,
    );
    // EAI replaces the slot without its ">", which so stays behind the actions.
    return userPrompt(fill({ '<problem_file>': problem, '<action_handlers': heads.join('') }));
  };
}
