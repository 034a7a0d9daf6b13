/**
 * EAI's tasks on VirtualHome: what is to hold, and be done, in the end.
 *
 * @module
 */
import { z } from 'zod';
import type { EaiCheckout } from './eai_checkout.ts';

const nodeGoal = z.object({ id: z.int(), class_name: z.string(), state: z.string() });
const edgeGoal = z.object({ from_id: z.int(), relation_type: z.string(), to_id: z.int() });

export type NodeGoal = z.infer<typeof nodeGoal>;
export type EdgeGoal = z.infer<typeof edgeGoal>;

export type EaiTask = {
  /** Such as `27_2`. */
  readonly id: string;
  /** Such as `Wash clothes`. */
  readonly name: string;
  /** Without duplicates. */
  readonly nodes: readonly NodeGoal[];
  readonly edges: readonly EdgeGoal[];
  /** Groups in the file's order; of a group such as `TOUCH|PUSH` one is enough. */
  readonly actions: readonly string[];
  /** The same as a formula of temporal logic; null where nothing is asked. */
  readonly formula: string | null;
};

const FILE = 'resources/virtualhome/task_state_LTL_formula_accurate.json';
const SCENE = 'scene_1';

const tasksSchema = z.object({
  [SCENE]: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        vh_goal: z.object({ actions: z.array(z.string()), goal: z.array(z.union([nodeGoal, edgeGoal])) }),
        tl_goal: z.string().nullable(),
      }),
    ),
  ),
});

/** By id, in the file's order. */
export function readTasks(checkout: EaiCheckout): ReadonlyMap<string, EaiTask> {
  const { value } = checkout.json(FILE, tasksSchema);
  const tasks = Object.entries(value[SCENE]).flatMap(([name, each]) =>
    Object.entries(each).map(([id, { vh_goal, tl_goal }]): [string, EaiTask] => {
      const goals = distinct(vh_goal.goal);
      return [
        id,
        {
          id,
          name,
          nodes: goals.filter((goal) => 'state' in goal),
          edges: goals.filter((goal) => 'from_id' in goal),
          actions: [...new Set(vh_goal.actions)],
          formula: tl_goal,
        },
      ];
    }),
  );
  return new Map(tasks);
}

/** Of several equal ones the first. */
function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
