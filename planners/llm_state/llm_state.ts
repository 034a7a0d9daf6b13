/**
 * LLM-State (Chen, Xiao and Hsu, arXiv 2311.17406v2), Algorithm 1 and Listings 1–7.
 * Departs where the paper is silent: see README.md, "Decisions".
 */
import { z } from 'zod';
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { historyText, OBSERVATION_SLOTS, observationSlots } from '../observation_slots.ts';
import { ParseLog } from '../parse_log.ts';
import type { Episode, PastAction, Planner, Start } from '../planner.ts';
import type { Slots } from '../prompts.ts';
import { type Options, optionsSchema } from './options_schema.ts';
import { readAttention } from './read_attention.ts';
import { readEstimate } from './read_estimate.ts';
import { readPlan } from './read_plan.ts';
import { entriesText, type ObjectEntries, type StateRepresentation, stateText } from './state_text.ts';

const memorySchema = z.strictObject({ keyObjects: z.array(z.string()) });

export const llmState: Planner<HouseholdObservation, Options> = {
  name: 'llm_state',
  title: 'LLM-State',
  worlds: ['household'],
  summary: 'Tracks key objects, their attributes and a summary of the history through the language model',
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

/** Algorithm 1; the runner ends it at the goal or the cap. */
async function* plan(start: Start<HouseholdObservation>, options: Options): Episode<HouseholdObservation> {
  const history: PastAction[] = [...start.past];
  let state: StateRepresentation = { objects: keyObjectsAtStart(start.memory), reasoning: null };
  let observation = start.observation;
  let emptyPlans = 0;
  while (emptyPlans < options.emptyPlansMax) {
    const seen = { ...observationSlots(observation), history: historyText(history) };
    const now: PromptContext = { start, options, observation, seen };
    if (options.states) {
      const known = options.attributes === 'carried' ? state.objects : namesOnly(state.objects);
      const keyObjects = options.objects ? await attend(now, known) : NO_OBJECTS;
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

type PromptContext = {
  readonly start: Start<HouseholdObservation>;
  readonly options: Options;
  readonly observation: HouseholdObservation;
  readonly seen: Slots;
};

const NO_OBJECTS: ObjectEntries = new Map();

/** LLM as Attention. */
async function attend(now: PromptContext, objects: ObjectEntries): Promise<ObjectEntries> {
  const { start, observation, seen } = now;
  const reply = await ask(now, 'attention', {
    ...seen,
    state: entriesText(objects),
    task_goal: start.instruction,
  });
  const log = new ParseLog();
  const { accepted, added } = readAttention(reply, { keyObjects: objects, observation }, log);
  start.note(log.note('attention', accepted));
  return new Map([...objects, ...added.map((name) => [name, []] as const)]);
}

/** LLM as State Estimator; estimates anew from all actions since step 0. */
async function estimate(now: PromptContext, objects: ObjectEntries): Promise<StateRepresentation> {
  const { start, options, seen } = now;
  const reply = await ask(now, 'state_estimator', {
    ...seen,
    objects: options.objects,
    summary: options.summary,
    state: entriesText(objects),
    observation_full: options.observation === 'full',
    two_hands: options.hands === 2,
  });
  const log = new ParseLog();
  const read = readEstimate(reply, { keyObjects: objects, parts: options }, log);
  start.note(log.note('state_estimator', read.accepted));
  const state = { objects: new Map([...objects, ...read.objects]), reasoning: read.reasoning };
  start.note({ kind: 'belief', belief: beliefOf(state, options) });
  return state;
}

/** LLM as Policy. */
async function decide(now: PromptContext, state: StateRepresentation): Promise<readonly Action[]> {
  const { start, options, seen } = now;
  const reply = await ask(now, 'policy', {
    ...seen,
    history_shown: options.history,
    states: options.states,
    state: options.states ? stateText(state, options.reasoning) : '',
    summary: options.summary,
    two_hands: options.hands === 2,
    task_goal: start.instruction,
  });
  const log = new ParseLog();
  const actions = readPlan(reply, log);
  start.note(log.note('policy', actions.length));
  return actions;
}

/** One user message without a system message, as in the listings. */
async function ask(
  { start, options }: PromptContext,
  prompt: 'attention' | 'state_estimator' | 'policy',
  slots: Slots,
) {
  const content = start.prompts.render(prompt, slots);
  const reply = await start.llm.chat([{ role: 'user', content }], {
    purpose: prompt,
    temperature: options.temperature,
  });
  return reply.text;
}

function namesOnly(objects: ObjectEntries): ObjectEntries {
  return new Map(Array.from(objects.keys(), (name) => [name, []]));
}

type Belief = {
  readonly keyObjects?: readonly { readonly name: string; readonly attributes: readonly string[] }[];
  readonly reasoning: string | null;
};

function beliefOf({ objects, reasoning }: StateRepresentation, options: Options): Belief {
  if (!options.objects) return { reasoning };
  return { keyObjects: Array.from(objects, ([name, attributes]) => ({ name, attributes })), reasoning };
}

/** For a task that begins in the middle. Throws a TypeError on another planner's memory. */
function keyObjectsAtStart(memory: unknown): ObjectEntries {
  if (memory === undefined) return NO_OBJECTS;
  const read = memorySchema.safeParse(memory);
  if (read.success) return new Map(read.data.keyObjects.map((name) => [name, []]));
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'memory'}: ${message}`);
  throw new TypeError(
    `Cannot use the memory of planner "llm_state": ${problems.join('; ')}. Expected {"keyObjects": ["lightswitch1", …]}`,
  );
}
