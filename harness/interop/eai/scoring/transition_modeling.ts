import { memoize } from '../../../../envs/memoize.ts';
import { jsonAnswerText, readJsonAnswer } from '../checkout/checkout.ts';
import { type PddlAction, readTransitionTasks } from '../checkout/tasks.ts';
import { type EaiMetric, type Evaluation, type Hits, precisionRecallF1, share, sumHits } from './evaluation.ts';
import { type PlannerVerdict, plannerTexts, plannerVerdict } from './planner_verdict.ts';
import type { Quirks } from './quirks.ts';

type TransitionScore = Readonly<{
  id: string;
  predicted: readonly string[] | null;
  expected: readonly string[];
  hits: PredicateHits;
  planner: PlannerVerdict | null;
}>;

export const transitionModeling: Evaluation<TransitionScore> = (checkout) => {
  const all = readTransitionTasks(checkout);
  const tasks = new Map(all.tasks.map((task) => [task.id, task]));
  return {
    task(id) {
      const { gold, problem } = tasks.get(id)!;
      const cache = new Map<string, PlannerVerdict>();
      const verdictOn = (predicted: Actions, quirks: Quirks) => {
        const isOther = (name: string) => !predicted.has(name) && (quirks.absent_actions_free || !gold.has(name));
        const others = new Map([...all.gold].filter(([name]) => isOther(name)));
        const texts = plannerTexts({ predicted, others }, { header: all.header, problem });
        return memoize(cache, JSON.stringify(texts), () => plannerVerdict(texts));
      };
      return (answers, quirks) => {
        const predicted = readActions(answers.get(id) ?? '');
        const unread = quirks.lists_leave_rate ? null : UNREAD;
        return {
          id,
          predicted: predicted === null ? null : [...predicted.keys()],
          expected: [...gold.keys()],
          hits: scoreActions(predicted, { gold, quirks }),
          planner: predicted === null ? unread : verdictOn(predicted, quirks),
        };
      };
    },
    summarize: (scores, quirks) => ({
      metrics: metricsOf(scores, all.categories, quirks),
      verdicts: scores.map(({ id, predicted, planner }) => {
        const verdict = predicted === null ? 'parsing' : (planner?.verdict ?? 'not counted');
        return { id, verdict, what: planner?.what ?? null };
      }),
    }),
  };
};

const UNREAD: PlannerVerdict = { verdict: 'refused', what: 'the answer cannot be read' };

function metricsOf(
  scores: readonly TransitionScore[],
  categories: ReadonlyMap<string, string>,
  quirks: Quirks,
): EaiMetric[] {
  const entries = scores.flatMap((score) => [...score.hits]);
  const hitsOf = (isIn: (category: string | undefined) => boolean) =>
    sumHits(entries.filter(([predicate]) => isIn(categories.get(predicate))).map(([, hits]) => hits));
  const isKnown = (category: string | undefined) => category !== undefined || !quirks.unknown_predicates_free;
  const byCategory = [...new Set(categories.values())].flatMap((name) =>
    precisionRecallF1(
      name,
      hitsOf((category) => category === name),
    ),
  );
  const planned = scores.flatMap(({ planner }) => planner ?? []);
  const named = scores.flatMap(({ predicted }) => predicted ?? []);
  const hallucinated = scores.flatMap(
    ({ predicted, expected }) => predicted?.filter((name) => !expected.includes(name)) ?? [],
  );
  const verdicts = (name: string, verdict: PlannerVerdict['verdict']) =>
    share(name, planned.filter((each) => each.verdict === verdict).length, planned.length);
  return [
    ...precisionRecallF1('all', hitsOf(isKnown)),
    verdicts('planner_success', 'solved'),
    verdicts('planner_refused', 'refused'),
    verdicts('planner_limit', 'limit'),
    ...byCategory,
    share('parsing', scores.filter((score) => score.predicted === null).length, scores.length),
    share('hallucination', hallucinated.length, named.length),
  ];
}

type Actions = ReadonlyMap<string, PddlAction>;
type PredicateHits = ReadonlyMap<string, Hits>;

export function scoreActions(
  predicted: Actions | null,
  { gold, quirks }: { gold: Actions; quirks: Quirks },
): PredicateHits {
  const hits = new Map<string, Hits>();
  for (const [name, right] of gold) {
    const action = predicted?.get(name);
    if (action === undefined && quirks.absent_actions_free) continue;
    for (const part of ['precondition', 'effect'] as const) {
      for (const [kind, formulas] of matchedParts(action?.[part] ?? '()', right[part], quirks)) {
        for (const predicate of predicateNames(formulas, quirks)) {
          memoize(hits, predicate, () => ({ tp: 0, fp: 0, fn: 0 }))[kind]++;
        }
      }
    }
  }
  return hits;
}

