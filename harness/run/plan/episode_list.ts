import type { Action, Env, Task } from '../../../envs/env.ts';
import type { EnvOptions, TaskInFile } from '../../../envs/world.ts';
import { type FoundPlan, findModelPlan } from '../../../planners/oracle/find_plan.ts';
import { findRehearsedPlan } from '../../../planners/oracle/find_rehearsed_plan.ts';
import { bindingOf, type PlacedTask } from '../../episode/live_worlds.ts';
import { withEnvOptions, worldCalled } from '../../episode/worlds.ts';
import { seedOf, sha256 } from '../../io/digest.ts';
import { counted } from '../../io/errors/counted.ts';
import { invalid, unknownName } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import {
  fileOf,
  planText,
  type ReferenceEntry,
  type ReferenceGround,
  readReferences,
  readScenes,
  referenceDigest,
  type Suite,
} from '../suites/suite.ts';
import type { RunRequest } from './run_request.ts';

type EpisodeKinds = Readonly<{ cells: readonly (readonly TraceHeader[])[]; trials: number }>;

/** Sorted by cell, trial and planner: episodes in the same world are consecutive. */
export class EpisodeList {
  readonly kinds: EpisodeKinds;
  readonly length: number;
  readonly #firsts: readonly number[];

  constructor(kinds: EpisodeKinds) {
    this.kinds = kinds;
    const firsts: number[] = [];
    let length = 0;
    for (const cell of kinds.cells) {
      firsts.push(length);
      length += cell.length * kinds.trials;
    }
    this.#firsts = firsts;
    this.length = length;
  }

