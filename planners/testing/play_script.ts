import type { Message } from '../../cassettes/llm.ts';
import type { Observation } from '../../envs/env.ts';
import { type ScriptedLlm, scriptedLlm } from '../kit/scripted_llm.ts';
import type { Decision, Outcome, Planner, PlannerNote, Start } from '../planner.ts';
import { shippedPrompts } from './shipped_prompts.ts';

const DECISIONS_MAX = 10_000;

type Given<O extends Observation> = Partial<Start<O>> & Pick<Start<O>, 'observation'>;

export type ScriptedPlay = Readonly<{
  decisions: readonly Decision[];
  /** As text, such as `pick B_block_1 A_block_1`, `sense` and `stop: plan_completed`; without an unanswered action. */
  did: readonly string[];
  notes: readonly PlannerNote[];
  requests: ScriptedLlm['requests'];
}>;

/** Purpose → replies, or the only one. */
export type Script = Readonly<Record<string, string | readonly string[]>>;

/** Plays until the planner ends or `answer` (which counts decisions from 1) gives no outcome. */
export async function playScript<O extends Observation, T>(
  [planner, options]: readonly [planner: Planner<O, T>, options: Readonly<Record<string, unknown>>],
  { script, given }: Readonly<{ script: Script; given: Given<O> }>,
  answer: (decision: Decision, number: number) => Outcome<O> | undefined,
): Promise<ScriptedPlay> {
  const llm = scriptedLlm(
    Object.fromEntries(Object.entries(script).map(([purpose, said]) => [purpose, [said].flat()])),
  );
  const notes: PlannerNote[] = [];
  const decisions: Decision[] = [];
  const did: string[] = [];
  const start: Start<O> = {
    ...{ instruction: 'Make a tower with 3 blocks.', llm, prompts: shippedPrompts(planner), past: [], seed: 1 },
    note: (note) => notes.push(note),
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

/** A world with these outcomes of actions; the episode ends after them, or at another decision. */
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

/** A chat as golden files show it. */
export function chatText(messages: readonly Message[] = []): string {
  return messages.map(({ role, content }) => `[${role}]\n${content}\n`).join('\n');
}
