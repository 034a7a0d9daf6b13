/** Inner Monologue (Huang et al. 2022, arXiv 2207.05608) as LLM-State (arXiv 2311.17406v2, section V-A1) runs it. */

import { z } from 'zod';
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { askOnce } from '../ask_until_read.ts';
import { handsOption, OBSERVATION_SLOTS, observationSlots } from '../observation_slots.ts';
import type { ParseLog } from '../parse_log.ts';
import { type Episode, option, type PastAction, type Planner, type Start } from '../planner.ts';
import { pythonString } from '../python_repr.ts';
import { PRIMITIVES, readCalls } from '../read_calls.ts';

const optionsSchema = z
  .strictObject({
    tokensMax: option.count(8192, [1], "Maximum number of tokens in prompt and reply; default: gpt-4-0613's context"),
    replyTokens: option.count(256, [0], 'Number of tokens to reserve for the reply'),
    triplesMax: z
      .union([z.int().min(0), z.literal('all')])
      .default('all')
      .describe('Maximum number of (action, success, scene) triples in a prompt, if they fit; not stated in the paper'),
    scene: option.choice(
      ['short', 'full'],
      'full',
      'Show earlier scenes with room, hands and near things (short), or also with all known objects (full)',
    ),
    hands: handsOption,
    emptyRepliesMax: option.count(
      5,
      [1],
      'Maximum number of consecutive replies without an action; not stated in the paper',
    ),
    temperature: option.temperature(0, 'Sampling temperature; not stated in the paper'),
  })
  .refine(({ tokensMax, replyTokens }) => replyTokens < tokensMax, {
    path: ['replyTokens'],
    message: 'the reply takes all tokens; set a number below tokensMax',
  });

type Options = z.infer<typeof optionsSchema>;

export const innerMonologue: Planner<HouseholdObservation, Options> = {
  name: 'inner_monologue',
  title: 'InnerM-W',
  worlds: ['household'],
  summary: 'Reads a window of past actions with success and scene, and names one action at a time',
  options: optionsSchema,
  promptSlots: {
    next_action: 'two_hands scene_full task_goal room_list actions_cut window scene empty_replies'.split(' '),
    action: ['action', 'success'],
    scene: ['scene_known', 'scene_full', ...OBSERVATION_SLOTS.filter((slot) => slot !== 'room_list')],
  },
  privileged: () => false,
  plan,
};

async function* plan(start: Start<HouseholdObservation>, options: Options): Episode<HouseholdObservation> {
  const setting = { start, options };
  const turns = await Promise.all(start.past.map((_, index) => turnOf(setting, start.past[index - 1] ?? null, null)));
  let last = start.past.at(-1) ?? null;
  let observation = start.observation;
  let emptyReplies = 0;
  while (emptyReplies < options.emptyRepliesMax) {
    const action = await nextAction(setting, { turns, last, observation, emptyReplies });
    if (action === null) {
      emptyReplies++;
      continue;
    }
    emptyReplies = 0;
    const outcome = yield { kind: 'act', action };
    turns.push(await turnOf(setting, last, observation));
    last = { action, ok: outcome.ok };
    observation = outcome.observation;
  }
  yield { kind: 'stop', reason: 'empty_replies' };
}

type Setting = Readonly<{ start: Start<HouseholdObservation>; options: Options }>;
type Now = { turns: readonly Turn[]; last: PastAction | null; observation: HouseholdObservation; emptyReplies: number };
export type Turn = Readonly<{ text: string; tokens: number }>;

const MESSAGE_TOKENS = 7; // of a one-message chat (OpenAI cookbook, "How to count tokens with tiktoken")

async function nextAction({ start, options }: Setting, now: Now): Promise<Action | null> {
  const { last, observation, emptyReplies } = now;
  const turns = last === null ? now.turns : [...now.turns, await withTokens(start, actionLines(start, last))];
  const actionsCount = Math.max(0, turns.length - 1);
  const scene = sceneText(start, observation, 'full');
  const render = (window: readonly Turn[]) =>
    start.prompts.render('next_action', {
      two_hands: options.hands === 2,
      scene_full: options.scene === 'full',
      task_goal: start.instruction,
      room_list: observationSlots(observation).room_list,
      actions_cut: window.length < actionsCount ? String(actionsCount - window.length) : '',
      window: window.map(({ text }) => text).join('\n'),
      scene,
      // The same prompt would get an empty reply again.
      empty_replies: emptyReplies === 0 ? '' : String(emptyReplies),
    });
  const content = await promptInWindow(turns, render, {
    // The first scene is no triple, so it appears only with all.
    turnsMax: options.triplesMax === 'all' || options.triplesMax >= actionsCount ? turns.length : options.triplesMax,
    tokensMax: options.tokensMax - options.replyTokens - MESSAGE_TOKENS,
    countTokens: (text) => start.llm.countTokens(text),
  });
  const { temperature } = options;
  const { action } = await askOnce(start, { content, purpose: 'next_action', temperature }, (reply, log) => {
    const action = readAction(reply, log);
    return { action, accepted: action === null ? 0 : 1 };
  });
  return action;
}

/** Null for `done()` too, because no action ends the task. */
export function readAction(reply: string, log: ParseLog): Action | null {
  const [first, ...rest] = readCalls(reply, PRIMITIVES, log);
  for (const { name, line, text } of rest)
    log.discard('not_asked', { line, text }, `${name}: only one action per reply`);
  return first === undefined ? null : { verb: first.name, args: first.args };
}

function turnOf(
  { start, options }: Setting,
  action: PastAction | null,
  scene: HouseholdObservation | null,
): Promise<Turn> {
  const lines = sceneText(start, scene, options.scene);
  return withTokens(start, action === null ? lines : `${actionLines(start, action)}\n${lines}`);
}

async function withTokens({ llm }: Start<HouseholdObservation>, text: string): Promise<Turn> {
  return { text, tokens: await llm.countTokens(`${text}\n`) };
}

function actionLines({ prompts }: Start<HouseholdObservation>, { action, ok }: PastAction): string {
  return prompts.render('action', { action: actionText(action), success: ok });
}

const PLAIN = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .|-]*[\p{L}\p{N}_.|-])?$/u;

/** Quotes names that could look like feedback. */
export function actionText({ verb, args }: Action): string {
  return `${verb}(${args.map((name) => (PLAIN.test(name) ? name : pythonString(name))).join(', ')})`;
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

type WindowLimits = Readonly<{ turnsMax: number; tokensMax: number; countTokens: (text: string) => Promise<number> }>;

/** Shows the newest turns that fit (LLM-State, section V-A1). Tokens of turns need not add up. */
export async function promptInWindow(
  turns: readonly Turn[],
  render: (window: readonly Turn[]) => string,
  { turnsMax, tokensMax, countTokens }: WindowLimits,
): Promise<string> {
  const oldest = Math.max(0, turns.length - turnsMax);
  let first = turns.length;
  for (let left = tokensMax; first > oldest; first--) {
    left -= turns[first - 1]!.tokens;
    if (left < 0) break;
  }
  for (;;) {
    const prompt = render(turns.slice(first));
    let excess = (await countTokens(prompt)) - tokensMax;
    if (excess <= 0 || first === turns.length) return prompt;
    for (; excess > 0 && first < turns.length; first++) excess -= turns[first]!.tokens;
  }
}
