/**
 * Planning problems as a world: whoever acts names ground PDDL actions.
 *
 * @module
 */
import { z } from 'zod';
import type { Env } from '../env.ts';
import { readTaskFile } from '../task_file.ts';
import type { World } from '../world.ts';
import { type PddlObservation, pddlObservationSchema } from './observation.ts';
import { PddlModel } from './pddl_model.ts';
import { type PddlTask, readScene, type Scene, sceneSchema, startOf, taskSchema } from './read_scene.ts';

const optionsSchema = z.strictObject({});

/** The value that says what the harness may know of planning problems. */
export const pddl: World<Scene, PddlTask, PddlObservation> = {
  name: 'pddl',
  scenesFolder: `${import.meta.dirname}/scenes`,
  tasksFolder: `${import.meta.dirname}/tasks`,
  schemas: { observation: pddlObservationSchema, scene: sceneSchema, task: taskSchema, options: optionsSchema },
  actions: {
    // Those of the shipped domains; what is seen has its own.
    verbs: {
      ...{ 'pick-up': 1, 'put-down': 1, stack: 2, unstack: 2 },
      ...{ attack: 1, succumb: 1, overcome: 2, feast: 2 },
      ...{ 'load-truck': 3, 'unload-truck': 3, 'load-airplane': 3, 'unload-airplane': 3 },
      ...{ 'drive-truck': 4, 'fly-airplane': 3 },
    },
    namesIn: ({ objects }) => objects,
  },
  preconditions: {
    unknown_verb: 'parse',
    wrong_arity: 'argument',
    unknown_object: 'hallucinated_object',
    fact_holds: 'timing',
  },
  certain: (options) => optionsSchema.parse(options),
  readScene,
  readTasks: (text, path) => readTaskFile({ text, path }, taskSchema),
  isMeantFor: (task, scene) => task.scene === scene.name,
  bind(scene, taskInFile) {
    const start = startOf(scene, taskInFile);
    const { name, instruction, stepsMax, goal } = taskInFile;
    // A plan is carried out to its end, and what holds then counts, as for PlanBench’s validator.
    const task = { name, scene: scene.name, instruction, stepsMax, goal, endsBy: 'planner' } as const;
    return { task, newEnv: () => newEnv(start) };
  },
  goalParts: ({ goal }) => (goal as readonly string[]).map((fact) => ({ text: fact, condition: fact })),
};

function newEnv(start: PddlObservation): Env<PddlObservation> {
  let now: PddlModel | null = null;
  const started = () => {
    if (now === null) throw new Error('This problem has not been reset');
    return now;
  };
  const seen = () => ({ observation: started().observe(), goal: started().goal() });
  return {
    reset(call) {
      call?.signal?.throwIfAborted();
      now = new PddlModel(start);
      return seen();
    },
    step(action, call) {
      call?.signal?.throwIfAborted();
      const reason = started().step(action);
      return reason === null ? { ok: true, ...seen() } : { ok: false, ...seen(), reason };
    },
    observe(call) {
      call?.signal?.throwIfAborted();
      return started().observe();
    },
    close() {
      now = null;
    },
    model: () => started().clone(),
  };
}
