/**
 * Inner Monologue, windowed: a planner that reads one growing text of actions and their feedback, and adds an action.
 *
 * Follows Huang et al. 2022, "Inner Monologue: Embodied Reasoning through Planning with Language Models" (arXiv
 * 2207.05608), as LLM-State (arXiv 2311.17406v2, section V-A1) runs it: with a window, lest the text outgrow the model.
 * The prompt's words, but for the three lines that LLM-State's Listing 5 calls important, and the window's size are ours: see README.md, "Decisions".
 *
 * @module
 */
import type { Action, HouseholdObservation } from '../../envs/env.ts';
import { OBSERVATION_SLOTS, observationSlots } from '../observation_slots.ts';
import { ParseLog } from '../parse_log.ts';
import type { Episode, PastAction, Planner, Start } from '../planner.ts';
import { actionText } from './action_text.ts';
import { type Options, optionsSchema } from './options_schema.ts';
import { readAction } from './read_action.ts';
import { promptInWindow, type Triple } from './window.ts';

export const innerMonologue: Planner<HouseholdObservation, Options> = {
  name: 'inner_monologue',
  title: 'InnerM-W',
  worlds: ['household'],
  summary: 'Reads a window of past actions with success and scene, and names one action at a time',
  options: optionsSchema,
  promptSlots: {
    next_action: [
      'two_hands',
      'scene_full',
      'task_goal',
      'window_cut',
      'window',
      ...OBSERVATION_SLOTS,
      'empty_replies',
    ],
    triple: [
      'action',
      'success',
      'scene_known',
      'scene_full',
      ...OBSERVATION_SLOTS.filter((slot) => slot !== 'room_list'),
    ],
  },
  privileged: () => false,
  plan,
};

/** One action a reply, its feedback into the text, and again; the runner ends it once the goal or the cap is reached. */
async function* plan(start: Start<HouseholdObservation>, options: Options): Episode<HouseholdObservation> {
  const triples = await triplesOfPast(start, options);
  let observation = start.observation;
  let emptyReplies = 0;
  while (emptyReplies < options.emptyRepliesMax) {
    const action = await nextAction({ start, options, triples, observation, emptyReplies });
    if (action === null) {
      emptyReplies++;
      continue;
    }
    emptyReplies = 0;
    const outcome = yield { kind: 'act', action };
    observation = outcome.observation;
    triples.push(await tripleOf({ start, options }, { action, ok: outcome.ok }, observation));
  }
  yield { kind: 'stop', reason: 'empty_replies' };
}

type Setting = {
  readonly start: Start<HouseholdObservation>;
  readonly options: Options;
};

type Moment = Setting & {
  readonly triples: readonly Triple[];
  readonly observation: HouseholdObservation;
  /** In a row, just now. */
  readonly emptyReplies: number;
};

/** What a chat model reads beside the text of a single message (OpenAI cookbook, "How to count tokens with tiktoken"). */
const MESSAGE_TOKENS = 7;

/** Asks for the next action; null where the reply holds none. */
async function nextAction({ start, options, triples, observation, emptyReplies }: Moment): Promise<Action | null> {
  const { llm, prompts } = start;
  const fixed = {
    ...observationSlots(observation),
    two_hands: options.hands === 2,
    scene_full: options.scene === 'full',
    task_goal: start.instruction,
    // A model that repeats itself would be empty again, were it asked the same again.
    empty_replies: emptyReplies === 0 ? '' : String(emptyReplies),
  };
  const render = (window: readonly Triple[]) =>
    prompts.render('next_action', {
      ...fixed,
      window_cut: window.length < triples.length,
      window: window.map(({ text }) => text).join('\n'),
    });
  const content = await promptInWindow(triples, render, {
    triplesMax: options.triplesMax === 'all' ? triples.length : options.triplesMax,
    tokensMax: options.tokensMax - options.replyTokens - MESSAGE_TOKENS,
    countTokens: (text) => llm.countTokens(text),
  });
  const { temperature } = options;
  const reply = await llm.chat([{ role: 'user', content }], { purpose: 'next_action', temperature });
  const log = new ParseLog();
  const action = readAction(reply.text, log);
  start.note(log.note('next_action', action === null ? 0 : 1));
  return action;
}

/** What was done before the planner was asked; only after the last action is the scene known. */
async function triplesOfPast(start: Start<HouseholdObservation>, options: Options): Promise<Triple[]> {
  const triples: Triple[] = [];
  for (const [index, past] of start.past.entries()) {
    const isLast = index === start.past.length - 1;
    triples.push(await tripleOf({ start, options }, past, isLast ? start.observation : null));
  }
  return triples;
}

const NOTHING_SEEN = Object.fromEntries(OBSERVATION_SLOTS.map((slot) => [slot, '']));

async function tripleOf(
  { start, options }: Setting,
  { action, ok }: PastAction,
  scene: HouseholdObservation | null,
): Promise<Triple> {
  const text = start.prompts.render('triple', {
    action: actionText(action),
    success: ok,
    scene_known: scene !== null,
    scene_full: options.scene === 'full',
    ...(scene === null ? NOTHING_SEEN : observationSlots(scene)),
  });
  // Counted with the line break that joins it to the next.
  return { text, tokens: await start.llm.countTokens(`${text}\n`) };
}
