import type { Cassette } from '../../../cassettes/cassette/cassette.ts';
import { TapeMissError } from '../../../cassettes/cassette/miss.ts';
import { type Llm, LlmCallError } from '../../../cassettes/llm.ts';
import { type MissRecord, missRecord } from '../../run/threads/play_episode.ts';
import type { EvaluationName } from './checkout/checkout.ts';
import type { EaiPrompts } from './checkout/prompts.ts';

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

/** `tooLong` contains the tasks whose prompts exceed the context limit; their answers are empty. */
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