function matchedParts(predicted: string, gold: string, quirks: Quirks): [keyof Hits, readonly Formula[]][] {
  const [one, right] = [readFormula(predicted), readFormula(gold)];
  if (right === null) return [];
  if (one === null) return quirks.unread_bodies_free ? [] : [['fn', [right]]];
  const { matched, unmatchedPredicted, unmatchedGold } = match(...align(one, right), quirks);
  return [
    ['tp', matched],
    ['fp', unmatchedPredicted],
    ['fn', unmatchedGold],
  ];
}

function predicateNames(formulas: readonly Formula[], quirks: Quirks): string[] {
  const all = predicatesIn(formulas).filter((name) => name !== '()');
  return quirks.predicates_once ? [...new Set(all)] : all;
}

function predicatesIn(formulas: readonly Formula[]): string[] {
  return formulas.flatMap((formula): string[] => {
    if (typeof formula === 'string') return [formula.split(' ')[0]!];
    const [operator, ...parts] = formula;
    return predicatesIn(operator === 'exists' || operator === 'forall' ? parts.slice(1) : parts);
  });
}

const ACTION_HEAD = /\(:action\s+([\p{L}\p{N}_]+)/gu;

/** Misreads parentheses as EAI does. Null where EAI raises an error. */
export function readActions(answer: string): Actions | null {
  const content = domainText(answer)
    ?.replaceAll(/;[^\n]*/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  if (content === undefined) return null;
  const actions = new Map<string, PddlAction>();
  let from = 0;
  for (;;) {
    ACTION_HEAD.lastIndex = from;
    const head = ACTION_HEAD.exec(content);
    if (head === null) return actions;
    const start = ACTION_HEAD.lastIndex;
    const [parameters, precondition, effect] = [':parameters', ':precondition', ':effect'].map((key) =>
      content.indexOf(key, start),
    ) as [number, number, number];
    if (parameters < 0 || precondition < 0 || effect < 0) return actions;
    const parametersText = blockAfter(content, parameters);
    if (parametersText === null) return null;
    const effectText = blockAfter(content, effect) ?? '()';
    actions.set(head[1]!, {
      parameters: tidy(parametersText),
      precondition: tidy(blockAfter(content, precondition) ?? '()'),
      effect: tidy(effectText),
    });
    from = effectText.indexOf(')') + effect + 1;
  }
}

function domainText(answer: string): string | null {
  const document = readJsonAnswer(answer);
  if (document === undefined) return jsonAnswerText(answer);
  if (typeof document === 'string') return document;
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, 'output')) return null;
  const { output } = document as { output: unknown };
  return typeof output === 'string' ? output : null;
}

function blockAfter(content: string, at: number): string | null {
  const start = content.indexOf('(', at) + 1;
  if (start >= content.length) return null;
  if (content[start] === ')') return ')';
  for (let end = start + 1, open = 1; end < content.length; end++) {
    if (content[end] === '(') open++;
    else if (content[end] === ')' && --open === 0) return content.slice(start, end + 1);
  }
  return null;
}

function tidy(block: string): string {
  return `(${block}`.replaceAll(') )', '))');
}

type Formula = string | Junction;
interface Junction extends ReadonlyArray<Formula> {
  readonly 0: string;
}

const ARITIES: Readonly<Record<string, number | null>> = { and: null, or: null, not: 1, exists: 2, forall: 2, when: 2 };
const DEPTH_MAX = 200;
const NOTHING = '()';

function readFormula(text: string): Formula | null {
  const tokens = text.split(/([()])/).map((part) => part.trim());
  const stack: Formula[] = [];
  for (const token of tokens.filter((part) => part !== '')) {
    if (token !== ')') stack.push(token);
    else if (stack.at(-1) === '(') stack.splice(-1, 1, NOTHING);
    else {
      const open = stack.lastIndexOf('(');
      const formula = open < 0 ? null : formulaOf(stack.splice(open).slice(1));
      if (formula === null || depthOf(formula) > DEPTH_MAX) return null;
      stack.push(formula);
    }
  }
  return stack.length === 1 ? stack[0]! : null;
}

