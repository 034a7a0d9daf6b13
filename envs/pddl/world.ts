import { z } from 'zod';
import { readCheckedJson } from '../checked_json.ts';
import type { Action, Env, EnvCallOptions, Model, Refusal } from '../env.ts';
import { GoalError } from '../goal_error.ts';
import { checkGoal, type Origin, readTaskFile, TASK_FIELDS, TaskError } from '../task_file.ts';
import type { World } from '../world.ts';
import { domainFields, factsSchema, nameSchema, type PddlObservation, pddlObservationSchema } from './observation.ts';

const sceneSchema = z.strictObject({
  name: nameSchema,
  ...domainFields,
  instances: z.record(nameSchema, z.strictObject({ objects: z.array(nameSchema).min(1), facts: factsSchema })),
});

const taskSchema = z.strictObject({
  ...TASK_FIELDS,
  name: nameSchema,
  instruction: z.string().min(1).max(200_000).describe('what the planner is asked to do'),
  family: nameSchema.optional().describe('tasks of one family must not share a context'),
  scene: nameSchema,
  instance: nameSchema.describe('an instance of the scene'),
  goal: factsSchema.min(1),
});

const optionsSchema = z.strictObject({});
export type Scene = z.infer<typeof sceneSchema>;
export type PddlTask = z.infer<typeof taskSchema> & { readonly origin?: Origin };

export const pddl: World<Scene, PddlTask, PddlObservation> = {
  name: 'pddl',
  scenesFolder: `${import.meta.dirname}/scenes`,
  tasksFolder: `${import.meta.dirname}/tasks`,
  schemas: { observation: pddlObservationSchema, scene: sceneSchema, task: taskSchema, options: optionsSchema },
  actions: {
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
  readScene(text, path) {
    const { value, problem } = readCheckedJson(text, sceneSchema, path);
    for (const [action, { parameters, needs, adds, deletes }] of Object.entries(value.actions)) {
      const terms = [...needs, ...adds, ...deletes].flatMap((fact) => fact.split(' '));
      const undeclared = terms.find((term) => term.startsWith('?') && !parameters.includes(term));
      if (undeclared !== undefined) throw problem(['actions', action], `"${undeclared}" among its parameters`);
    }
    return value;
  },
  readTasks: (text, path) => readTaskFile({ text, path }, taskSchema),
  isMeantFor: (task, scene) => task.scene === scene.name,
  bind({ name: domain, actions, words, instances }, taskInFile) {
    const { name, instruction, stepsMax, scene, instance: key, goal } = taskInFile;
    const place = { kind: 'scene', scene } as const;
    const instance = Object.hasOwn(instances, key) ? instances[key] : undefined;
    if (instance === undefined) throw new TaskError(taskInFile, place, `it has no instance "${key}"`);
    const start = { world: 'pddl', domain, actions, words, ...instance, goal } as const;
    checkGoal(taskInFile, place, () => {
      const objects = goal.flatMap((fact) => fact.split(' ').slice(1));
      const unknownObject = objects.find((object) => !instance.objects.includes(object));
      if (unknownObject !== undefined) throw new GoalError(`there is no object "${unknownObject}"`);
      return modelOf(start).goal();
    });
    // PlanBench's validator judges the state at the end of the plan.
    return { task: { name, scene, instruction, stepsMax, goal, endsBy: 'planner' }, newEnv: () => newEnv(start) };
  },
  goalParts: ({ goal }) => (goal as readonly string[]).map((fact) => ({ text: fact, condition: fact })),
};

function newEnv(start: PddlObservation): Env<PddlObservation> {
  let model: ProblemModel | null = null;
  const current = (call?: EnvCallOptions): ProblemModel => {
    call?.signal?.throwIfAborted();
    if (model === null) throw new Error('This problem has not been reset');
    return model;
  };
  const result = () => ({ observation: current().observe(), goal: current().goal() });
  return {
    reset(call) {
      call?.signal?.throwIfAborted();
      model = modelOf(start);
      return result();
    },
    step(action, call) {
      const reason = current(call).step(action);
      return reason === null ? { ok: true, ...result() } : { ok: false, ...result(), reason };
    },
    observe: (call) => current(call).observe(),
    close() {},
    model: () => current().clone(),
  };
}

interface ProblemModel extends Model {
  clone(): ProblemModel;
  observe(): PddlObservation;
}

function modelOf(start: PddlObservation, initialFacts: Iterable<string> = start.facts): ProblemModel {
  const facts = new Set(initialFacts);
  return {
    clone: () => modelOf(start, facts),
    refusal: (action) => refusalOf(action, start, facts),
    step(action) {
      const refusal = refusalOf(action, start, facts);
      if (refusal !== null) return refusal;
      const { deletes, adds, parameters } = start.actions[action.verb]!;
      for (const fact of ground(deletes, parameters, action.args)) facts.delete(fact);
      for (const fact of ground(adds, parameters, action.args)) facts.add(fact);
      return null;
    },
    goal() {
      const share = start.goal.filter((fact) => facts.has(fact)).length / start.goal.length;
      return { success: share === 1, share };
    },
    holds(condition) {
      if (typeof condition !== 'string') throw new GoalError('expected a fact, such as "on a b"');
      return facts.has(condition);
    },
    changes() {
      const newFacts = [...facts].filter((fact) => !start.facts.includes(fact)).sort();
      return newFacts.map((fact) => ({ object: fact.split(' ')[1] ?? fact, condition: fact }));
    },
    observe: () => ({ ...start, facts: [...facts].sort() }),
  };
}

function refusalOf(action: Action, { actions, objects }: PddlObservation, facts: ReadonlySet<string>): Refusal | null {
  const { verb, args } = action;
  const refusal = (precondition: string, message: string) => ({ precondition, message });
  const schema = Object.hasOwn(actions, verb) ? actions[verb]! : null;
  if (schema === null) return refusal('unknown_verb', `There is no action ${JSON.stringify(verb.slice(0, 40))}`);
  const { parameters, needs } = schema;
  if (args.length !== parameters.length)
    return refusal(
      'wrong_arity',
      `${verb} takes ${parameters.length} object${parameters.length === 1 ? '' : 's'}, found ${args.length}`,
    );
  const unknownObject = args.find((name) => !objects.includes(name));
  if (unknownObject !== undefined)
    return refusal('unknown_object', `There is no object ${JSON.stringify(unknownObject.slice(0, 40))}`);
  const unmet = ground(needs, parameters, args).find((fact) => !facts.has(fact));
  return unmet === undefined ? null : refusal('fact_holds', `${[verb, ...args].join(' ')} needs ${unmet}`);
}

function ground(facts: readonly string[], parameters: readonly string[], args: readonly string[]) {
  const substitute = (term: string) => (term.startsWith('?') ? args[parameters.indexOf(term)] : term);
  return facts.map((fact) => fact.split(' ').map(substitute).join(' '));
}
