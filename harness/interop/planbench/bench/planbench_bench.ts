import { checkPddl } from '../../../../planners/pddl/check/check_pddl.ts';
import { validatePlan } from '../../../../planners/pddl/validate/validate_plan.ts';
import { readScoredAnswers } from '../../../tables/papers/planbench/answer.ts';
import { PlanBenchCheckout } from '../checkout.ts';
import { AnswerScorer } from '../score_answers.ts';
import { CUPS, CUPS_PROBLEM, RIGHT } from '../testing/sample_checkout.ts';

const PLANS = 20_000;

/** Needs a checkout in PLANBENCH; the reference validator knows no quantifiers and explains nothing. */
export function benchPlanBench(checkout = process.env['PLANBENCH']) {
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

type Change = Readonly<Record<'needs' | 'adds' | 'deletes', readonly string[]>>;
const change = (needs: string[], adds: string[], deletes = needs): Change => ({ needs, adds, deletes });
const CHANGES: Readonly<Record<string, (a: string, b: string) => Change>> = {
  'pick-up': (a) => change([`clear ${a}`, `ontable ${a}`, 'handempty'], [`holding ${a}`]),
  'put-down': (a) => change([`holding ${a}`], [`clear ${a}`, 'handempty', `ontable ${a}`]),
  stack: (a, b) => change([`clear ${b}`, `holding ${a}`], ['handempty', `clear ${a}`, `on ${a} ${b}`]),
  unstack: (a, b) => change([`on ${a} ${b}`, `clear ${a}`, 'handempty'], [`holding ${a}`, `clear ${b}`]),
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
