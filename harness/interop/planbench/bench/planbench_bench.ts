/**
 * Measures PlanBench's answers: read and scored from the checkout that PLANBENCH names, read from the committed file, and plans of
 * four steps validated, beside a validator of sets of facts without quantifiers and explanations.
 *
 * @module
 */
import { checkPddl } from '../../../../planners/pddl/check/check_pddl.ts';
import { validatePlan } from '../../../../planners/pddl/validate/validate_plan.ts';
import { readScoredAnswers } from '../../../tables/papers/planbench/answer.ts';
import { PlanBenchCheckout } from '../checkout.ts';
import { AnswerScorer } from '../score_answers.ts';
import { CUPS, CUPS_PROBLEM, RIGHT } from '../testing/sample_checkout.ts';

export type PlanBenchBench = {
  readonly packedAnswersPerSecond: number;
  /** Null without a checkout. */
  readonly textAnswersPerSecond: number | null;
  readonly plansPerSecond: number;
  readonly referencePlansPerSecond: number;
};

const PLANS = 20_000;

/** Takes half a minute with a checkout, else some seconds. */
export function benchPlanBench(checkout = process.env['PLANBENCH']): PlanBenchBench {
  const checked = checkPddl(CUPS, CUPS_PROBLEM);
  if (checked.status !== 'ok') throw new Error(checked.message);
  const steps = RIGHT.map((action) => `(${action})`);
  return {
    packedAnswersPerSecond: perSecond(() => readScoredAnswers().length),
    textAnswersPerSecond: checkout === undefined ? null : perSecond(() => answersOf(checkout)),
    plansPerSecond: perSecond(() => {
      for (let plan = 0; plan < PLANS; plan++) validatePlan(checked.domain, checked.problem, steps);
      return PLANS;
    }),
    referencePlansPerSecond: perSecond(() => {
      for (let plan = 0; plan < PLANS; plan++) reachesGoal(RIGHT);
      return PLANS;
    }),
  };
}

function answersOf(folder: string): number {
  const checkout = new PlanBenchCheckout(folder);
  const scorer = new AnswerScorer(checkout);
  return checkout.files.reduce((sum, file) => sum + scorer.score(file).length, 0);
}

function perSecond(work: () => number): number {
  const began = performance.now();
  const count = work();
  return (count * 1_000) / (performance.now() - began);
}

type Change = {
  readonly needs: readonly string[];
  readonly adds: readonly string[];
  readonly deletes: readonly string[];
};

const CHANGES: Readonly<Record<string, (a: string, b: string) => Change>> = {
  'pick-up': (a) => ({
    needs: [`clear ${a}`, `ontable ${a}`, 'handempty'],
    adds: [`holding ${a}`],
    deletes: [`clear ${a}`, `ontable ${a}`, 'handempty'],
  }),
  'put-down': (a) => ({
    needs: [`holding ${a}`],
    adds: [`clear ${a}`, 'handempty', `ontable ${a}`],
    deletes: [`holding ${a}`],
  }),
  stack: (a, b) => ({
    needs: [`clear ${b}`, `holding ${a}`],
    adds: ['handempty', `clear ${a}`, `on ${a} ${b}`],
    deletes: [`clear ${b}`, `holding ${a}`],
  }),
  unstack: (a, b) => ({
    needs: [`on ${a} ${b}`, `clear ${a}`, 'handempty'],
    adds: [`holding ${a}`, `clear ${b}`],
    deletes: [`on ${a} ${b}`, `clear ${a}`, 'handempty'],
  }),
};

function reachesGoal(plan: readonly string[]): boolean {
  const state = new Set(['clear a', 'clear c', 'handempty', 'on a b', 'ontable b', 'ontable c']);
  for (const step of plan) {
    const [name, a, b] = step.split(' ');
    const { needs, adds, deletes } = CHANGES[name!]!(a!, b ?? '');
    if (!needs.every((fact) => state.has(fact))) return false;
    for (const fact of deletes) state.delete(fact);
    for (const fact of adds) state.add(fact);
  }
  return state.has('on c b');
}
