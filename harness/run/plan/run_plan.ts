import type { Action, Task } from '../../../envs/env.ts';
import { EPISODE_LIMITS, memoryOf } from '../../episode/episode.ts';
import { SYMBOLIC } from '../../episode/live_worlds.ts';
import {
  choosePlanner,
  choosePrompts,
  type PlannerChoice,
  type PromptChoice,
  refuseForeignCode,
} from '../../episode/planner_spec.ts';
import { invalid, unknownName } from '../../io/errors/failure.ts';
import { ownValue } from '../../io/own_value.ts';
import { PLACES } from '../../io/places.ts';
import type { TraceHeader } from '../../trace/trace_schema.ts';
import { readPlanText, readScenes, readSuite, type Suite } from '../suites/suite.ts';
import { EpisodeList, episodeSeed, type PlannedCell, planCells, selectedEpisodes } from './episode_list.ts';
import type { RunRequest } from './run_request.ts';

export type RunPlan = Readonly<{
  suite: Suite;
  model: string;
  planners: readonly string[];
  list: EpisodeList;
  numbers: readonly number[];
}>;

export type PlannedEpisode = PlannedCell &
  Method &
  Readonly<{
    number: number;
    header: TraceHeader;
    seed: number;
    callsMax: number;
    knownPlan: readonly Action[] | undefined;
  }>;

type Method = Readonly<{ choice: PlannerChoice; prompts: PromptChoice }>;

export type PlayablePlan = RunPlan & { readonly episode: (number: number) => PlannedEpisode };

export async function planRun(request: RunRequest): Promise<PlayablePlan> {
  const suite = readSuite(request.suite);
  const { model = suite.model, trials = suite.trials, callsMax = EPISODE_LIMITS.callsMax } = request;
  const methods = await readMethods(request, suite);
  const planners = methods.map(({ choice }) => choice.spec);
  const limits = sceneLimits(request, suite, planners);
  const cells = planCells(request, suite).map((cell) =>
    methods
      .filter(({ choice }) => limits.get(choice.spec)?.has(cell.task.scene) !== false)
      .map((method) => {
        checkMemory(cell.task, method.choice);
        const header = headerOf(cell, method, { suite, model, env: request.env });
        const isKnown = request.searchAnew !== true && cell.isCertain && cell.reference !== null;
        const knownPlan = isKnown ? readPlanText(cell.reference.plan) : undefined;
        return { ...cell, ...method, header, callsMax, knownPlan };
      }),
  );
  const list = new EpisodeList({ cells: cells.map((cell) => cell.map(({ header }) => header)), trials });
  return {
    suite,
    model,
    planners,
    list,
    numbers: selectedEpisodes(list, request),
    episode(number) {
      const { cell, planner } = list.placeOf(number);
      const header = list.header(number);
      return { ...cells[cell]![planner]!, number, header, seed: episodeSeed(header) };
    },
  };
}

export function* plannedEpisodes({ numbers, episode }: PlayablePlan): Generator<PlannedEpisode> {
  for (const number of numbers) yield episode(number);
}

export function* plannedKinds({ list, numbers, episode }: PlayablePlan): Generator<PlannedEpisode> {
  const seen = new Set<string>();
  for (const number of numbers) {
    const { cell, planner } = list.placeOf(number);
    const { size } = seen;
    if (seen.add(`${cell} ${planner}`).size > size) yield episode(number);
  }
}

function sceneLimits(request: RunRequest, suite: Suite, specs: readonly string[]): Map<string, ReadonlySet<string>> {
  if (request.planners !== undefined && request.scenes !== undefined) return new Map();
  const limits = Object.entries(suite.plannerScenes);
  const unknown = limits.find(([spec]) => request.planners === undefined && !specs.includes(spec));
  if (unknown !== undefined) throw unknownName('planner of this suite (in `plannerScenes`)', unknown[0], specs);
  return new Map(
    limits.map(([spec, words]) => [spec, new Set(readScenes(suite, words).map(({ scene }) => scene.name))]),
  );
}

function headerOf(
  { task, envOptions, ground, reference }: PlannedCell,
  { choice, prompts }: Method,
  { suite, model, env = SYMBOLIC }: Pick<RunPlan, 'suite' | 'model'> & Pick<RunRequest, 'env'>,
): TraceHeader {
  return {
    event: 'header',
    format: 1,
    suite: suite.name,
    world: suite.world,
    scene: task.scene,
    task: task.name,
    trial: 1,
    planner: choice.spec,
    options: choice.options,
    privileged: choice.planner.privileged(choice.options),
    model: choice.planner.asksModel === false ? null : model,
    prompts: prompts.prompts.set,
    env,
    envOptions,
    instruction: task.instruction,
    stepsMax: task.stepsMax,
    reference: reference === null ? null : { steps: reference.steps, optimal: reference.optimal },
    digests: {
      scene: ground.scene,
      task: ground.task,
      prompts: prompts.digest,
      ...(choice.program === undefined ? {} : { program: choice.program.digests }),
    },
  };
}

async function readMethods(request: RunRequest, suite: Suite): Promise<Method[]> {
  const choices = await choosePlanners(request, suite);
  const names = choices.map((choice) => choice.planner.name);
  for (const name of Object.keys(request.prompts ?? {})) {
    if (!names.includes(name)) throw unknownName('planner of this run (in --prompts)', name, names);
  }
  const specs = new Set<string>();
  for (const { planner, spec } of choices) {
    if (planner.worlds !== 'any' && !planner.worlds.includes(suite.world)) {
      throw invalid(
        `Planner "${spec}" is made for ${planner.worlds.map((world) => `"${world}"`).join(' and ')}; suite "${suite.name}" plays in "${suite.world}"`,
      );
    }
    if (specs.has(spec)) throw invalid(`Planner "${spec}" appears twice`);
    specs.add(spec);
  }
  const promptsOf = ({ planner, promptsFolder }: PlannerChoice) =>
    choosePrompts(planner, ownValue(request.prompts ?? {}, planner.name) ?? promptsFolder);
  return choices.map((choice) => ({ choice, prompts: promptsOf(choice) }));
}

function choosePlanners(request: RunRequest, suite: Suite): Promise<PlannerChoice[]> {
  if (request.planners !== undefined) return Promise.all(request.planners.map((text) => choosePlanner(text)));
  if (request.allowCode !== true) refuseForeignCode(`Suite "${suite.name}"`, suite);
  return Promise.all(suite.planners.map((text) => choosePlanner(text, suite.folder ?? PLACES.root)));
}

function checkMemory(task: Task, { planner }: PlannerChoice) {
  const memory = memoryOf(task, planner.name);
  if (memory === undefined || planner.memory === undefined) return;
  const parsed = planner.memory.safeParse(memory);
  if (parsed.success) return;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'memory'}: ${message}`);
  throw invalid(`Task "${task.name}": its memory for planner "${planner.name}" is invalid: ${problems.join('; ')}`);
}
