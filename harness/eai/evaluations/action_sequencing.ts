/**
 * EAI's action sequencing: plans of a model, carried out.
 *
 * @module
 */
import { actionSequencingMetrics, type ScoredPlan } from '../action_sequencing/action_sequencing_metrics.ts';
import { namingOf } from '../action_sequencing/named_objects.ts';
import { readPlan } from '../action_sequencing/read_plan.ts';
import { PlanScorer } from '../action_sequencing/score_plan.ts';
import type { Answers } from '../answers/read_answers.ts';
import { readEaiScene } from '../checkout/eai_scene.ts';
import { readTasks } from '../checkout/eai_task.ts';
import { planPrompts } from '../prompts/plan_prompts.ts';
import { quirksOf, SCORINGS, type Scoring } from '../scoring/quirks.ts';
import type { Scored } from '../scoring/scored.ts';
import type { Evaluation } from './evaluation.ts';

export const actionSequencing: Evaluation = {
  ids: (checkout) => [...readTasks(checkout).keys()],
  prompts: planPrompts,
  async evaluate({ checkout, answers, progress }) {
    const tasks = readTasks(checkout);
    const models = answers.map((each) => ({
      answers: each,
      naming: namingIn(each),
      plans: { eai: [] as ScoredPlan[], strict: [] as ScoredPlan[] },
    }));
    let done = 0;
    for (const task of tasks.values()) {
      const scorer = new PlanScorer(task, readEaiScene(checkout, task.id));
      for (const scoring of SCORINGS) {
        const quirks = quirksOf(scoring);
        if (!scorer.isScored(quirks)) continue;
        for (const { answers: given, naming, plans } of models) {
          plans[scoring].push({ task, score: scorer.score(given.get(task.id) ?? '', { naming, quirks }) });
        }
      }
      await progress(++done, tasks.size);
    }
    return models.map(({ plans }) => byScoring((scoring) => scored(plans[scoring])));
  },
};

function namingIn(answers: Answers) {
  const plans = Array.from(answers.values(), (answer) => {
    const reading = readPlan(answer, quirksOf('eai'));
    return reading.ok ? reading.actions : [];
  });
  return namingOf(plans);
}

function scored(plans: readonly ScoredPlan[]): Scored {
  return {
    metrics: actionSequencingMetrics(plans),
    verdicts: plans.map(({ score: { id, verdict, what } }) => ({ id, verdict, what })),
  };
}

function byScoring(of: (scoring: Scoring) => Scored): Record<Scoring, Scored> {
  return { eai: of('eai'), strict: of('strict') };
}
