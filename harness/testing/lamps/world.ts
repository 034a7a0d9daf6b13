/** A test copies this world to `envs/lamps`. */
import { z } from 'zod';
import { readCheckedJson } from '../../../envs/checked_json.ts';
import type { Action, Env, GoalStatus, Model, Refusal, Task } from '../../../envs/env.ts';
import { GoalError } from '../../../envs/goal_error.ts';
import { checkGoal, type Origin, readTaskFile, TASK_FIELDS } from '../../../envs/task_file.ts';
import type { World } from '../../../envs/world.ts';

const names = z.array(z.string()).min(1);
const observationSchema = z.object({ world: z.literal('lamps'), lamps: names, lit: z.array(z.string()) });
const sceneSchema = z.strictObject({ name: z.string(), lamps: names });
const taskSchema = z.strictObject({ ...TASK_FIELDS, goal: names });
const optionsSchema = z.strictObject({});
type Observation = z.infer<typeof observationSchema>;
type Scene = z.infer<typeof sceneSchema>;
type LampTask = z.infer<typeof taskSchema> & { readonly origin?: Origin };

class Lamps implements Model {
  readonly #scene: Scene;
  readonly #wanted: readonly string[];
  readonly #lit: Set<string>;

  constructor(scene: Scene, wanted: readonly string[], lit: Iterable<string> = []) {
    this.#scene = scene;
    this.#wanted = wanted;
    this.#lit = new Set(lit);
  }

  clone(): Lamps {
    return new Lamps(this.#scene, this.#wanted, this.#lit);
  }

  refusal({ verb, args: [lamp = '', ...others] }: Action): Refusal | null {
    const refused = (precondition: string) => ({ precondition, message: `Cannot ${verb.slice(0, 20)}` });
    if (verb !== 'light') return refused('unknown_verb');
    if (lamp === '' || others.length > 0) return refused('wrong_arity');
    if (!this.#scene.lamps.includes(lamp)) return refused('unknown_object');
    return this.#lit.has(lamp) ? refused('not_lit') : null;
  }

  step(action: Action): Refusal | null {
    const refusal = this.refusal(action);
    if (refusal === null) this.#lit.add(action.args[0]!);
    return refusal;
  }

  goal(): GoalStatus {
    const share = 1 - this.lowerBound() / this.#wanted.length;
    return { success: share === 1, share };
  }

  holds(condition: unknown): boolean {
    return this.#lit.has(String(condition));
  }

  changes() {
    return [...this.#lit].map((object) => ({ object, condition: object }));
  }

  observe(): Observation {
    const { lamps } = this.#scene;
    return { world: 'lamps', lamps, lit: lamps.filter((lamp) => this.#lit.has(lamp)) };
  }

  // What a search needs beyond a model; see `planners/oracle/searchable.ts`.

  actions(): readonly Action[] {
    return this.#scene.lamps.filter((lamp) => !this.#lit.has(lamp)).map((lamp) => ({ verb: 'light', args: [lamp] }));
  }

  key(): string {
    return JSON.stringify([...this.#lit].sort());
  }

  lowerBound(): number {
    return this.#wanted.filter((lamp) => !this.#lit.has(lamp)).length;
  }
}

function newEnv(scene: Scene, wanted: readonly string[]): Env<Observation> {
  let now: Lamps | null = null;
  const started = () => {
    if (now === null) throw new Error('These lamps have not been reset');
    return now;
  };
  return {
    reset(call) {
      call?.signal?.throwIfAborted();
      now = new Lamps(scene, wanted);
      return { observation: now.observe(), goal: now.goal() };
    },
    step(action, call) {
      call?.signal?.throwIfAborted();
      const lamps = started();
      const reason = lamps.step(action);
      const seen = { observation: lamps.observe(), goal: lamps.goal() };
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

function taskFor(scene: Scene, task: LampTask): Task<readonly string[]> {
  checkGoal(task, { kind: 'scene', scene: scene.name }, () => {
    const missing = task.goal.find((lamp) => !scene.lamps.includes(lamp));
    if (missing !== undefined) throw new GoalError(`there is no lamp "${missing}"`);
    return new Lamps(scene, task.goal).goal();
  });
  const { name, instruction, stepsMax, goal } = task;
  return { name, scene: scene.name, instruction, stepsMax, goal };
}

export const lamps: World<Scene, LampTask, Observation> = {
  name: 'lamps',
  scenesFolder: `${import.meta.dirname}/scenes`,
  tasksFolder: `${import.meta.dirname}/tasks`,
  schemas: { observation: observationSchema, scene: sceneSchema, task: taskSchema, options: optionsSchema },
  actions: { verbs: { light: 1 }, namesIn: (seen) => seen.lamps },
  preconditions: {
    unknown_verb: 'parse',
    wrong_arity: 'argument',
    unknown_object: 'hallucinated_object',
    not_lit: 'additional_step',
  },
  certain: (options) => optionsSchema.parse(options),
  readScene: (text, path) => readCheckedJson(text, sceneSchema, path).value,
  readTasks: (text, path) => readTaskFile({ text, path }, taskSchema),
  bind(scene, taskInFile) {
    const task = taskFor(scene, taskInFile);
    return { task, newEnv: () => newEnv(scene, task.goal) };
  },
};
