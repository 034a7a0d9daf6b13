/**
 * Planning problems as a world: whoever acts names ground PDDL actions.
 *
 * @module
 */
import { z } from 'zod';
import type { Env } from '../env.ts';
import type { World } from '../world.ts';
import { type PddlObservation, pddlObservationSchema } from './observation.ts';
import { PddlModel } from './pddl_model.ts';
import {
  type GroundProblem,
  type PddlTask,
  problemOf,
  readScene,
  readTasks,
  type Scene,
  sceneSchema,
  taskFor,
  taskSchema,
} from './read_scene.ts';

const optionsSchema = z.strictObject({});

/** The value that says what the harness may know of planning problems. */
export const pddl: World<Scene, PddlTask, PddlObservation> = {
  name: 'pddl',
  scenesFolder: `${import.meta.dirname}/scenes`,
  tasksFolder: `${import.meta.dirname}/tasks`,
  schemas: { observation: pddlObservationSchema, scene: sceneSchema, task: taskSchema, options: optionsSchema },
  actions: {
    // Of the shipped domains; an observation has those of its own.
    verbs: {
      ...{ 'pick-up': 1, 'put-down': 1, stack: 2, unstack: 2 },
      ...{ attack: 1, succumb: 1, overcome: 2, feast: 2 },
      ...{
        'load-truck': 3,
        'load-airplane': 3,
        'unload-truck': 3,
        'unload-airplane': 3,
        'drive-truck': 4,
        'fly-airplane': 3,
      },
    },
    namesIn: ({ objects }) => objects,
  },
  goalForms: [{ goal: 'facts', holds: 'every fact holds', example: ['on a b', 'ontable b'] }],
  preconditions: {
    unknown_verb: 'parse',
    wrong_arity: 'argument',
    unknown_object: 'hallucinated_object',
    fact_holds: 'timing',
  },
  certain: (options) => optionsSchema.parse(options),
  readScene,
  readTasks,
  isMeantFor: (task, scene) => task.scene === scene.name,
  bind(scene, task) {
    const problem = problemOf(scene, task);
    return { task: taskFor(scene, task), newEnv: () => newEnv(problem) };
  },
  goalParts: ({ goal }) => (goal as readonly string[]).map((fact) => ({ text: fact, condition: fact })),
};

function newEnv(problem: GroundProblem): Env<PddlObservation> {
  let now: PddlModel | null = null;
  const started = () => {
    if (now === null) throw new Error('This problem has not been reset');
    return now;
  };
  return {
    reset(call) {
      call?.signal?.throwIfAborted();
      now = new PddlModel(problem);
      return { observation: now.observe(), goal: now.goal() };
    },
    step(action, call) {
      call?.signal?.throwIfAborted();
      const reason = started().step(action);
      const seen = { observation: started().observe(), goal: started().goal() };
      return reason === null ? { ok: true, ...seen } : { ok: false, ...seen, reason };
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
