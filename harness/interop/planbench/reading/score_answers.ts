/**
 * Reads, validates and compares every answer of a checkout.
 *
 * @module
 */
import { readLines } from '../../../../planners/planbench_one_shot/reading/action_lines.ts';
import { choosePlan } from '../../../../planners/planbench_one_shot/reading/choose_plan.ts';
import type { ScoredAnswer } from '../../../tables/papers/planbench/answer.ts';
import { causeOf, storedCauseOf } from './causes.ts';
import type { PlanBenchCheckout, ResultFile } from './checkout.ts';
import { ProblemReader, type StatedProblem } from './problems.ts';
import { type StoredAnswer, storedAnswers } from './result_file.ts';
import { stateAfter, Verdicts } from './validate.ts';

/** A scored answer and where in its text the plan stands. */
export type ReadAnswer = {
  readonly scored: ScoredAnswer;
  readonly span: readonly [first: number, last: number] | null;
  readonly answer: string;
};

export type Damage = { readonly file: string; readonly instance: number | null; readonly problem: string };

/** Answers of one checkout, file by file; copies are found in the order of the files. */
export class AnswerScorer {
  readonly #checkout: PlanBenchCheckout;
  readonly #readers = new Map<string, ProblemReader>();
  readonly #firsts = new Map<string, string>();
  readonly damages: Damage[] = [];

  constructor(checkout: PlanBenchCheckout) {
    this.#checkout = checkout;
  }

  score(file: ResultFile): ReadAnswer[] {
    const reader = this.#reader(file);
    const verdicts = new Verdicts();
    const damaged = (instance: number | null, error: unknown) => {
      this.damages.push({ file: file.file, instance, problem: error instanceof Error ? error.message : String(error) });
      return [];
    };
    let stored: ReturnType<typeof storedAnswers>;
    try {
      stored = storedAnswers(this.#checkout.read(file.file));
    } catch (error) {
      return damaged(null, error);
    }
    return stored.flatMap((answer) => {
      if ('problem' in answer) return damaged(answer.instance, answer.problem);
      try {
        return [this.#scored(file, answer, { stated: reader.read(answer.query), verdicts })];
      } catch (error) {
        return damaged(answer.instance, error);
      }
    });
  }

  #reader(file: ResultFile): ProblemReader {
    const key = `${file.file.split('/')[0]}/${file.domain}`;
    let reader = this.#readers.get(key);
    if (reader === undefined) {
      reader = new ProblemReader(this.#checkout.config(file));
      this.#readers.set(key, reader);
    }
    return reader;
  }

  #scored(file: ResultFile, stored: StoredAnswer, { stated, verdicts }: Judging): ReadAnswer {
    const { span, ...reading } = readingOf(file.task, stored, { stated, verdicts });
    const { instance, round, answer, published, storedPlan, optimalLength } = stored;
    const publishedPlan =
      reading.rule === 'reply' ? null : (storedPlan?.map((action) => inPddl(action, stated)) ?? null);
    const publishedPlanValid = publishedPlan === null ? null : verdicts.failure(stated, publishedPlan) === null;
    const scored = {
      ...{ ...file, instance, round, ...reading, published, publishedPlan, publishedPlanValid, optimalLength },
      ...{ objects: stated.problem.objects.length, copyOf: this.#copyOf(file, stored) },
    };
    const storedCause = storedCauseOf(scored, stored, () => {
      const texts = this.#checkout.instance(file, instance);
      const there = texts === null ? null : this.#reader(file).readPddl(texts);
      return {
        byPrompt: (plan) => verdicts.failure(stated, plan),
        byInstance: there === null ? null : (plan) => verdicts.failure(there, plan),
      };
    });
    return { scored: { ...scored, cause: causeOf(scored), storedCause }, span, answer };
  }

  #copyOf({ file, model }: ResultFile, { query, answer, instance, round }: StoredAnswer): string | null {
    if (answer === '') return null;
    const key = [model, instance, round, query.trim(), answer.trim()].join('\u0000');
    const first = this.#firsts.get(key);
    if (first === undefined) this.#firsts.set(key, file);
    return first ?? null;
  }
}

type Judging = { readonly stated: StatedProblem; readonly verdicts: Verdicts };
type Reading = Pick<ScoredAnswer, 'plan' | 'rule' | 'valid' | 'failure' | 'ambiguous'> & {
  readonly span: ReadAnswer['span'];
};

function readingOf(task: string, { query, answer }: StoredAnswer, { stated, verdicts }: Judging): Reading {
  if (answer.trim() === '') {
    return { plan: [], rule: null, span: null, valid: false, failure: { kind: 'never asked' }, ambiguous: false };
  }
  const reply = /plan_verification/.test(task)
    ? verificationRight(query, answer, { stated, verdicts })
    : /plan_execution/.test(task)
      ? stateRight(query, answer, stated)
      : null;
  if (reply !== null) return { plan: null, rule: 'reply', span: null, valid: reply, failure: null, ambiguous: false };
  const { rule, actions, candidates } = choosePlan(readLines(answer, stated.vocabulary));
  const plan = actions.map(({ action }) => action);
  const failure = verdicts.failure(stated, plan);
  const valid = failure === null;
  return {
    plan,
    rule,
    span: actions.length === 0 ? null : [actions[0]!.start, actions.at(-1)!.end - 1],
    valid,
    failure: !valid && plan.length === 0 ? { kind: 'no plan' } : failure,
    ambiguous: candidates.some((other) => (verdicts.failure(stated, other) === null) !== valid),
  };
}

/** Whether the answer says rightly that the plan of the prompt is valid, or that it is not. */
function verificationRight(query: string, answer: string, { stated, verdicts }: Judging): boolean {
  const text = query.slice(query.lastIndexOf('[PLAN]') + 6).split('[PLAN END]', 1)[0]!;
  const plan = readLines(text, stated.vocabulary).flatMap(({ actions }) => actions.map(({ action }) => action));
  const isValid = verdicts.failure(stated, plan) === null;
  const says = /\b(invalid|not valid|valid)\b/i.exec(answer)?.[1]?.toLowerCase();
  return says !== undefined && (says === 'valid') === isValid;
}

/** Whether the facts that the answer states are those that hold after the actions of the prompt. */
function stateRight(query: string, answer: string, stated: StatedProblem): boolean {
  const text = query.slice(query.lastIndexOf('[ACTION SEQUENCE]') + 17).split('[ACTION SEQUENCE END]', 1)[0]!;
  const plan = readLines(text, stated.vocabulary).flatMap(({ actions }) => actions.map(({ action }) => action));
  const wanted = stateAfter(stated, plan);
  const [said] = answer.replaceAll(BOTH, '$1 is $3, $2 is $3').split(/\n\s*\n|\[/, 1);
  const parts = said!.split(/,\s*(?:and )?| and |\.\s|\n/);
  const given = new Set(parts.map((part) => stated.facts?.read(part) ?? null).filter((fact) => fact !== null));
  return given.size === wanted.size && [...wanted].every((fact) => given.has(fact));
}

/** "both a and b are clear" */
const BOTH = /both (the \w+ block) and (the \w+ block) are ([^,.\n]*)/g;

/** Stored plans name some blocks by their colours. */
function inPddl(action: string, { vocabulary, problem }: StatedProblem): string {
  const names = new Set(problem.objects.map(({ name }) => name.name));
  const [verb, ...args] = action.split(' ');
  return [verb, ...args.map((word) => (names.has(word) ? word : (vocabulary.objectOf(word, '') ?? word)))].join(' ');
}
