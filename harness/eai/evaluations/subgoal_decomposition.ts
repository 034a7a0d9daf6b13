/**
 * EAI's subgoal decomposition: states and actions that a model wants to go through on the way to a goal.
 *
 * @module
 */
import { readEaiScene } from '../checkout/eai_scene.ts';
import { readTasks } from '../checkout/eai_task.ts';
import { subgoalPrompts } from '../prompts/subgoal_prompts.ts';
import { share } from '../scoring/metric.ts';
import { quirksOf, SCORINGS } from '../scoring/quirks.ts';
import type { Scored } from '../scoring/scored.ts';
import { SubgoalScorer, type SubgoalsScore } from '../subgoal_decomposition/score_subgoals.ts';
import { readVocabulary } from '../subgoal_decomposition/subgoal_vocabulary.ts';
import type { Evaluation } from './evaluation.ts';

export const subgoalDecomposition: Evaluation = {
  ids: (checkout) => [...readTasks(checkout).values()].flatMap(({ id, formula }) => (formula === null ? [] : [id])),
  prompts: subgoalPrompts,
  async evaluate({ checkout, answers, progress }) {
    const tasks = [...readTasks(checkout).values()].filter(({ formula }) => formula !== null);
    const vocabulary = readVocabulary(checkout);
    const models = answers.map(() => ({ eai: [] as SubgoalsScore[], strict: [] as SubgoalsScore[] }));
    for (const [done, task] of tasks.entries()) {
      const scorer = new SubgoalScorer(task, readEaiScene(checkout, task.id));
      for (const [at, given] of answers.entries()) {
        for (const scoring of SCORINGS) {
          const answer = given.get(task.id) ?? '';
          models[at]![scoring].push(scorer.score(answer, { vocabulary, quirks: quirksOf(scoring) }));
        }
      }
      await progress(done + 1, tasks.length);
    }
    return models.map(({ eai, strict }) => ({ eai: summed(eai), strict: summed(strict) }));
  },
};

const ERRORS = ['parsing', 'hallucination', 'argument_number', 'wrong_order', 'missing_step', 'affordance'] as const;

function summed(scores: readonly SubgoalsScore[]): Scored {
  const tasks = (name: string, holds: (score: SubgoalsScore) => boolean) =>
    share(name, scores.filter(holds).length, scores.length);
  return {
    metrics: [
      tasks('success', ({ verdict }) => verdict === 'reached_goals'),
      tasks('executable', ({ executable }) => executable),
      ...ERRORS.map((error) => tasks(error, ({ verdict }) => verdict === error)),
      tasks('additional_step', ({ hasAdditionalStep }) => hasAdditionalStep),
    ],
    verdicts: scores.map(({ id, verdict }) => ({ id, verdict })),
  };
}
