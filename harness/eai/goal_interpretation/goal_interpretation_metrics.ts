/**
 * The figures of EAI's goal interpretation: precision, recall and F1 over all answers, by kind of goal and in all.
 *
 * @module
 */
import { addHits, type EaiMetric, type Hits, precisionRecallF1, share } from '../scoring/metric.ts';
import type { GoalsScore } from './score_goals.ts';

const KINDS = ['node', 'edge', 'action'] as const;

export function goalInterpretationMetrics(scores: readonly GoalsScore[]): EaiMetric[] {
  const all: Hits = { tp: 0, fp: 0, fn: 0 };
  const byKind = KINDS.flatMap((kind) => {
    const hits: Hits = { tp: 0, fp: 0, fn: 0 };
    for (const score of scores) addHits(hits, score[kind]);
    addHits(all, hits);
    return precisionRecallF1(kind, hits);
  });
  const goals = all.tp + all.fp;
  const sum = (count: (score: GoalsScore) => number) => scores.reduce((total, score) => total + count(score), 0);
  return [
    ...precisionRecallF1('all', all),
    ...byKind,
    share('parsing', scores.filter(({ verdict }) => verdict === 'parsing').length, scores.length),
    share(
      'malformed',
      sum(({ malformed }) => malformed),
      goals,
    ),
    share(
      'hallucination',
      sum(({ hallucinated }) => hallucinated),
      goals,
    ),
  ];
}
