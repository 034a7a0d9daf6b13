/**
 * EAI's action sequencing: plans of a model, carried out.
 *
 * @module
 */
import { namingOf } from '../action_sequencing/named_objects.ts';
import { readPlan } from '../action_sequencing/read_plan.ts';
import { type PlanScore, PlanScorer } from '../action_sequencing/score_plan.ts';
import type { Answers } from '../answers/read_answers.ts';
import { readEaiScene } from '../checkout/eai_scene.ts';
import { type EaiTask, readTasks } from '../checkout/eai_task.ts';
import { userPrompt } from '../prompts/eai_prompt.ts';
import { writtenPrompts } from '../prompts/written_prompts.ts';
import { type EaiMetric, share } from '../scoring/metric.ts';
import { quirksOf } from '../scoring/quirks.ts';
import type { Evaluation } from './evaluation.ts';

/** A task that counts, and what the answer to it came to. */
type ScoredPlan = { readonly task: EaiTask; readonly score: PlanScore };

export const actionSequencing: Evaluation<ScoredPlan> = {
  ids: (checkout) => [...readTasks(checkout).keys()],
  /** Those of the paper, which the checkout has in full and which name objects by class alone. */
  prompts(checkout) {
    const textOf = writtenPrompts(checkout, 'action_sequencing');
    return (id) => userPrompt(textOf(id));
  },
  scorer(checkout) {
    const tasks = readTasks(checkout);
    const namings = new Map<Answers, ReturnType<typeof namingIn>>();
    return {
      task(id) {
        const task = tasks.get(id)!;
        const scorer = new PlanScorer(task, readEaiScene(checkout, id));
        return (answers, quirks) => {
          const naming = namings.get(answers) ?? namingIn(answers);
          namings.set(answers, naming);
          if (!scorer.isScored(quirks)) return null;
          return { task, score: scorer.score(answers.get(id) ?? '', { naming, quirks }) };
        };
      },
      summed: (plans) => ({
        metrics: metricsOf(plans),
        verdicts: plans.map(({ score: { id, verdict, what } }) => ({ id, verdict, what })),
      }),
    };
  },
};

function namingIn(answers: Answers) {
  const plans = Array.from(answers.values(), (answer) => {
    const reading = readPlan(answer, quirksOf('eai'));
    return reading.ok ? reading.actions : [];
  });
  return namingOf(plans);
}

const KINDS = ['nodes', 'edges', 'actions'] as const;

function metricsOf(plans: readonly ScoredPlan[]): EaiMetric[] {
  const sum = (count: (plan: ScoredPlan) => number) => plans.reduce((all, plan) => all + count(plan), 0);
  const each = (name: string, count: (score: PlanScore) => number | boolean) =>
    share(
      name,
      sum(({ score }) => Number(count(score))),
      plans.length,
    );
  const verdict = (name: PlanScore['verdict']) => each(name, (score) => score.verdict === name);
  const goals = (name: string, kinds: readonly (typeof KINDS)[number][]) => {
    const over = (of: (plan: ScoredPlan, kind: (typeof KINDS)[number]) => number) =>
      sum((plan) => kinds.reduce((all, kind) => all + of(plan, kind), 0));
    const reached = over(({ score }, kind) => score.reached[kind]);
    return share(
      name,
      reached,
      over(({ task }, kind) => task[kind].length),
    );
  };
  return [
    each('success', ({ success }) => success),
    each('executable', ({ executable }) => executable),
    each('parsing', ({ parsingErrors }) => parsingErrors),
    ...(['hallucination', 'argument_number', 'wrong_order', 'missing_step', 'affordance'] as const).map(verdict),
    each('additional_step', ({ additionalSteps }) => additionalSteps),
    goals('node_goals', ['nodes']),
    goals('edge_goals', ['edges']),
    goals('action_goals', ['actions']),
    goals('all_goals', KINDS),
    each('cannot_be_scored', (score) => score.verdict === 'crash'),
  ];
}
