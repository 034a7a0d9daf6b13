import { memoize } from '../../../../envs/memoize.ts';
import { jsonAnswerText, readJsonAnswer } from '../checkout/answers.ts';
import { type PddlAction, readTransitionTasks } from '../checkout/tasks.ts';
import { type EaiMetric, type Evaluation, type Hits, precisionRecallF1, share, sumHits } from './evaluation.ts';
import { type Formula, matchFormulas, readFormula } from './match_formulas.ts';
import { leadsToGoal, type PlannerVerdict, plannerTexts } from './planner_verdict.ts';
import type { Quirks } from './quirks.ts';

type TransitionScore = Readonly<{
  id: string;
  predicted: readonly string[] | null;
  asked: readonly string[];
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
      const planned = (predicted: Actions, quirks: Quirks) => {
        const isGiven = (name: string) => !predicted.has(name) && (quirks.absent_actions_free || !gold.has(name));
        const others = new Map([...all.gold].filter(([name]) => isGiven(name)));
        const texts = plannerTexts({ predicted, others }, { header: all.header, problem });
        // Mostly the same for both scorings.
        return memoize(cache, JSON.stringify(texts), () => leadsToGoal(texts));
      };
      return (answers, quirks) => {
        const predicted = readActions(answers.get(id) ?? '');
        const unread = quirks.lists_leave_rate ? null : UNREAD;
        return {
          id,
          predicted: predicted === null ? null : [...predicted.keys()],
          asked: [...gold.keys()],
          hits: scoreActions(predicted, { gold, quirks }),
          planner: predicted === null ? unread : planned(predicted, quirks),
        };
      };
    },
    summed: (scores, quirks) => ({ metrics: metricsOf(scores, all.categories, quirks), verdicts: verdictsOf(scores) }),
  };
};

const UNREAD: PlannerVerdict = { verdict: 'refused', what: 'the answer cannot be read' };

function verdictsOf(scores: readonly TransitionScore[]) {
  return scores.map(({ id, predicted, planner }) => ({
    id,
    verdict: predicted === null ? 'parsing' : (planner?.verdict ?? 'not counted'),
    what: planner?.what ?? null,
  }));
}

type Categories = ReadonlyMap<string, string>;

function metricsOf(scores: readonly TransitionScore[], categories: Categories, quirks: Quirks): EaiMetric[] {
  const entries = scores.flatMap((score) => [...score.hits]);
  const hitsOf = (isIn: (category: string | undefined) => boolean) =>
    sumHits(entries.filter(([predicate]) => isIn(categories.get(predicate))).map(([, hits]) => hits));
  const isKnown = (category: string | undefined) => category !== undefined || !quirks.unknown_predicates_free;
  const byCategory = [...new Set(categories.values())].flatMap((name) => {
    const hits = hitsOf((category) => category === name);
    return precisionRecallF1(name, hits);
  });
  const planned = scores.flatMap(({ planner }) => (planner === null ? [] : [planner]));
  const predicted = scores.flatMap(({ predicted: names, asked }) => (names ?? []).map((name) => asked.includes(name)));
  const verdicts = (name: string, verdict: PlannerVerdict['verdict']) =>
    share(name, planned.filter((each) => each.verdict === verdict).length, planned.length);
  return [
    ...precisionRecallF1('all', hitsOf(isKnown)),
    verdicts('planner_success', 'solved'),
    verdicts('planner_refused', 'refused'),
    verdicts('planner_limit', 'limit'),
    ...byCategory,
    share('parsing', scores.filter((score) => score.predicted === null).length, scores.length),
    share('hallucination', predicted.filter((isAsked) => !isAsked).length, predicted.length),
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
  const { matched, unmatchedPredicted, unmatchedGold } = matchFormulas(one, right, quirks);
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

const HEAD = /\(:action\s+([\p{L}\p{N}_]+)/gu;

/**
 * The last action of each name, with EAI's misreadings of parentheses. Null where EAI raises an error: "output" is no
 * text, or the answer ends within parameters.
 */
export function readActions(answer: string): Actions | null {
  const content = domainText(answer)
    ?.replaceAll(/;[^\n]*/g, '')
    .trim()
    .split(/\s+/)
    .join(' ');
  if (content === undefined) return null;
  const actions = new Map<string, PddlAction>();
  let from = 0;
  for (;;) {
    HEAD.lastIndex = from;
    const head = HEAD.exec(content);
    if (head === null) return actions;
    const start = HEAD.lastIndex;
    const [parameters, precondition, effect] = [':parameters', ':precondition', ':effect'].map((key) =>
      content.indexOf(key, start),
    ) as [number, number, number];
    if (parameters < 0 || precondition < 0 || effect < 0) return actions;
    const parametersText = blockAfter(content, parameters);
    if (parametersText === null) return null;
    const effectText = blockAfter(content, effect) ?? '()';
    actions.set(head[1]!, {
      parameters: tidied(parametersText),
      precondition: tidied(blockAfter(content, precondition) ?? '()'),
      effect: tidied(effectText),
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

function tidied(block: string): string {
  return `(${block}`.replaceAll(') )', '))');
}
