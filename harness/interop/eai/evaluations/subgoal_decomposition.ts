/**
 * EAI's subgoal decomposition: states and actions that a model wants to go through on the way to a goal.
 *
 * @module
 */
import { readEaiScene } from '../checkout/eai_scene.ts';
import { readTasks } from '../checkout/eai_task.ts';
import { subgoalPrompts } from '../prompts/subgoal_prompts.ts';
import { share } from '../scoring/metric.ts';
import type { Scored } from '../scoring/scored.ts';
import { SubgoalScorer, type SubgoalsScore } from '../subgoal_decomposition/score_subgoals.ts';
import { readVocabulary } from '../subgoal_decomposition/subgoal_vocabulary.ts';
import type { Evaluation } from './evaluation.ts';

export const subgoalDecomposition: Evaluation<SubgoalsScore> = {
  ids: (checkout) => [...readTasks(checkout).values()].flatMap(({ id, formula }) => (formula === null ? [] : [id])),
  prompts: subgoalPrompts,
  scorer(checkout) {
    const tasks = readTasks(checkout);
    const vocabulary = readVocabulary(checkout);
    return {
      task(id) {
        const scorer = new SubgoalScorer(tasks.get(id)!, readEaiScene(checkout, id));
        return (answers, quirks) => scorer.score(answers.get(id) ?? '', { vocabulary, quirks });
      },
      summed,
    };
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
