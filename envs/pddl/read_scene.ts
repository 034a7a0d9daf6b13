/**
 * Scenes and tasks as data: a scene is a domain with its instances, a task the goal of one of them.
 *
 * @module
 */
import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import type { Task } from '../env.ts';
import { GoalError } from '../goal_error.ts';
import { checkGoal, type Origin, readTaskFile, TASK_FIELDS, TaskError } from '../task_file.ts';
import { wordsSchema } from './observation.ts';
import { PddlModel } from './pddl_model.ts';

const name = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, { error: 'a name in lower case' });
const fact = z
  .string()
  .regex(/^[a-z0-9_-]+(?: \??[a-z0-9_-]+)*$/, { error: 'a predicate and its objects, such as "on a b"' });
const facts = z.array(fact);

const schemaOfAction = z.strictObject({
  parameters: z.array(z.string().regex(/^\?[a-z0-9_-]+$/, { error: 'a variable, such as "?x"' })),
  needs: facts.describe('what must hold, so that it can be carried out'),
  adds: facts,
  deletes: facts,
});

export const sceneSchema = z.strictObject({
  name,
  actions: z.record(name, schemaOfAction),
  words: wordsSchema,
  instances: z.record(name, z.strictObject({ objects: z.array(name).min(1), facts })),
});

export const taskSchema = z.strictObject({
  ...TASK_FIELDS,
  instruction: z.string().min(1).max(200_000).describe('what the planner is asked to do'),
  family: name.optional().describe('shared by tasks that are not to be asked about in one context'),
  scene: name,
  instance: name.describe('which of the scene’s instances'),
  goal: facts.min(1),
});

export type Scene = z.infer<typeof sceneSchema>;
export type Schema = z.infer<typeof schemaOfAction>;
export type PddlTask = z.infer<typeof taskSchema> & { readonly origin?: Origin };

/** An instance with its domain and its goal. */
export type GroundProblem = {
  readonly domain: string;
  readonly schemas: Scene['actions'];
  readonly words: Scene['words'];
  readonly objects: readonly string[];
  readonly facts: readonly string[];
  readonly goal: readonly string[];
};

/** Reads a scene file. Throws a JsonError. */
export function readScene(text: string, path: string): Scene {
  const { value, problem } = readCheckedJson(text, sceneSchema, path);
  for (const [action, { parameters, needs, adds, deletes }] of Object.entries(value.actions)) {
    const stray = variablesOf([...needs, ...adds, ...deletes]).find((variable) => !parameters.includes(variable));
    if (stray !== undefined)
      throw problem(['actions', action], `no variable but its parameters, of which ${stray} is none`);
  }
  return value;
}

/** Reads a file of tasks. Throws a JsonError. */
export function readTasks(text: string, path: string): PddlTask[] {
  return readTaskFile({ text, path }, taskSchema);
}

/** Throws a TaskError where the scene has no such instance, or the goal can never hold there, or holds at the start. */
export function problemOf(scene: Scene, task: PddlTask): GroundProblem {
  const instance = Object.hasOwn(scene.instances, task.instance) ? scene.instances[task.instance] : undefined;
  const place = { kind: 'scene', scene: scene.name } as const;
  if (instance === undefined) throw new TaskError(task, place, `it has no instance "${task.instance}"`);
  const { name: domain, actions: schemas, words } = scene;
  const problem = { domain, schemas, words, ...instance, goal: task.goal };
  checkGoal(task, place, () => {
    const unknown = task.goal
      .flatMap((wanted) => wanted.split(' ').slice(1))
      .find((object) => !instance.objects.includes(object));
    if (unknown !== undefined) throw new GoalError(`there is no object "${unknown}"`);
    return new PddlModel(problem).goal();
  });
  return problem;
}

/** The plan is carried out from start to finish: what holds then counts, as for PlanBench’s validator. */
export function taskFor(
  scene: Scene,
  { name: called, instruction, stepsMax, goal }: PddlTask,
): Task<readonly string[]> {
  return { name: called, scene: scene.name, instruction, stepsMax, goal, endsBy: 'planner' };
}

function variablesOf(all: readonly string[]): string[] {
  return all.flatMap((each) => each.split(' ').filter((term) => term.startsWith('?')));
}
