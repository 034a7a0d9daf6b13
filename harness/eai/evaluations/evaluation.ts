/**
 * What each of EAI's evaluations is to the command: which tasks it asks for, and how answers are scored.
 *
 * @module
 */
import type { Answers } from '../answers/read_answers.ts';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import type { EaiPrompts } from '../prompts/eai_prompt.ts';
import type { Scoring } from '../scoring/quirks.ts';
import type { Scored } from '../scoring/scored.ts';

export type EvaluateOptions = {
  readonly checkout: EaiCheckout;
  /** Of several models. */
  readonly answers: readonly Answers[];
  /** Awaited after every task; rejects where the evaluation is to end. */
  readonly progress: (done: number, of: number) => Promise<void>;
};

export type Evaluation = {
  /** Ids of the tasks to which answers are expected, in EAI's order. */
  readonly ids: (checkout: EaiCheckout) => readonly string[];
  /** What EAI asks a model about them. */
  readonly prompts: (checkout: EaiCheckout) => EaiPrompts;
  /** Scores the answers of each model by both scorings, in the order given. */
  readonly evaluate: (options: EvaluateOptions) => Promise<readonly Readonly<Record<Scoring, Scored>>[]>;
};
