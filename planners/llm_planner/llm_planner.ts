/**
 * LLM-Planner (OLP, section V-B1): the model names the actions directly. Prompts are ours:
 * see planners/olp/README.md, "Decisions of the baselines".
 */
import type { Message } from '../../cassettes/llm.ts';
import type { Action } from '../../envs/env.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import type { Reader, Reading } from '../ask_until_read.ts';
import { carryOutPlan } from '../carry_out_plan.ts';
import { type Episode, PLAN_COMPLETED, type Planner, type Start } from '../planner.ts';
import { askAtTable } from '../table_slots.ts';

import { type Options, optionsSchema } from './options_schema.ts';
import { readSteps } from './read_steps.ts';

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
  plan,
};

async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const steps = await (options.calls === 1 ? planAtOnce(start, options) : planInThree(start, options));
  if (!steps.ok) {
    yield { kind: 'stop', reason: steps.failure };
    return;
  }
  const { failure } = yield* carryOutPlan(steps.value, start.observation);
  yield { kind: 'stop', reason: failure ?? PLAN_COMPLETED };
}

/** The paper's way: one call. */
async function planAtOnce(start: Start<TabletopObservation>, options: Options): Promise<Reading<readonly Action[]>> {
  const { reading } = await askAtTable(
    start,
    { chat: opening(start, options), prompt: 'plan', read: stepsReader(start) },
    options,
  );
  return reading;
}

/** The release's way: three calls for objects, relations of the task, and actions. */
async function planInThree(start: Start<TabletopObservation>, options: Options): Promise<Reading<readonly Action[]>> {
  const objects = await askAtTable(start, { chat: opening(start, options), prompt: 'objects', read: anyText }, options);
  const goal = await askAtTable(start, { chat: objects.chat, prompt: 'goal', read: anyText }, options);
  const actions = await askAtTable(start, { chat: goal.chat, prompt: 'actions', read: stepsReader(start) }, options);
  return actions.reading;
}

function opening({ prompts }: Start<TabletopObservation>, { preconditions }: Options): readonly Message[] {
  return [{ role: 'system', content: prompts.render('system', { preconditions }) }];
}

function stepsReader({ observation }: Start<TabletopObservation>): Reader<readonly Action[]> {
  return (text, log) => readSteps(text, observation.blocks, log);
}

function anyText(text: string): Reading<string> {
  return { ok: true, value: text, accepted: 0 };
}
