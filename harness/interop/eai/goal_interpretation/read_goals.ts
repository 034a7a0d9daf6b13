/**
 * The goals in an answer: `{"node goals": [{name, state}], "edge goals": [{from_name, relation, to_name}], "action goals": [{action}]}`.
 *
 * @module
 */
import { readJsonAnswer } from '../answers/read_json_answer.ts';

/** A predicted goal, before its keys are looked at. */
export type PredictedGoal = Readonly<Record<string, unknown>>;

export type PredictedGoals = {
  readonly nodes: readonly PredictedGoal[];
  readonly edges: readonly PredictedGoal[];
  readonly actions: readonly PredictedGoal[];
};

const END_OF_TURN = '<|eot_id|>';

/** Equal goals are one. Null where the answer is no JSON object, or one of its lists is no list of objects. */
export function readGoals(answer: string): PredictedGoals | null {
  const document = readJsonAnswer(answer.replaceAll(END_OF_TURN, ''));
  if (!isRecord(document)) return null;
  const lists = ['node goals', 'edge goals', 'action goals'].map((key) =>
    Object.hasOwn(document, key) ? document[key] : [],
  );
  const goals = lists.map((list) => (Array.isArray(list) && list.every(isRecord) ? distinct(list) : null));
  if (goals.includes(null)) return null;
  const [nodes, edges, actions] = goals as PredictedGoal[][];
  return { nodes: nodes!, edges: edges!, actions: actions! };
}

function isRecord(value: unknown): value is PredictedGoal {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of several with the same keys and values one. */
function distinct(goals: readonly PredictedGoal[]): PredictedGoal[] {
  const keyOf = (goal: PredictedGoal) =>
    JSON.stringify(Object.entries(goal).sort(([one], [other]) => (one < other ? -1 : 1)));
  return [...new Map(goals.map((goal) => [keyOf(goal), goal])).values()];
}
