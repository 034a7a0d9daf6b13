import { memoize } from '../../../envs/memoize.ts';
import { validatePlan } from '../../../planners/pddl/validate/validate_plan.ts';
import { plannedActions, readLines } from '../../../planners/planbench_one_shot/reading/action_lines.ts';
import { choosePlan } from '../../../planners/planbench_one_shot/reading/choose_plan.ts';
import { messageOf } from '../../io/errors/failure.ts';
import type { Failure, ScoredAnswer } from '../../tables/papers/planbench/answer.ts';
import { causeOf, type ReadAnswer, storedCauseOf } from './causes.ts';
import type { PlanBenchCheckout, ResultFile, StoredAnswer } from './checkout.ts';
import { type Problem, ProblemReader, type StatedProblem, stateAfter } from './problems.ts';

export class AnswerScorer {
  readonly #checkout: PlanBenchCheckout;
  readonly #readers = new Map<string, ProblemReader>();
  readonly #firstFiles = new Map<string, string>();
  readonly damages: Readonly<{ file: string; instance: number | null; problem: string }>[] = [];

  constructor(checkout: PlanBenchCheckout) {
    this.#checkout = checkout;
  }

  score(file: ResultFile): ReadAnswer[] {
    const reader = this.#reader(file);
    const failureOf = cachedJudge();
    const reportDamage = (instance: number | null, error: unknown) => {
      this.damages.push({ file: file.file, instance, problem: messageOf(error) });
      return [];
    };
    let stored: ReturnType<PlanBenchCheckout['answers']>;
    try {
      stored = this.#checkout.answers(file);
    } catch (error) {
      return reportDamage(null, error);
    }
    return stored.flatMap((answer) => {
      if ('problem' in answer) return reportDamage(answer.instance, answer.problem);
      try {
        return [this.#scoreAnswer(file, answer, { stated: reader.read(answer.query), failureOf })];
      } catch (error) {
        return reportDamage(answer.instance, error);
      }
    });
  }

  #reader(file: ResultFile): ProblemReader {
    const key = `${file.file.split('/')[0]}/${file.domain}`;
    return memoize(this.#readers, key, () => new ProblemReader(this.#checkout.config(file)));
  }

  #scoreAnswer(file: ResultFile, stored: StoredAnswer, { stated, failureOf }: Judging): ReadAnswer {
    const { span, ...reading } = readingOf(file.task, stored, { stated, failureOf });
    const { instance, round, answer, published, storedPlan, optimalLength } = stored;
    const publishedPlan =
      reading.rule === 'reply' ? null : (storedPlan?.map((action) => inPddl(action, stated)) ?? null);
    const publishedPlanValid = publishedPlan === null ? null : failureOf(stated, publishedPlan) === null;
    const scored = {
      ...{ ...file, instance, round, ...reading, published, publishedPlan, publishedPlanValid, optimalLength },
      ...{ objects: stated.problem.objects.length, copyOf: this.#copyOf(file, stored) },
    };
    const storedCause = storedCauseOf(scored, stored, () => {
      const texts = this.#checkout.instance(file, instance);
      const instanceProblem = texts === null ? null : this.#reader(file).readPddl(texts);
      return {
        byPrompt: (plan) => failureOf(stated, plan),
        byInstance: instanceProblem === null ? null : (plan) => failureOf(instanceProblem, plan),
      };
    });
    return { scored: { ...scored, cause: causeOf(scored), storedCause }, span, answer };
  }

  #copyOf({ file, model }: ResultFile, { query, answer, instance, round }: StoredAnswer): string | null {
    if (answer === '') return null;
    const key = [model, instance, round, query.trim(), answer.trim()].join('\u0000');
    const first = this.#firstFiles.get(key);
    if (first === undefined) this.#firstFiles.set(key, file);
    return first ?? null;
  }
}

type Judging = { stated: StatedProblem; failureOf: FailureOf };
type Reading = Pick<ScoredAnswer, 'plan' | 'rule' | 'valid' | 'failure' | 'ambiguous'> & Pick<ReadAnswer, 'span'>;