function formulaOf(parts: readonly Formula[]): Formula | null {
  const [operator, ...rest] = parts;
  if (typeof operator !== 'string') return null;
  if (!Object.hasOwn(ARITIES, operator)) {
    return parts.every((part) => typeof part === 'string') ? parts.join(' ') : null;
  }
  const count = ARITIES[operator];
  return count === null || count === rest.length ? [operator, ...rest] : null;
}

function depthOf(formula: Formula): number {
  return typeof formula === 'string' ? 0 : 1 + Math.max(0, ...formula.slice(1).map((part) => depthOf(part)));
}

type FormulaMatch = Readonly<{
  score: number;
  matched: readonly Formula[];
  unmatchedPredicted: readonly Formula[];
  unmatchedGold: readonly Formula[];
}>;

const isJunction = (formula: Junction) => formula[0] === 'and' || formula[0] === 'or';

function align(one: Formula, other: Formula): [Formula, Formula] {
  if (typeof one === 'string' || typeof other === 'string') return [one, other];
  if (one[0] === other[0] && (one[0] === 'exists' || one[0] === 'forall')) {
    const [name, otherName] = [one, other].map((formula) => variableOf(formula));
    return [one, name === undefined || otherName === undefined ? other : rename(other, otherName, name)];
  }
  if (!isJunction(one) || !isJunction(other)) return [one, other];
  const pairs = Array.from({ length: Math.max(one.length, other.length) - 1 }, (_, at) =>
    align(one[at + 1] ?? NOTHING, other[at + 1] ?? NOTHING),
  );
  return [
    [one[0], ...pairs.map(([part]) => part)],
    [other[0], ...pairs.map(([, part]) => part)],
  ];
}

function variableOf(formula: readonly Formula[]): string | undefined {
  const variable = formula[1];
  return typeof variable === 'string' ? variable.split('-')[0]!.trim() : undefined;
}

function rename(formula: Formula, name: string, to: string): Formula {
  if (typeof formula === 'string') return formula.replaceAll(name, () => to);
  return [formula[0], ...formula.slice(1).map((part) => rename(part, name, to))];
}

function match(one: Formula, other: Formula, quirks: Quirks): FormulaMatch {
  const whole = (score: number): FormulaMatch =>
    score > 0
      ? { score, matched: [one], unmatchedPredicted: [], unmatchedGold: [] }
      : { score: 0, matched: [], unmatchedPredicted: [one], unmatchedGold: [other] };
  if (typeof one === 'string' || typeof other === 'string') return whole(one === other ? 1 : 0);
  if (one[0] !== other[0]) return whole(0);
  if (isJunction(one)) return matchArguments(one.slice(1), other.slice(1), quirks);
  const scoreOf = (at: number) => match(one[at]!, other[at]!, quirks).score;
  switch (one[0]) {
    case 'not':
      return whole(scoreOf(1));
    case 'when':
      return whole(scoreOf(1) === 1 && scoreOf(2) === 1 ? 1 : 0);
    default:
      return whole(JSON.stringify(one[1]) === JSON.stringify(other[1]) ? scoreOf(2) : 0);
  }
}

function matchArguments(predicted: readonly Formula[], gold: readonly Formula[], quirks: Quirks): FormulaMatch {
  const matches = predicted.map((one) => gold.map((other) => match(one, other, quirks)));
  const columns = pairUp(matches.map((row) => row.map(({ score }) => score >= 1)));
  const matchedColumns = columns.filter((column) => column >= 0);
  const fewest = Math.min(predicted.length, gold.length);
  return {
    score: fewest === 0 ? 0 : matchedColumns.length / fewest,
    matched: matches.flatMap((row) => row.flatMap(({ score, matched }) => (score >= 1 ? matched : []))),
    unmatchedPredicted: predicted.filter(
      (_, at) => columns[at]! < 0 || (quirks.column_mistaken && !matchedColumns.includes(at)),
    ),
    unmatchedGold: gold.filter((_, at) => !matchedColumns.includes(at)),
  };
}

/** Maximum bipartite matching. */
function pairUp(fits: readonly (readonly boolean[])[]): number[] {
  const rowOf = new Map<number, number>();
  const place = (row: number, tried: Set<number>): boolean => {
    for (const [column, isFit] of fits[row]!.entries()) {
      if (!isFit || tried.has(column)) continue;
      tried.add(column);
      const occupant = rowOf.get(column);
      if (occupant !== undefined && !place(occupant, tried)) continue;
      rowOf.set(column, row);
      return true;
    }
    return false;
  };
  for (const row of fits.keys()) place(row, new Set());
  const columns = fits.map(() => -1);
  for (const [column, row] of rowOf) columns[row] = column;
  return columns;
}
