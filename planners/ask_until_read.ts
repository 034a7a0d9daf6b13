import type { z } from 'zod';
import type { ChatOptions, Message } from '../cassettes/llm.ts';
import type { Action, Observation } from '../envs/env.ts';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import { ParseLog } from './parse_log.ts';
import { type Decision, type Episode, type Outcome, option, PLAN_COMPLETED, type Start } from './planner.ts';

export class PlanFailure extends Error {
  override readonly name = 'PlanFailure';
  readonly reason: Unusable['failure'] | 'unsolvable' | 'planning_limit' | 'action_failed' | 'no_domain';

  constructor(reason: PlanFailure['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export async function* stopAtFailure(episode: Episode<TabletopObservation>): Episode<TabletopObservation> {
  try {
    yield* episode;
    yield { kind: 'stop', reason: PLAN_COMPLETED };
  } catch (error) {
    if (!(error instanceof PlanFailure)) throw error;
    yield { kind: 'stop', reason: error.reason };
  }
}

/** Throws a PlanFailure at a refusal (OLP, section VI). */
export async function* carryOutPlan(
  actions: readonly Action[],
  start: TabletopObservation,
): AsyncGenerator<Decision, TabletopObservation, Outcome<TabletopObservation>> {
  let observation = start;
  for (const action of actions) {
    const outcome = yield { kind: 'act', action };
    observation = outcome.observation;
    if (!outcome.ok) throw new PlanFailure(hasKnownObjects(action, observation) ? 'action_failed' : 'grounding');
  }
  return observation;
}

function hasKnownObjects({ args }: Action, { blocks }: TabletopObservation): boolean {
  const names = new Set(['table', ...blocks].map((name) => name.toLowerCase()));
  return args.every((name) => names.has(name.toLowerCase()));
}

export async function askOnce<R extends { readonly accepted: number }>(
  { llm, note }: Pick<Start<Observation>, 'llm' | 'note'>,
  { content, purpose, temperature }: { content: string } & Omit<ChatOptions, 'maxTokens'>,
  read: (reply: string, log: ParseLog) => R,
): Promise<R> {
  const { text } = await llm.chat([{ role: 'user', content }], { purpose, temperature });
  const log = new ParseLog();
  const reading = read(text, log);
  note(log.note(purpose, reading.accepted));
  return reading;
}

/** Defaults of OLP's release. */
export const chatOptions = {
  temperature: option.temperature(0.1, "Sampling temperature; default: the release's"),
  replyTokensMax: option.count(2500, [1, 100_000], "Maximum number of tokens in a reply; default: the release's"),
  retriesMax: option.count(
    0,
    [0, 10],
    'Maximum number of retries after an unusable reply; each request states the problem',
  ),
};

export type ChatSettings = Readonly<z.infer<z.ZodObject<typeof chatOptions>>>;

export type Understood<V> = Readonly<{ ok: true; value: V; accepted: number }>;

export type Unusable = Readonly<{ ok: false; failure: 'parse' | 'schema' | 'grounding'; problem: string }>;

export type Reading<V> = Understood<V> | Unusable;

export type Reader<V> = (text: string, log: ParseLog) => Reading<V>;

export const REPLY_CHARACTERS_MAX = 15_000; // longer than 2,500 tokens
const PROBLEM_CHARACTERS_MAX = 500;

/** Needs a prompt `again` with the slot `problem`. */
export async function askUntilRead<V>(
  { llm, note, prompts }: Pick<Start<Observation>, 'llm' | 'note' | 'prompts'>,
  question: Readonly<{ chat: readonly Message[]; purpose: string; read: Reader<V> }>,
  { temperature, replyTokensMax, retriesMax }: ChatSettings,
): Promise<Readonly<{ chat: readonly Message[]; reading: Reading<V> }>> {
  const { purpose, read } = question;
  let chat = question.chat;
  for (let retries = 0; ; retries++) {
    const reply = await llm.chat(chat, { purpose, temperature, maxTokens: replyTokensMax });
    const log = new ParseLog();
    if (retries > 0) log.remark(`retry ${retries} of ${retriesMax}`);
    if (reply.finishReason === 'length') log.remark('the reply was cut short at its most tokens');
    const text = limitReply(reply.text, log);
    const reading = limitProblem(read(text, log));
    if (!reading.ok) log.remark(`${reading.failure}: ${reading.problem}`);
    note(log.note(purpose, reading.ok ? reading.accepted : 0));
    chat = [...chat, { role: 'assistant', content: text }];
    if (reading.ok || retries >= retriesMax) return { chat, reading };
    chat = [...chat, { role: 'user', content: prompts.render('again', { problem: reading.problem }) }];
  }
}

function limitReply(text: string, log: ParseLog): string {
  const normalized = text.slice(0, 2 * REPLY_CHARACTERS_MAX).replaceAll('\r\n', '\n');
  if (text.length <= REPLY_CHARACTERS_MAX) return normalized;
  const head = normalized.slice(0, REPLY_CHARACTERS_MAX);
  const excess = { line: head.split('\n').length, text: normalized.slice(REPLY_CHARACTERS_MAX) };
  log.discard('too_much', excess, `the reply has more than ${REPLY_CHARACTERS_MAX} characters`);
  return head;
}

function limitProblem<V>(reading: Reading<V>): Reading<V> {
  if (reading.ok || reading.problem.length <= PROBLEM_CHARACTERS_MAX) return reading;
  return { ...reading, problem: `${reading.problem.slice(0, PROBLEM_CHARACTERS_MAX)}…` };
}
