/**
 * What each of EAI's evaluations is to the command: which tasks it asks for, what it asks, and how answers are scored.
 *
 * @module
 */
import type { Answers } from '../answers/read_answers.ts';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import type { EaiPrompts } from '../prompts/eai_prompt.ts';
import { type Quirks, quirksOf, SCORINGS, type Scoring } from '../scoring/quirks.ts';
import type { Scored } from '../scoring/scored.ts';

/** `S` is what an answer comes to. */
export type Evaluation<S = unknown> = {
  /** Ids of the tasks to which answers are expected, in EAI's order. */
  readonly ids: (checkout: EaiCheckout) => readonly string[];
  /** What EAI asks a model about them. */
  readonly prompts: (checkout: EaiCheckout) => EaiPrompts;
  /** Reads what all tasks share. */
  readonly scorer: (checkout: EaiCheckout) => {
    /** Reads a task. Then scores the answer to it that is among a model's; null where the task does not count. */
    task(id: string): (answers: Answers, quirks: Quirks) => S | null;
    /** Figures and verdicts of a model. */
    summed(scores: readonly S[], quirks: Quirks): Scored;
  };
};

type EvaluateOptions = {
  readonly checkout: EaiCheckout;
  /** Of several models. */
  readonly answers: readonly Answers[];
  /** Awaited after every task; rejects where the evaluation is to end. */
  readonly progress: (done: number, of: number) => Promise<void>;
};

/** Scores the answers of each model by both scorings, in the order given. */
export async function evaluate<S>(
  { ids, scorer }: Evaluation<S>,
  { checkout, answers, progress }: EvaluateOptions,
): Promise<readonly Readonly<Record<Scoring, Scored>>[]> {
  const { task, summed } = scorer(checkout);
  const scores = answers.map(() => ({ eai: [] as S[], strict: [] as S[] }));
  const all = ids(checkout);
  for (const [done, id] of all.entries()) {
    const score = task(id);
    for (const [at, given] of answers.entries()) {
      for (const scoring of SCORINGS) {
        const scored = score(given, quirksOf(scoring));
        if (scored !== null) scores[at]![scoring].push(scored);
      }
    }
    await progress(done + 1, all.length);
  }
  return scores.map(({ eai, strict }) => ({
    eai: summed(eai, quirksOf('eai')),
    strict: summed(strict, quirksOf('strict')),
  }));
}
