import { sum } from '../../../trace/metrics/numbers.ts';
import { readJsonAnswer } from '../checkout/checkout.ts';
import { type EaiScene, readEaiScene } from '../checkout/scene.ts';
import { type EaiTask, readTasks } from '../checkout/tasks.ts';
import { type EaiMetric, type Evaluation, precisionRecallF1, share, sumHits } from './evaluation.ts';
import type { Quirks } from './quirks.ts';

const KINDS = ['node', 'edge', 'action'] as const;

export const goalInterpretation: Evaluation<GoalsScore> = (checkout) => {
  const tasks = readTasks(checkout);
  return {
    task(id) {
      const scene = readEaiScene(checkout, id);
      return (answers, quirks) => scoreGoals(tasks.get(id)!, { scene, answer: answers.get(id) ?? '', quirks });
    },
    summarize: (scores) => ({ metrics: metricsOf(scores), verdicts: scores.map(verdictOf) }),
  };
};

function metricsOf(scores: readonly GoalsScore[]): EaiMetric[] {
  const byKind = KINDS.map((kind) => [kind, sumHits(scores.map((score) => score[kind]))] as const);
  const all = sumHits(byKind.map(([, hits]) => hits));
  const perGoal = (name: string, count: (score: GoalsScore) => number) =>
    share(name, sum(scores.map(count)), all.tp + all.fp);
  return [
    ...precisionRecallF1('all', all),
    ...byKind.flatMap(([kind, hits]) => precisionRecallF1(kind, hits)),
    share('parsing', scores.filter(({ verdict }) => verdict === 'parsing').length, scores.length),
    perGoal('malformed', ({ malformed }) => malformed),
    perGoal('hallucination', ({ hallucinated }) => hallucinated),
  ];
}

function verdictOf({ id, verdict, node, edge, action }: GoalsScore) {
  const { tp, fp, fn } = sumHits([node, edge, action]);
  return { id, verdict, what: `${tp} correct, ${fp} incorrect, ${fn} missed` };
}

type GoalsScore = ReturnType<typeof scoreGoals>;

export function scoreGoals(
  task: EaiTask,
  { scene, answer, quirks }: { scene: EaiScene; answer: string; quirks: Quirks },
) {
  const predicted = readGoals(answer);
  if (predicted === null) {
    const missed = (all: readonly unknown[]) => ({ tp: 0, fp: 0, fn: quirks.unread_answers_free ? 0 : all.length });
    const hits = { node: missed(task.nodes), edge: missed(task.edges), action: missed(task.actions) };
    return { id: task.id, verdict: 'parsing', ...hits, malformed: 0, hallucinated: 0 };
  }
  const ids = objectsByName(scene, quirks);
  const nodes = match(predicted.nodes, quirks, {
    required: task.nodes.map(({ id, class_name, state }) => [keyOf(id, class_name, state)]),
    keysOf({ name, state }) {
      if (name === undefined || state === undefined) return 'malformed';
      return ids.get(name)?.map((id) => keyOf(id, name, state)) ?? 'hallucinated';
    },
  });
  const edges = match(predicted.edges, quirks, {
    required: task.edges.map(({ from_id, relation_type, to_id }) => [keyOf(from_id, relation_type, to_id)]),
    keysOf({ from_name, relation, to_name }) {
      if (from_name === undefined || relation === undefined || to_name === undefined) return 'malformed';
      const [from, to] = [ids.get(from_name), ids.get(to_name)];
      if (from === undefined || to === undefined) return 'hallucinated';
      return from.flatMap((one) => to.map((other) => keyOf(one, relation, other)));
    },
  });
  const actions = match(predicted.actions, quirks, {
    required: task.actions.map((group) => group.toUpperCase().split('|')),
    keysOf: ({ action }) => (typeof action === 'string' ? [action.toUpperCase()] : 'malformed'),
  });
  return {
    ...{ id: task.id, verdict: 'scored', node: nodes.hits, edge: edges.hits, action: actions.hits },
    malformed: nodes.malformed + edges.malformed + actions.malformed,
    hallucinated: nodes.hallucinated + edges.hallucinated,
  };
}

function keyOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

function objectsByName({ start, relevant }: EaiScene, quirks: Quirks): ReadonlyMap<unknown, readonly number[]> {
  const ids = new Map<unknown, number[]>();
  for (const id of relevant) {
    const { className } = start.nodes[start.indexOf.get(id)!]!;
    ids.set(className, quirks.one_object_a_name ? [id] : [...(ids.get(className) ?? []), id]);
  }
  return ids;
}

type Matching = {
  required: readonly (readonly string[])[];
  keysOf: (goal: PredictedGoal) => readonly string[] | 'malformed' | 'hallucinated';
};

function match(predicted: readonly PredictedGoal[], quirks: Quirks, { required, keysOf }: Matching) {
  const result = { hits: { tp: 0, fp: 0, fn: 0 }, malformed: 0, hallucinated: 0 };
  const unmatched = [...required];
  for (const goal of predicted.filter((each) => Object.keys(each).length > 0)) {
    const keys = keysOf(goal);
    if (typeof keys === 'string') {
      result[keys]++;
      if (!quirks.unknown_names_free) result.hits.fp++;
      continue;
    }
    const [at = -1] = keys
      .map((key) => unmatched.findIndex((group) => group.includes(key)))
      .filter((found) => found >= 0);
    if (at < 0) result.hits.fp++;
    else {
      result.hits.tp++;
      if (!quirks.goals_not_used_up) unmatched.splice(at, 1);
    }
  }
  result.hits.fn = required.length - result.hits.tp;
  return result;
}

type PredictedGoal = Readonly<Record<string, unknown>>;

function readGoals(answer: string) {
  const document = readJsonAnswer(answer.replaceAll('<|eot_id|>', ''));
  if (!isRecord(document)) return null;
  const [nodes, edges, actions] = ['node goals', 'edge goals', 'action goals'].map((key) => {
    const list = Object.hasOwn(document, key) ? document[key] : [];
    return Array.isArray(list) && list.every(isRecord) ? distinct(list) : null;
  });
  return nodes && edges && actions ? { nodes, edges, actions } : null;
}

function isRecord(value: unknown): value is PredictedGoal {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function distinct(goals: readonly PredictedGoal[]): PredictedGoal[] {
  const entriesOf = (goal: PredictedGoal) => Object.entries(goal).sort(([one], [other]) => (one < other ? -1 : 1));
  return [...new Map(goals.map((goal) => [JSON.stringify(entriesOf(goal)), goal])).values()];
}
