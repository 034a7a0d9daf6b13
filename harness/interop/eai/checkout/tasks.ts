import { z } from 'zod';
import type { EaiCheckout, EvaluationName } from './checkout.ts';

const nodeGoal = z.object({ id: z.int(), class_name: z.string(), state: z.string() });
const edgeGoal = z.object({ from_id: z.int(), relation_type: z.string(), to_id: z.int() });

export type NodeGoal = z.infer<typeof nodeGoal>;
export type EdgeGoal = z.infer<typeof edgeGoal>;

export type EaiTask = Readonly<{
  id: string;
  name: string;
  nodes: readonly NodeGoal[];
  edges: readonly EdgeGoal[];
  /** Alternatives, such as `TOUCH|PUSH`. */
  actions: readonly string[];
  formula: string | null;
}>;

const FOLDER = 'resources/virtualhome';

const taskSchema = z.object({
  vh_goal: z.object({ actions: z.array(z.string()), goal: z.array(z.union([nodeGoal, edgeGoal])) }),
  tl_goal: z.string().nullable(),
});
const tasksSchema = z.object({ scene_1: z.record(z.string(), z.record(z.string(), taskSchema)) });

export function readTasks(checkout: EaiCheckout): ReadonlyMap<string, EaiTask> {
  const { value } = checkout.json(`${FOLDER}/task_state_LTL_formula_accurate.json`, tasksSchema);
  const tasks = Object.entries(value.scene_1).flatMap(([name, tasksById]) =>
    Object.entries(tasksById).map(([id, { vh_goal, tl_goal: formula }]): [string, EaiTask] => {
      const goals = [...new Map(vh_goal.goal.map((goal) => [JSON.stringify(goal), goal])).values()];
      const nodes = goals.filter((goal) => 'state' in goal);
      const edges = goals.filter((goal) => 'from_id' in goal);
      return [id, { id, name, nodes, edges, actions: [...new Set(vh_goal.actions)], formula }];
    }),
  );
  return new Map(tasks);
}

export function taskIds(checkout: EaiCheckout, evaluation: EvaluationName): readonly string[] {
  if (evaluation === 'transition_modeling') {
    return checkout.json(`${FOLDER}/success_task.json`, z.array(z.string())).value;
  }
  const tasks = [...readTasks(checkout).values()];
  return tasks.filter(({ formula }) => evaluation !== 'subgoal_decomposition' || formula !== null).map(({ id }) => id);
}

export type PddlAction = Readonly<{ parameters: string; precondition: string; effect: string }>;

const goldSchema = z.record(
  z.string(),
  z.object({ action_parameters: z.string(), action_preconditions: z.string(), action_effects: z.string() }),
);

/** `header`: the domain without actions and last parenthesis. */
export function readTransitionTasks(checkout: EaiCheckout) {
  const actionsOf = checkout.json(`${FOLDER}/id2action.json`, z.record(z.string(), z.array(z.string())));
  const nameOf = checkout.json(`${FOLDER}/id2task.json`, z.record(z.string(), z.string()));
  const categories = checkout.json(`${FOLDER}/predicates_category.json`, z.record(z.string(), z.string()));
  const goldFile = checkout.json(`${FOLDER}/gold_action.json`, goldSchema);
  const gold = new Map<string, PddlAction>();
  for (const [name, { action_parameters, action_preconditions, action_effects }] of Object.entries(goldFile.value)) {
    gold.set(name, { parameters: action_parameters, precondition: action_preconditions, effect: action_effects });
  }
  const tasks = taskIds(checkout, 'transition_modeling').map((id) => {
    for (const file of [actionsOf, nameOf]) {
      if (!Object.hasOwn(file.value, id)) throw file.problem([], `the task ${JSON.stringify(id)}`);
    }
    const actions = actionsOf.value[id]!.map((name, at) => {
      const action = gold.get(name);
      if (action === undefined) throw actionsOf.problem([id, at], 'an action of gold_action.json');
      return [name, action] as const;
    });
    const folder = nameOf.value[id]!.split(/\s+/).join('_');
    return { id, gold: new Map(actions), problem: checkout.text(`${FOLDER}/problem_pddl/${folder}/${id}.pddl`) };
  });
  const header = checkout.text(`${FOLDER}/virtualhome_pd.pddl`);
  return { tasks, gold, header, categories: new Map(Object.entries(categories.value)) };
}
