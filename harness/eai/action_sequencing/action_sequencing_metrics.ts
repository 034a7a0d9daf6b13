/**
 * The figures of EAI's action sequencing, of the scores of its answers.
 *
 * @module
 */
import type { EaiTask } from '../checkout/eai_task.ts';
import { type EaiMetric, share } from '../scoring/metric.ts';
import type { PlanScore } from './score_plan.ts';

/** A task that counts, and what the answer to it came to. */
export type ScoredPlan = { readonly task: EaiTask; readonly score: PlanScore };

export function actionSequencingMetrics(plans: readonly ScoredPlan[]): EaiMetric[] {
  const sum = (count: (plan: ScoredPlan) => number) => plans.reduce((all, plan) => all + count(plan), 0);
  const tasks = (name: string, holds: (score: PlanScore) => boolean) =>
    share(name, plans.filter(({ score }) => holds(score)).length, plans.length);
  const goals = (name: string, kinds: readonly ('nodes' | 'edges' | 'actions')[]) => {
    const over = (of: (plan: ScoredPlan, kind: (typeof kinds)[number]) => number) =>
      sum((plan) => kinds.reduce((all, kind) => all + of(plan, kind), 0));
    return share(
      name,
      over(({ score }, kind) => score.reached[kind]),
      over(({ task }, kind) => task[kind].length),
    );
  };
  return [
    tasks('success', ({ success }) => success),
    tasks('executable', ({ executable }) => executable),
    share(
      'parsing',
      sum(({ score }) => score.parsingErrors),
      plans.length,
    ),
    tasks('hallucination', ({ verdict }) => verdict === 'hallucination'),
    tasks('argument_number', ({ verdict }) => verdict === 'argument_number'),
    tasks('wrong_order', ({ verdict }) => verdict === 'wrong_order'),
    tasks('missing_step', ({ verdict }) => verdict === 'missing_step'),
    tasks('affordance', ({ verdict }) => verdict === 'affordance'),
    share(
      'additional_step',
      sum(({ score }) => score.additionalSteps),
      plans.length,
    ),
    goals('node_goals', ['nodes']),
    goals('edge_goals', ['edges']),
    goals('action_goals', ['actions']),
    goals('all_goals', ['nodes', 'edges', 'actions']),
    tasks('cannot_be_scored', ({ verdict }) => verdict === 'crash'),
  ];
}
