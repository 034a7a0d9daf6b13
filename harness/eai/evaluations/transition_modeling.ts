/**
 * EAI's transition modeling: what a model believes that actions need and do, and whether a planner gets to the goals with it.
 *
 * @module
 */
import { actionPrompts } from '../prompts/action_prompts.ts';
import { type Quirks, quirksOf, SCORINGS, type Scoring } from '../scoring/quirks.ts';
import type { Scored } from '../scoring/scored.ts';
import { leadsToGoal, type PlannerVerdict } from '../transition_modeling/leads_to_goal.ts';
import { plannerTexts } from '../transition_modeling/planner_texts.ts';
import { readActions } from '../transition_modeling/read_actions.ts';
import { scoreActions } from '../transition_modeling/score_actions.ts';
import { type TransitionScore, transitionModelingMetrics } from '../transition_modeling/transition_modeling_metrics.ts';
import {
  readTransitionTasks,
  type TransitionTask,
  type TransitionTasks,
  transitionTaskIds,
} from '../transition_modeling/transition_tasks.ts';
import type { Evaluation } from './evaluation.ts';

export const transitionModeling: Evaluation = {
  ids: transitionTaskIds,
  prompts: actionPrompts,
  async evaluate({ checkout, answers, progress }) {
    const all = readTransitionTasks(checkout);
    const models = answers.map(() => ({ eai: [] as TransitionScore[], strict: [] as TransitionScore[] }));
    for (const [done, task] of all.tasks.entries()) {
      const known: KnownVerdicts = new Map();
      for (const [at, given] of answers.entries()) {
        const answer = given.get(task.id) ?? '';
        for (const scoring of SCORINGS) {
          models[at]![scoring].push(scored(task, { answer, all, quirks: quirksOf(scoring), known }));
        }
      }
      await progress(done + 1, all.tasks.length);
    }
    return models.map(({ eai, strict }) => ({ eai: summed(eai, all, 'eai'), strict: summed(strict, all, 'strict') }));
  },
};

/** What the planner has said of a task, by what it was asked: the two scorings mostly ask it the same. */
type KnownVerdicts = Map<string, PlannerVerdict>;

type Scorer = { readonly all: TransitionTasks; readonly quirks: Quirks; readonly known: KnownVerdicts };

function scored(task: TransitionTask, { answer, ...scorer }: Scorer & { readonly answer: string }): TransitionScore {
  const { quirks } = scorer;
  const predicted = readActions(answer);
  return {
    id: task.id,
    predicted: predicted === null ? null : [...predicted.keys()],
    asked: [...task.gold.keys()],
    hits: scoreActions(predicted, { gold: task.gold, quirks }),
    planner: predicted === null ? unread(quirks) : planned(predicted, task, scorer),
  };
}

function unread(quirks: Quirks): PlannerVerdict | null {
  return quirks.lists_leave_rate ? null : { verdict: 'refused', what: 'the answer cannot be read' };
}

function planned(
  predicted: NonNullable<ReturnType<typeof readActions>>,
  task: TransitionTask,
  { all, quirks, known }: Scorer,
): PlannerVerdict {
  const isGiven = (name: string) => !predicted.has(name) && (quirks.absent_actions_free || !task.gold.has(name));
  const others = new Map([...all.gold].filter(([name]) => isGiven(name)));
  const texts = plannerTexts({ predicted, others }, { header: all.header, problem: task.problem });
  const asked = JSON.stringify(texts);
  const verdict = known.get(asked) ?? leadsToGoal(texts);
  known.set(asked, verdict);
  return verdict;
}

function summed(scores: readonly TransitionScore[], { categories }: TransitionTasks, scoring: Scoring): Scored {
  return {
    metrics: transitionModelingMetrics(scores, {
      categories,
      countsUnknown: !quirksOf(scoring).unknown_predicates_free,
    }),
    verdicts: scores.map(({ id, predicted, planner }) => ({
      id,
      verdict: predicted === null ? 'parsing' : (planner?.verdict ?? 'not counted'),
      what: planner?.what ?? null,
    })),
  };
}
