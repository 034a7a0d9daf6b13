/**
 * EAI's goal interpretation: goals that a model reads out of a task's words. Its figures are precision, recall and F1 over all answers, by
 * kind of goal and in all.
 *
 * @module
 */
import { readEaiScene } from '../checkout/eai_scene.ts';
import { readTasks } from '../checkout/eai_task.ts';
import { type GoalsScore, scoreGoals } from '../goal_interpretation/score_goals.ts';
import { goalPrompts } from '../prompts/goal_prompts.ts';
import { addHits, type EaiMetric, type Hits, precisionRecallF1, share } from '../scoring/metric.ts';
import type { Evaluation } from './evaluation.ts';

const KINDS = ['node', 'edge', 'action'] as const;

export const goalInterpretation: Evaluation<GoalsScore> = {
  ids: (checkout) => [...readTasks(checkout).keys()],
  prompts: goalPrompts,
  scorer(checkout) {
    const tasks = readTasks(checkout);
    return {
      task(id) {
        const scene = readEaiScene(checkout, id);
        return (answers, quirks) => scoreGoals(tasks.get(id)!, { scene, answer: answers.get(id) ?? '', quirks });
      },
      summed: (scores) => ({ metrics: metricsOf(scores), verdicts: scores.map(verdictOf) }),
    };
  },
};

function metricsOf(scores: readonly GoalsScore[]): EaiMetric[] {
  const all: Hits = { tp: 0, fp: 0, fn: 0 };
  const byKind = KINDS.flatMap((kind) => {
    const hits: Hits = { tp: 0, fp: 0, fn: 0 };
    for (const score of scores) addHits(hits, score[kind]);
    addHits(all, hits);
    return precisionRecallF1(kind, hits);
  });
  const unread = scores.filter(({ verdict }) => verdict === 'parsing').length;
  const ofGoals = (name: string, count: 'malformed' | 'hallucinated') =>
    share(
      name,
      scores.reduce((sum, score) => sum + score[count], 0),
      all.tp + all.fp,
    );
  return [
    ...precisionRecallF1('all', all),
    ...byKind,
    share('parsing', unread, scores.length),
    ofGoals('malformed', 'malformed'),
    ofGoals('hallucination', 'hallucinated'),
  ];
}

function verdictOf({ id, verdict, node, edge, action }: GoalsScore) {
  const sum = (kind: keyof Hits) => node[kind] + edge[kind] + action[kind];
  return { id, verdict, what: `${sum('tp')} right, ${sum('fp')} wrong, ${sum('fn')} missed` };
}