  placeOf(number: number): Readonly<Record<'cell' | 'trial' | 'planner', number>> {
    if (!(number >= 0 && number < this.length)) throw new Error(`The run has no episode ${number}`);
    let [cell, end] = [0, this.#firsts.length];
    while (end - cell > 1) {
      const middle = (cell + end) >> 1;
      if (this.#firsts[middle]! <= number) cell = middle;
      else end = middle;
    }
    const within = number - this.#firsts[cell]!;
    const planners = this.kinds.cells[cell]!.length;
    return { cell, trial: Math.floor(within / planners) + 1, planner: within % planners };
  }

  header(number: number): TraceHeader {
    const { cell, trial, planner } = this.placeOf(number);
    return { ...this.kinds.cells[cell]![planner]!, trial };
  }

  firstHeaders(): readonly TraceHeader[] {
    return this.kinds.cells.flat();
  }
}

export function episodeSeed({ scene, task, trial }: Pick<TraceHeader, 'scene' | 'task' | 'trial'>): number {
  return seedOf(`${scene}/${task}/${trial}`);
}

/** Shard 1 of 3 gets episodes 0, 3, 6 …, so that shards are alike. */
export function selectedEpisodes(list: EpisodeList, { shard, trial }: Pick<RunRequest, 'shard' | 'trial'>): number[] {
  const { index, count } = shard ?? { index: 1, count: 1 };
  const numbers: number[] = [];
  for (let number = index - 1; number < list.length; number += count) {
    if (trial === undefined || list.placeOf(number).trial === trial) numbers.push(number);
  }
  return numbers;
}

export type PlannedCell = PlacedTask &
  Readonly<{
    family: string | null;
    envOptions: EnvOptions;
    ground: ReferenceGround;
    reference: ReferenceEntry | null;
    isCertain: boolean;
    newCertainEnv: () => Env;
  }>;

export function planCells(request: RunRequest, suite: Suite): PlannedCell[] {
  const tasks = readSuiteTasks(request, suite);
  const envOptions = withEnvOptions(suite.world, suite.envOptions, request.envOptions ?? []);
  const world = worldCalled(suite.world);
  const bind = bindingOf(world, request);
  const certain = world.certain(envOptions);
  const optionsText = (options: EnvOptions) => JSON.stringify(world.schemas.options.parse(options));
  const isCertain = optionsText(envOptions) === optionsText(certain);
  const references = readReferences(suite);
  const scenes = readScenes(suite, request.scenes);
  const places = scenes.map(({ scene }) => scene.name);
  const duplicate = places.find((name, at) => places.indexOf(name) !== at);
  if (duplicate !== undefined) throw invalid(`Two scenes of this suite are called "${duplicate}"`);
  const cells = scenes.flatMap(({ scene, digest }) =>
    tasks
      .filter((taskInFile) => world.isMeantFor?.(taskInFile, scene) ?? true)
      .map((taskInFile) => {
        const ground = { scene: digest, task: taskDigestOf(taskInFile), envOptions: certain };
        const bound = bind(scene, taskInFile, envOptions);
        const reference = references.entry(scene.name, bound.task.name, ground);
        const seed = episodeSeed({ scene: scene.name, task: bound.task.name, trial: 1 });
        const newCertainEnv = () => world.bind(scene, taskInFile, certain).newEnv(seed);
        const { family = null } = taskInFile;
        return { ...bound, family, envOptions, ground, reference, isCertain, newCertainEnv };
      }),
  );
  if (cells.length > 0) return cells;
  const names = tasks.map(({ name }) => name);
  throw invalid(`No task is made for its scene: tasks ${names.join(', ')}; scenes ${places.join(', ')}`);
}

export function readSuiteTasks(request: RunRequest, suite: Suite): readonly TaskInFile[] {
  const world = worldCalled(suite.world);
  const path = fileOf(suite, 'file of tasks', suite.tasks, world.tasksFolder);
  const tasks = world.readTasks(readText(path), path);
  const known = tasks.map(({ name }) => name);
  const unknown = request.tasks?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName('task of this suite', unknown, known);
  return tasks.filter(({ name }) => request.tasks?.includes(name) ?? true);
}

function taskDigestOf({ origin: _, family: __, ...task }: TaskInFile) {
  return sha256(JSON.stringify(task));
}

/** A task is feasible if a plan with full knowledge reaches the goal within the step limit. */
export type CellVerdict = Pick<ReferenceEntry, 'scene' | 'task'> &
  (Readonly<{ problem: null; reference: ReferenceEntry }> | Readonly<{ problem: string; isLimit: boolean }>);

export async function checkCell(cell: PlannedCell, expansionsMax: number): Promise<CellVerdict> {
  const { task, newCertainEnv, ground } = cell;
  const where = { scene: task.scene, task: task.name };
  const refused = (problem: string, isLimit = false) => ({ ...where, problem, isLimit });
  const found = await searchAtStart(newCertainEnv(), task, expansionsMax);
  if (found === null) return refused('this world cannot be searched');
  const { plan, optimal, lowerBound, expanded } = found;
  if (plan === null && optimal) return refused('there is no plan');
  if (plan === null) return refused(`found no plan within ${counted(expanded, 'state')}; raise --expansions`, true);
  const problem = await problemOf(plan, newCertainEnv(), task);
  if (problem !== null) return refused(problem);
  const result = { steps: plan.length, optimal, lowerBound, expanded, plan: planText(plan) };
  return { ...where, problem: null, reference: { ...where, digest: referenceDigest(ground), ...result } };
}

async function searchAtStart(env: Env, task: Task, expansionsMax: number): Promise<FoundPlan | null> {
  await env.reset();
  for (const action of task.prologue ?? []) await env.step(action);
  const [model, rehearsal] = [env.model?.(), env.rehearsal?.()];
  await env.close();
  if (rehearsal !== undefined) return findRehearsedPlan(rehearsal, { expansionsMax, rehearsalsMax: expansionsMax });
  return model === undefined ? null : findModelPlan(model, { expansionsMax });
}

export async function problemOf(plan: readonly Action[], env: Env, task: Task): Promise<string | null> {
  let { goal } = await env.reset();
  for (const action of task.prologue ?? []) ({ goal } = await env.step(action));
  if (goal.success) return 'the goal holds at the start';
  for (const [at, action] of plan.entries()) {
    if (goal.success) return `the goal already holds after ${at} of ${counted(plan.length, 'action')}`;
    const result = await env.step(action);
    if (!result.ok) return `action ${at + 1} of the plan is refused: ${result.reason.message}`;
    goal = result.goal;
  }
  await env.close();
  if (!goal.success) return 'the plan does not reach the goal';
  if (plan.length <= task.stepsMax) return null;
  return `the shortest plan found has ${counted(plan.length, 'step')}; the step limit is ${task.stepsMax}`;
}
