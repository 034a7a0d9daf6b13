/**
 * EAI's goal interpretation: goals that a model reads out of a task's words.
 *
 * @module
 */
import { readEaiScene } from '../checkout/eai_scene.ts';
import { readTasks } from '../checkout/eai_task.ts';
import { goalInterpretationMetrics } from '../goal_interpretation/goal_interpretation_metrics.ts';
import { type GoalsScore, scoreGoals } from '../goal_interpretation/score_goals.ts';
import { goalPrompts } from '../prompts/goal_prompts.ts';
import { quirksOf, SCORINGS } from '../scoring/quirks.ts';
import type { Scored } from '../scoring/scored.ts';
import type { Evaluation } from './evaluation.ts';

export const goalInterpretation: Evaluation = {
  ids: (checkout) => [...readTasks(checkout).keys()],
  prompts: goalPrompts,
  async evaluate({ checkout, answers, progress }) {
    const tasks = readTasks(checkout);
    const models = answers.map(() => ({ eai: [] as GoalsScore[], strict: [] as GoalsScore[] }));
    let done = 0;
    for (const task of tasks.values()) {
      const scene = readEaiScene(checkout, task.id);
      for (const [at, given] of answers.entries()) {
        for (const scoring of SCORINGS) {
          const answer = given.get(task.id) ?? '';
          models[at]![scoring].push(scoreGoals(task, { scene, answer, quirks: quirksOf(scoring) }));
        }
      }
      await progress(++done, tasks.size);
    }
    return models.map(({ eai, strict }) => ({ eai: scored(eai), strict: scored(strict) }));
  },
};

function scored(scores: readonly GoalsScore[]): Scored {
  return {
    metrics: goalInterpretationMetrics(scores),
    verdicts: scores.map(({ id, verdict, node, edge, action }) => {
      const sum = (kind: 'tp' | 'fp' | 'fn') => node[kind] + edge[kind] + action[kind];
      return { id, verdict, what: `${sum('tp')} right, ${sum('fp')} wrong, ${sum('fn')} missed` };
    }),
  };
}
