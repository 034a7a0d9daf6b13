/**
 * EAI's goal interpretation, one answer: predicted goals held against those that are asked for.
 *
 * @module
 */
import type { EaiScene } from '../checkout/eai_scene.ts';
import type { EaiTask } from '../checkout/eai_task.ts';
import type { Hits } from '../scoring/metric.ts';
import type { Quirks } from '../scoring/quirks.ts';
import { type PredictedGoal, readGoals } from './read_goals.ts';

export type GoalsScore = {
  readonly id: string;
  readonly verdict: 'parsing' | 'scored';
  readonly node: Hits;
  readonly edge: Hits;
  readonly action: Hits;
  /** Predicted goals that lack a key, and that are about an object that is not there. */
  readonly malformed: number;
  readonly hallucinated: number;
};

export function scoreGoals(
  task: EaiTask,
  { scene, answer, quirks }: { readonly scene: EaiScene; readonly answer: string; readonly quirks: Quirks },
): GoalsScore {
  const predicted = readGoals(answer);
  if (predicted === null) {
    const missed = (all: readonly unknown[]) => ({ tp: 0, fp: 0, fn: quirks.unread_answers_free ? 0 : all.length });
    const hits = { node: missed(task.nodes), edge: missed(task.edges), action: missed(task.actions) };
    return { id: task.id, verdict: 'parsing', ...hits, malformed: 0, hallucinated: 0 };
  }
  const idsOf = objectsByName(scene, quirks);
  const nodes = match(predicted.nodes, quirks, {
    wanted: task.nodes.map(({ id, class_name, state }) => [keyOf(id, class_name, state)]),
    keysOf: ({ name, state }) =>
      name === undefined || state === undefined
        ? 'malformed'
        : (idsOf(name)?.map((id) => keyOf(id, name, state)) ?? 'hallucinated'),
  });
  const edges = match(predicted.edges, quirks, {
    wanted: task.edges.map(({ from_id, relation_type, to_id }) => [keyOf(from_id, relation_type, to_id)]),
    keysOf: ({ from_name, relation, to_name }) => {
      if (from_name === undefined || relation === undefined || to_name === undefined) return 'malformed';
      const [from, to] = [idsOf(from_name), idsOf(to_name)];
      if (from === undefined || to === undefined) return 'hallucinated';
      return from.flatMap((one) => to.map((other) => keyOf(one, relation, other)));
    },
  });
  const actions = match(predicted.actions, quirks, {
    wanted: task.actions.map((group) => group.toUpperCase().split('|')),
    keysOf: ({ action }) => (typeof action === 'string' ? [action.toUpperCase()] : 'malformed'),
  });
  return {
    id: task.id,
    verdict: 'scored',
    node: nodes.hits,
    edge: edges.hits,
    action: actions.hits,
    malformed: nodes.malformed + edges.malformed + actions.malformed,
    hallucinated: nodes.hallucinated + edges.hallucinated,
  };
}

function keyOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** Name → ids among the objects that the task is about. */
function objectsByName(
  { start, relevant }: EaiScene,
  quirks: Quirks,
): (name: unknown) => readonly number[] | undefined {
  const ids = new Map<string, number[]>();
  for (const id of relevant) {
    const { className } = start.nodes[start.indexOf.get(id)!]!;
    ids.set(className, quirks.one_object_a_name ? [id] : [...(ids.get(className) ?? []), id]);
  }
  return (name) => (typeof name === 'string' ? ids.get(name) : undefined);
}

type Matching = {
  /** Goals that are asked for, each by the keys that meet it. */
  readonly wanted: readonly (readonly string[])[];
  /** Of a predicted goal: what it may stand for. */
  readonly keysOf: (goal: PredictedGoal) => readonly string[] | 'malformed' | 'hallucinated';
};

function match(predicted: readonly PredictedGoal[], quirks: Quirks, { wanted, keysOf }: Matching) {
  const matched = { hits: { tp: 0, fp: 0, fn: 0 }, malformed: 0, hallucinated: 0 };
  const left = [...wanted];
  for (const goal of predicted.filter((each) => Object.keys(each).length > 0)) {
    const keys = keysOf(goal);
    if (typeof keys === 'string') {
      matched[keys]++;
      if (!quirks.unknown_names_free) matched.hits.fp++;
      continue;
    }
    const [at = -1] = keys.map((key) => left.findIndex((group) => group.includes(key))).filter((found) => found >= 0);
    if (at < 0) matched.hits.fp++;
    else {
      matched.hits.tp++;
      if (!quirks.goals_not_used_up) left.splice(at, 1);
    }
  }
  matched.hits.fn = wanted.length - matched.hits.tp;
  return matched;
}
