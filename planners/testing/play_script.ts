/** Test support: plays a planner with a scripted model in a scripted world, and tells what it asked, did and noted. */
import type { Observation } from '../../envs/env.ts';
import { type ScriptedLlm, scriptedLlm } from '../kit/scripted_llm.ts';
import type { Decision, Outcome, Planner, PlannerNote, Start } from '../planner.ts';
import { shippedPrompts } from './shipped_prompts.ts';

/** More than any planner decides in these tests. */
const DECISIONS_MAX = 10_000;

/** What a planner is given; what is left out is as in most tests. */
export type Given<O extends Observation> = Partial<Omit<Start<O>, 'observation'>> & Pick<Start<O>, 'observation'>;

export type ScriptedPlay = {
  readonly decisions: readonly Decision[];
  /** The same as text, without an action that was not answered: `pick B_block_1 A_block_1`, `sense`, `stop: plan_completed`. */
  readonly did: readonly string[];
  readonly notes: readonly PlannerNote[];
  readonly requests: ScriptedLlm['requests'];
};

/** A purpose with one reply may give it alone. */
export type Script = Readonly<Record<string, string | readonly string[]>>;

/** Plays until the planner is done, or until the world says no more; `answer` hears each decision, and which one it is, from 1. */
export async function playScript<O extends Observation, T>(
  [planner, options]: readonly [planner: Planner<O, T>, options: Readonly<Record<string, unknown>>],
  { script, given }: { readonly script: Script; readonly given: Given<O> },
  answer: (decision: Decision, number: number) => Outcome<O> | undefined,
): Promise<ScriptedPlay> {
  const replies = Object.entries(script).map(([purpose, said]) => [purpose, typeof said === 'string' ? [said] : said]);
  const llm = scriptedLlm(Object.fromEntries(replies));
  const notes: PlannerNote[] = [];
  const decisions: Decision[] = [];
  const did: string[] = [];
  const start: Start<O> = {
    instruction: 'Make a tower with 3 blocks.',
    llm,
    prompts: shippedPrompts(planner),
    note: (note) => notes.push(note),
    past: [],
    seed: 1,
    ...given,
  };
  const episode = planner.plan(start, planner.options.parse(options));
  for (let turn = await episode.next(); turn.done !== true && decisions.length < DECISIONS_MAX; ) {
    decisions.push(turn.value);
    const outcome = answer(turn.value, decisions.length);
    if (outcome !== undefined || turn.value.kind === 'stop') did.push(decisionText(turn.value));
    if (outcome === undefined) break;
    turn = await episode.next(outcome);
  }
  await episode.return();
  return { decisions, did, notes, requests: llm.requests };
}

/** A world that answers so many actions, as told, and ends the episode then, or when the planner does anything else. */
export function answering<O extends Observation>(
  outcomes: readonly (readonly [ok: boolean, observation: O])[],
): (decision: Decision, number: number) => Outcome<O> | undefined {
  return ({ kind }, number) => {
    const outcome = outcomes[number - 1];
    return kind !== 'act' || outcome === undefined ? undefined : { ok: outcome[0], observation: outcome[1] };
  };
}

function decisionText(decision: Decision): string {
  if (decision.kind === 'act') return [decision.action.verb, ...decision.action.args].join(' ');
  return decision.kind === 'stop' ? `stop: ${decision.reason}` : 'sense';
}
