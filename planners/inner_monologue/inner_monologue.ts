/**
 * Inner Monologue (Huang et al. 2022, arXiv 2207.05608) as LLM-State (arXiv 2311.17406v2, section V-A1) runs it:
 * with a window, lest the text outgrow the model. The window's size and the prompt, but for three lines of
 * LLM-State's Listing 5, are ours: see README.md, "Decisions".
 */
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { OBSERVATION_SLOTS, observationSlots } from '../observation_slots.ts';
import { ParseLog } from '../parse_log.ts';
import type { Episode, PastAction, Planner, Start } from '../planner.ts';
import { actionText } from './action_text.ts';
import { type Options, optionsSchema } from './options_schema.ts';
import { readAction } from './read_action.ts';
import { promptInWindow, type Turn } from './window.ts';

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
      'room_list',
      'actions_cut',
      'window',
      'scene',
      'empty_replies',
    ],
    action: ['action', 'success'],
    scene: ['scene_known', 'scene_full', ...OBSERVATION_SLOTS.filter((slot) => slot !== 'room_list')],
  },
  privileged: () => false,
  plan,
};

/** The runner ends it at the goal or the cap. */
async function* plan(start: Start<HouseholdObservation>, options: Options): Episode<HouseholdObservation> {
  const setting = { start, options };
  const told = await turnsOfPast(setting);
  let last = start.past.at(-1) ?? null;
  let observation = start.observation;
  let emptyReplies = 0;
  while (emptyReplies < options.emptyRepliesMax) {
    const action = await nextAction({ ...setting, told, last, observation, emptyReplies });
    if (action === null) {
      emptyReplies++;
      continue;
    }
    emptyReplies = 0;
    const outcome = yield { kind: 'act', action };
    told.push(await turnOf(setting, last, observation));
    last = { action, ok: outcome.ok };
    observation = outcome.observation;
  }
  yield { kind: 'stop', reason: 'empty_replies' };
}

type Setting = {
  readonly start: Start<HouseholdObservation>;
  readonly options: Options;
};

type Monologue = Setting & {
  readonly told: readonly Turn[];
  readonly last: PastAction | null;
  readonly observation: HouseholdObservation;
  readonly emptyReplies: number;
};

/** Overhead of a one-message chat (OpenAI cookbook, "How to count tokens with tiktoken"). */
const MESSAGE_TOKENS = 7;

async function nextAction(monologue: Monologue): Promise<Action | null> {
  const { start, options, told, last, observation, emptyReplies } = monologue;
  const { llm, prompts } = start;
  const turns = last === null ? told : [...told, await counted(start, actionLines(start, last))];
  const actionsCount = Math.max(0, turns.length - 1);
  const fixed = {
    two_hands: options.hands === 2,
    scene_full: options.scene === 'full',
    task_goal: start.instruction,
    room_list: observationSlots(observation).room_list,
    scene: sceneText(start, observation, 'full'),
    // Varies the prompt, since the same prompt would get an empty reply again.
    empty_replies: emptyReplies === 0 ? '' : String(emptyReplies),
  };
  const render = (window: readonly Turn[]) =>
    prompts.render('next_action', {
      ...fixed,
      actions_cut: window.length < actionsCount ? String(actionsCount - window.length) : '',
      window: window.map(({ text }) => text).join('\n'),
    });
  const content = await promptInWindow(turns, render, {
    // The first scene is no triple and shows only with all triples.
    turnsMax: options.triplesMax === 'all' || options.triplesMax >= actionsCount ? turns.length : options.triplesMax,
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

/** Earlier scenes are unknown, so only actions appear, without the last. */
async function turnsOfPast(setting: Setting): Promise<Turn[]> {
  const { past } = setting.start;
  const actions = past.length === 0 ? [] : [null, ...past.slice(0, -1)];
  const turns: Turn[] = [];
  for (const action of actions) turns.push(await turnOf(setting, action, null));
  return turns;
}

function turnOf(
  { start, options }: Setting,
  action: PastAction | null,
  scene: HouseholdObservation | null,
): Promise<Turn> {
  const lines = sceneText(start, scene, options.scene);
  return counted(start, action === null ? lines : `${actionLines(start, action)}\n${lines}`);
}

/** Counts the line break that joins it to the next turn. */
async function counted({ llm }: Start<HouseholdObservation>, text: string): Promise<Turn> {
  return { text, tokens: await llm.countTokens(`${text}\n`) };
}

function actionLines({ prompts }: Start<HouseholdObservation>, { action, ok }: PastAction): string {
  return prompts.render('action', { action: actionText(action), success: ok });
}

const NOTHING_SEEN = Object.fromEntries(OBSERVATION_SLOTS.map((slot) => [slot, '']));

function sceneText(
  { prompts }: Start<HouseholdObservation>,
  scene: HouseholdObservation | null,
  length: Options['scene'],
): string {
  return prompts.render('scene', {
    scene_known: scene !== null,
    scene_full: length === 'full',
    ...(scene === null ? NOTHING_SEEN : observationSlots(scene)),
  });
}
