import type { Answers } from './checkout/answers.ts';
import type { EaiCheckout, EvaluationName } from './checkout/checkout.ts';
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