function readingOf(task: string, { query, answer }: StoredAnswer, { stated, failureOf }: Judging): Reading {
  if (answer.trim() === '') {
    return { plan: [], rule: null, span: null, valid: false, failure: { kind: 'never asked' }, ambiguous: false };
  }
  const isRight = /plan_verification/.test(task)
    ? isVerificationRight(query, answer, { stated, failureOf })
    : /plan_execution/.test(task)
      ? isStateRight(query, answer, stated)
      : null;
  if (isRight !== null)
    return { plan: null, rule: 'reply', span: null, valid: isRight, failure: null, ambiguous: false };
  const { rule, actions, candidates } = choosePlan(readLines(answer, stated.vocabulary));
  const plan = actions.map(({ action }) => action);
  const failure = failureOf(stated, plan);
  const valid = failure === null;
  return {
    ...{ plan, rule, valid },
    span: actions.length === 0 ? null : [actions[0]!.start, actions.at(-1)!.end - 1],
    failure: !valid && plan.length === 0 ? { kind: 'no plan' } : failure,
    ambiguous: candidates.some((other) => (failureOf(stated, other) === null) !== valid),
  };
}

function isVerificationRight(query: string, answer: string, { stated, failureOf }: Judging): boolean {
  const isValid = failureOf(stated, plannedActions(lastBlock(query, 'PLAN'), stated.vocabulary)) === null;
  const claim = /\b(invalid|not valid|valid)\b/i.exec(answer)?.[1]?.toLowerCase();
  return claim !== undefined && (claim === 'valid') === isValid;
}

function isStateRight(query: string, answer: string, stated: StatedProblem): boolean {
  const expected = stateAfter(stated, plannedActions(lastBlock(query, 'ACTION SEQUENCE'), stated.vocabulary));
  const [statement] = answer.replaceAll(BOTH, '$1 is $3, $2 is $3').split(/\n\s*\n|\[/, 1);
  const parts = statement!.split(/,\s*(?:and )?| and |\.\s|\n/);
  const answered = new Set(parts.map((part) => stated.facts?.read(part) ?? null).filter((fact) => fact !== null));
  return answered.size === expected.size && [...expected].every((fact) => answered.has(fact));
}

function lastBlock(query: string, name: string): string {
  return query.split(`[${name}]`).at(-1)!.split(`[${name} END]`, 1)[0]!;
}

const BOTH = /both (the \w+ block) and (the \w+ block) are ([^,.\n]*)/g;

/** Some stored plans name blocks by color. */
function inPddl(action: string, { vocabulary, problem }: StatedProblem): string {
  const names = new Set(problem.objects.map(({ name }) => name.name));
  const [verb, ...args] = action.split(' ');
  return [verb, ...args.map((word) => (names.has(word) ? word : (vocabulary.objectOf(word, '') ?? word)))].join(' ');
}

type FailureOf = ReturnType<typeof cachedJudge>;

function cachedJudge() {
  const cache = new Map<Problem, Map<string, Failure | null>>();
  return (stated: Problem, plan: readonly string[]) => {
    const ofProblem = memoize(cache, stated, () => new Map<string, Failure | null>());
    return memoize(ofProblem, plan.join('\n'), () => judge(stated, plan));
  };
}

function judge({ domain, problem }: Problem, plan: readonly string[]): Failure | null {
  const steps = plan.map((action) => `(${action})`);
  const verdict = validatePlan(domain, problem, steps);
  if (verdict.status === 'valid') return null;
  if (verdict.action !== null) {
    const [step, action] = [verdict.action, plan[verdict.action - 1]!];
    if (verdict.unmet === null) return { kind: 'name', step, action };
    return { kind: 'precondition', step, action, unmet: [withoutParentheses(verdict.unmet)] };
  }
  const goals = problem.goal.kind === 'and' ? problem.goal.parts : [problem.goal];
  const missing = goals.flatMap((goal) => {
    const { status, ...part } = validatePlan(domain, { ...problem, goal }, steps);
    return status === 'valid' || !('unmet' in part) || part.unmet === null ? [] : [withoutParentheses(part.unmet)];
  });
  return { kind: 'goal', missing };
}

function withoutParentheses(fact: string): string {
  return fact.replace(/^\(|\)$/g, '');
}
