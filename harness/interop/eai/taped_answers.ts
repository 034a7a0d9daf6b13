import type { Cassette } from '../../../cassettes/cassette/cassette.ts';
import { TapeMissError } from '../../../cassettes/cassette/replay.ts';
import { type Llm, LlmCallError } from '../../../cassettes/llm.ts';
import { type MissRecord, missRecord } from '../../run/threads/play_episode.ts';
import type { Answers, EaiCheckout, EvaluationName } from './checkout/checkout.ts';
import type { EaiPrompts } from './checkout/prompts.ts';
import { taskIds } from './checkout/tasks.ts';
import type { Evaluation, Scored } from './scoring/evaluation.ts';
import { quirksOf, SCORINGS, type Scoring } from './scoring/quirks.ts';

const LOADERS: Readonly<Record<EvaluationName, () => Promise<Evaluation>>> = {
  goal_interpretation: async () => (await import('./scoring/goal_interpretation.ts')).goalInterpretation,
  action_sequencing: async () => (await import('./scoring/action_sequencing.ts')).actionSequencing,
  subgoal_decomposition: async () => (await import('./scoring/subgoal_decomposition.ts')).subgoalDecomposition,
  transition_modeling: async () => (await import('./scoring/transition_modeling.ts')).transitionModeling,
};

export async function evaluate(
  evaluation: EvaluationName,
  checkout: EaiCheckout,
  { answers, progress }: { answers: readonly Answers[]; progress: (done: number, of: number) => Promise<void> },
): Promise<readonly Readonly<Record<Scoring, Scored>>[]> {
  const { task, summarize } = (await LOADERS[evaluation]())(checkout);
  const scores = answers.map(() => ({ eai: [] as unknown[], strict: [] as unknown[] }));
  const ids = taskIds(checkout, evaluation);
  for (const [done, id] of ids.entries()) {
    const score = task(id);
    for (const [at, given] of answers.entries()) {
      for (const scoring of SCORINGS) {
        const scored = score(given, quirksOf(scoring));
        if (scored !== null) scores[at]![scoring].push(scored);
      }
    }
    await progress(done + 1, ids.length);
  }
  return scores.map(({ eai, strict }) => ({
    eai: summarize(eai, quirksOf('eai')),
    strict: summarize(strict, quirksOf('strict')),
  }));
}

export type TapedAnswers = Awaited<ReturnType<typeof answersFromTape>>;

type Questions = {
  evaluation: EvaluationName;
  ids: readonly string[];
  prompts: EaiPrompts;
  nameOf: (id: string) => string;
  jobs: number;
  progress: (done: number, of: number) => Promise<void>;
};

const TEMPERATURE = 0; // not stated in EAI
const PLANNER = 'eai';

export function tapeSuite(evaluation: EvaluationName): string {
  return `eai_${evaluation}`;
}

export async function answersFromTape(
  cassette: Cassette,
  { evaluation, ids, prompts, nameOf, jobs, progress }: Questions,
) {
  const outcomes = new Map<string, Outcome>();
  const pending = ids.values();
  let done = 0;
  async function work(): Promise<void> {
    for (const id of pending) {
      const { messages, maxTokens } = prompts(id);
      const llm = cassette.episode({ task: `scene_1/${id}`, trial: 1, planner: PLANNER });
      const limit = maxTokens === undefined ? {} : { maxTokens };
      const reply = llm.chat(messages, { purpose: evaluation, temperature: TEMPERATURE, ...limit });
      outcomes.set(id, await outcomeOf(reply));
      await progress(++done, ids.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, ids.length) }, work));
  const answers = new Map<string, string>();
  const misses: MissRecord[] = [];
  const failures: string[] = [];
  const tooLong: string[] = [];
  for (const id of ids) {
    const outcome = outcomes.get(id)!;
    if (typeof outcome === 'string') answers.set(id, outcome);
    else if (outcome instanceof TapeMissError) {
      const episode = `${tapeSuite(evaluation)}/scene_1/${id}/${PLANNER}/1`;
      misses.push(missRecord(outcome, { planner: PLANNER, family: nameOf(id), episode }));
    } else if (outcome.code === 'context_length_exceeded') {
      tooLong.push(id);
      answers.set(id, '');
    } else failures.push(`${id}: ${outcome.code}: ${outcome.message}`);
  }
  return { answers, misses, failures, tooLong };
}

type Outcome = string | TapeMissError | LlmCallError;

async function outcomeOf(reply: ReturnType<Llm['chat']>): Promise<Outcome> {
  try {
    return (await reply).text;
  } catch (error) {
    if (error instanceof TapeMissError || error instanceof LlmCallError) return error;
    throw error;
  }
}
