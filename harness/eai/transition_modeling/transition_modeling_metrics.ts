/**
 * The figures of EAI's transition modeling: hits over all bodies, by category of predicate, and how many predictions a planner can use.
 *
 * @module
 */
import { addHits, type EaiMetric, type Hits, precisionRecallF1, share } from '../scoring/metric.ts';
import type { PlannerVerdict } from './leads_to_goal.ts';
import type { PredicateHits } from './score_actions.ts';

export type TransitionScore = {
  readonly id: string;
  /** Null where the answer cannot be read. */
  readonly predicted: readonly string[] | null;
  readonly asked: readonly string[];
  readonly hits: PredicateHits;
  /** Null where it is not counted. */
  readonly planner: PlannerVerdict | null;
};

const OTHER = 'unknown predicates';

/** `categories` maps predicates; what it lacks counts as `countsUnknown` says. */
export function transitionModelingMetrics(
  scores: readonly TransitionScore[],
  { categories, countsUnknown }: { readonly categories: ReadonlyMap<string, string>; readonly countsUnknown: boolean },
): EaiMetric[] {
  const all: Hits = { tp: 0, fp: 0, fn: 0 };
  const byCategory = new Map([...new Set(categories.values())].map((name): [string, Hits] => [name, { ...all }]));
  for (const [predicate, hits] of scores.flatMap((score) => [...score.hits])) {
    const category = categories.get(predicate) ?? OTHER;
    if (category !== OTHER || countsUnknown) addHits(all, hits);
    const sum = byCategory.get(category);
    if (sum !== undefined) addHits(sum, hits);
  }
  const planned = scores.flatMap(({ planner }) => (planner === null ? [] : [planner]));
  const predicted = scores.flatMap(({ predicted: names, asked }) =>
    (names ?? []).map((name) => (asked.includes(name) ? 'asked' : 'invented')),
  );
  const verdicts = (name: string, verdict: PlannerVerdict['verdict']) =>
    share(name, planned.filter((each) => each.verdict === verdict).length, planned.length);
  return [
    ...precisionRecallF1('all', all),
    verdicts('planner_success', 'solved'),
    verdicts('planner_refused', 'refused'),
    verdicts('planner_limit', 'limit'),
    ...[...byCategory].flatMap(([name, hits]) => precisionRecallF1(name, hits)),
    share('parsing', scores.filter((score) => score.predicted === null).length, scores.length),
    share('hallucination', predicted.filter((each) => each === 'invented').length, predicted.length),
  ];
}
