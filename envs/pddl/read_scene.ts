/**
 * Scenes and tasks as data: a scene is a domain with its instances, a task the goal of one of them.
 *
 * @module
 */
import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import { GoalError } from '../goal_error.ts';
import { checkGoal, type Origin, TASK_FIELDS, TaskError } from '../task_file.ts';
import { domainFields, factsSchema, nameSchema, type PddlObservation } from './observation.ts';
import { PddlModel } from './pddl_model.ts';

export const sceneSchema = z.strictObject({
  name: nameSchema,
  ...domainFields,
  instances: z.record(nameSchema, z.strictObject({ objects: z.array(nameSchema).min(1), facts: factsSchema })),
});

export const taskSchema = z.strictObject({
  ...TASK_FIELDS,
  name: nameSchema,
  instruction: z.string().min(1).max(200_000).describe('what the planner is asked to do'),
  family: nameSchema.optional().describe('shared by tasks that are not to be asked about in one context'),
  scene: nameSchema,
  instance: nameSchema.describe('which of the scene’s instances'),
  goal: factsSchema.min(1),
});

export type Scene = z.infer<typeof sceneSchema>;
export type PddlTask = z.infer<typeof taskSchema> & { readonly origin?: Origin };

/** Reads a scene file. Throws a JsonError. */
export function readScene(text: string, path: string): Scene {
  const { value, problem } = readCheckedJson(text, sceneSchema, path);
  for (const [action, { parameters, needs, adds, deletes }] of Object.entries(value.actions)) {
    const terms = [...needs, ...adds, ...deletes].flatMap((fact) => fact.split(' '));
    const stray = terms.find((term) => term.startsWith('?') && !parameters.includes(term));
    if (stray !== undefined) throw problem(['actions', action], `"${stray}" among its parameters`);
  }
  return value;
}

/** Throws a TaskError where the scene has no such instance, or the goal can never hold there, or holds at the start. */
export function startOf({ name: domain, actions, words, instances }: Scene, task: PddlTask): PddlObservation {
  const instance = Object.hasOwn(instances, task.instance) ? instances[task.instance] : undefined;
  const place = { kind: 'scene', scene: domain } as const;
  if (instance === undefined) throw new TaskError(task, place, `it has no instance "${task.instance}"`);
  const start = { world: 'pddl', domain, actions, words, ...instance, goal: task.goal } as const;
  checkGoal(task, place, () => {
    const named = task.goal.flatMap((fact) => fact.split(' ').slice(1));
    const unknown = named.find((object) => !instance.objects.includes(object));
    if (unknown !== undefined) throw new GoalError(`there is no object "${unknown}"`);
    return new PddlModel(start).goal();
  });
  return start;
}
