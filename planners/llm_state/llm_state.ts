/** LLM-State (Chen, Xiao and Hsu, arXiv 2311.17406v2). See README.md, "Decisions". */

import { z } from 'zod';
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { askOnce } from '../ask_until_read.ts';
import { handsOption, historyText, OBSERVATION_SLOTS, observationSlots } from '../observation_slots.ts';
import type { ParseLog } from '../parse_log.ts';
import { type Episode, option, type PastAction, type Planner, type Start } from '../planner.ts';
import type { Slots } from '../prompts.ts';
import { readAttention, readEstimate, readPlan } from './read_replies.ts';
import { entriesText, type ObjectEntries, type StateRepresentation, stateText } from './state_text.ts';

/** Ablations of Tables I and II: `states`, `summary` and `objects: false`. */
const optionsSchema = z
  .strictObject({
    states: option.flag(true, 'Keep a state; false is "w/o States": only the Policy'),
    summary: option.flag(true, 'Summarize and reason; false is "w/o Summary": no update_reasoning'),
    objects: option.flag(true, 'Keep object entries; false is "w/o Objects": no Attention, no update_state'),
    update: option.choice(
      ['replan', 'every_action'],
      'replan',
      "Plan again after a failure or the plan's end (Algorithm 1), or after every action",
    ),
    attributes: option.choice(
      ['fresh', 'carried'],
      'fresh',
      'Show earlier attributes to Attention and State Estimator: none (Listings 3, 4), or all',
    ),
    observation: option.choice(
      ['listing', 'full'],
      'listing',
      'Show the State Estimator the rooms, hands and near things (Listing 4), or the whole observation (Algorithm 1)',
    ),
    history: option.flag(true, 'Show the history to the Policy (Listing 5); equation 1 omits it'),
    reasoning: option.choice(
      ['end', 'start'],
      'end',
      'Show the summary below the objects (Listing 5) or above them (Listing 7)',
    ),
    hands: handsOption,
    emptyPlansMax: option.count(5, [1], 'Maximum number of consecutive empty plans; not stated in the paper'),
    temperature: option.temperature(0, 'Sampling temperature; not stated in the paper'),
  })
  .refine(({ states, summary, objects }) => !states || summary || objects, {
    path: ['states'],
    message: 'a state without summary and objects is empty; set states: false',
  });

type Options = z.infer<typeof optionsSchema>;

const memorySchema = z.strictObject({ keyObjects: z.array(z.string()) });

export const llmState: Planner<HouseholdObservation, Options> = {
  name: 'llm_state',
  title: 'LLM-State',
  worlds: ['household'],
  summary: 'Tracks key objects, their attributes and a summary of the history with the language model',
  options: optionsSchema,
  memory: memorySchema,
  promptSlots: {
    attention: ['state', ...OBSERVATION_SLOTS, 'task_goal'],
    state_estimator: ['objects', 'summary', 'state', 'history', 'observation_full', ...OBSERVATION_SLOTS, 'two_hands'],
    policy: ['history_shown', 'history', ...OBSERVATION_SLOTS, 'states', 'state', 'summary', 'two_hands', 'task_goal'],
  },
  privileged: () => false,
  plan,
};

/** Algorithm 1. */
async function* plan(start: Start<HouseholdObservation>, options: Options): Episode<HouseholdObservation> {
  const history: PastAction[] = [...start.past];
  let state: StateRepresentation = { objects: keyObjectsAtStart(start.memory), reasoning: null };
  let observation = start.observation;
  let emptyPlans = 0;
  while (emptyPlans < options.emptyPlansMax) {
    const slots = { ...observationSlots(observation), history: historyText(history) };
    const now: Moment = { start, options, observation, slots };
    if (options.states) {
      const known = options.attributes === 'carried' ? state.objects : emptyEntries(state.objects.keys());
      const keyObjects = options.objects ? await attend(now, known) : emptyEntries([]);
      state = await estimate(now, keyObjects);
    }
    const actions = await decide(now, state);
    emptyPlans = actions.length === 0 ? emptyPlans + 1 : 0;
    for (const action of actions) {
      const outcome = yield { kind: 'act', action };
      observation = outcome.observation;
      history.push({ action, ok: outcome.ok });
      if (!outcome.ok || options.update === 'every_action') break;
    }
  }
  yield { kind: 'stop', reason: 'empty_plans' };
}

type Moment = Readonly<{
  start: Start<HouseholdObservation>;
  options: Options;
  observation: HouseholdObservation;
  slots: Slots;
}>;

async function attend(now: Moment, objects: ObjectEntries): Promise<ObjectEntries> {
  const slots = { state: entriesText(objects), task_goal: now.start.instruction };
  const known = { keyObjects: objects, observation: now.observation };
  const { added } = await ask(now, ['attention', slots], (reply, log) => readAttention(reply, known, log));
  return new Map([...objects, ...emptyEntries(added)]);
}

async function estimate(now: Moment, keyObjects: ObjectEntries): Promise<StateRepresentation> {
  const { start, options } = now;
  const slots = {
    objects: options.objects,
    summary: options.summary,
    state: entriesText(keyObjects),
    observation_full: options.observation === 'full',
    two_hands: options.hands === 2,
  };
  const known = { keyObjects, parts: options };
  const estimated = await ask(now, ['state_estimator', slots], (reply, log) => readEstimate(reply, known, log));
  const objects = new Map([...keyObjects, ...estimated.objects]);
  const { reasoning } = estimated;
  const entries = Array.from(objects, ([name, attributes]) => ({ name, attributes }));
  start.note({ kind: 'belief', belief: options.objects ? { keyObjects: entries, reasoning } : { reasoning } });
  return { objects, reasoning };
}

async function decide(now: Moment, state: StateRepresentation): Promise<readonly Action[]> {
  const { start, options } = now;
  const slots = {
    history_shown: options.history,
    states: options.states,
    state: options.states ? stateText(state, options.reasoning) : '',
    summary: options.summary,
    two_hands: options.hands === 2,
    task_goal: start.instruction,
  };
  const { plan } = await ask(now, ['policy', slots], (reply, log) => {
    const plan = readPlan(reply, log);
    return { plan, accepted: plan.length };
  });
  return plan;
}

function ask<R extends { readonly accepted: number }>(
  { start, options: { temperature }, slots: common }: Moment,
  [prompt, slots]: readonly [prompt: string, slots: Slots],
  read: (reply: string, log: ParseLog) => R,
): Promise<R> {
  const content = start.prompts.render(prompt, { ...common, ...slots });
  return askOnce(start, { content, purpose: prompt, temperature }, read);
}

function emptyEntries(names: Iterable<string>): ObjectEntries {
  return new Map(Array.from(names, (name) => [name, []]));
}

function keyObjectsAtStart(memory: unknown = { keyObjects: [] }): ObjectEntries {
  const read = memorySchema.safeParse(memory);
  if (read.success) return emptyEntries(read.data.keyObjects);
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'memory'}: ${message}`);
  throw new TypeError(
    `Cannot use the memory of planner "llm_state": ${problems.join('; ')}. Expected {"keyObjects": ["lightswitch1", …]}`,
  );
}
