/** The baseline of OLP, section V-B1. */

import { z } from 'zod';
import type { Message } from '../../cassettes/llm.ts';
import type { Action } from '../../envs/env.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { carryOutPlan, chatOptions, type Reader, stopAtFailure } from '../ask_until_read.ts';
import { type Episode, option, type Planner, type Start } from '../planner.ts';
import { askAtTable } from '../table_slots.ts';
import { readSteps } from './read_steps.ts';

/** The release: `calls: 3` with `preconditions: true`. */
const optionsSchema = z.strictObject({
  calls: option.choice(
    [1, 3],
    1,
    "Number of model calls: one (paper), or three (release) for objects, the goal's relations and actions",
  ),
  preconditions: option.flag(
    false,
    'State the preconditions of pick and place, as in the release; the paper names the skills alone',
  ),
  ...chatOptions,
});

type Options = z.infer<typeof optionsSchema>;

export const llmPlanner: Planner<TabletopObservation, Options> = {
  name: 'llm_planner',
  title: 'LLM-Planner',
  worlds: ['tabletop'],
  summary: 'Asks the model for the whole plan, as pick and place actions, and carries it out step by step',
  options: optionsSchema,
  promptSlots: {
    system: ['preconditions'],
    plan: ['objects', 'task', 'state'],
    objects: ['objects'],
    goal: ['task'],
    actions: ['state'],
    again: ['problem'],
  },
  privileged: () => false,
  plan: (start, options) => stopAtFailure(plan(start, options)),
};

async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const { prompts, observation } = start;
  const read: Reader<readonly Action[]> = (text, log) => readSteps(text, observation.blocks, log);
  const readAny = (value: string) => ({ ok: true, value, accepted: 0 }) as const;
  let chat: readonly Message[] = [
    { role: 'system', content: prompts.render('system', { preconditions: options.preconditions }) },
  ];
  for (const prompt of options.calls === 1 ? [] : ['objects', 'goal']) {
    ({ chat } = await askAtTable(start, { chat, prompt, read: readAny }, options));
  }
  const prompt = options.calls === 1 ? 'plan' : 'actions';
  const { value: steps } = await askAtTable(start, { chat, prompt, read }, options);
  yield* carryOutPlan(steps, observation);
}
