import { z } from 'zod';
import { type RandomNumbers, randomNumbers } from '../../../envs/random_numbers.ts';
import type { Planner } from '../../../planners/planner.ts';
import { choosePlanner } from '../../episode/planner_spec.ts';
import { allPlanners } from '../../episode/planners.ts';
import { worldCalled } from '../../episode/worlds.ts';
import { seedOf } from '../../io/digest.ts';
import { readSuiteTasks } from '../../run/plan/episode_list.ts';
import type { RunRequest } from '../../run/plan/run_request.ts';
import { readScenes, readSuite, sceneNames } from '../../run/suites/suite.ts';
import { pick } from './damage.ts';
import type { Temper } from './drawn_responses.ts';

type OfModes<T> = Readonly<Record<'record' | 'replay', T>>;
export type DrawnRound = Readonly<{
  request: RunRequest & Readonly<{ suite: string; model: string }>;
  temper: Temper;
  jobs: OfModes<number>;
  byCommand: OfModes<boolean>;
}>;

const SUITES = ['household', 'robot', 'tabletop', 'tabletop', 'planbench'] as const;

const ENV_OPTIONS: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  household: {
    hands: [1, 2],
    perception: ['always', 'on_entry'],
    reachM: [0, 0.5, 3],
    retriesMax: [0, 3],
    'noise.missedDetection': [0.1, 1],
    'noise.falseDetection': [0.05, 0.5],
    'noise.manipulationFailure': [0.3, 1],
    'noise.navigationFailure': [0.3, 1],
    'noise.falseSuccess': [0.3, 1],
  },
  tabletop: {
    domain: ['figure_5'],
    motion: ['none', 'none', 'panda'],
    placementSdM: [0.005, 0.015],
    'bounds.iterationsMax': [1, 100],
    'bounds.anglesMax': [1],
    physics: ['none', 'none', 'none', 'none', 'mujoco'],
  },
};

/** Bounds of long searches; their defaults take too long here. */
const SEARCH_BOUNDS = { expansionsMax: [1, 100, 500], searchesMax: [1, 5] };
const OPTION_VALUES: Readonly<Record<string, readonly unknown[]>> = { solver: ['embedded'], ...SEARCH_BOUNDS };

export async function drawnRound(seed: number): Promise<DrawnRound> {
  const random = randomNumbers(seedOf(`round ${seed}`));
  const name = pick(SUITES, random);
  const suite = readSuite(name);
  const world = worldCalled(suite.world);
  const fitting = (await allPlanners()).filter(({ worlds }) => worlds === 'any' || worlds.includes(suite.world));
  const specs = new Set<string>();
  for (let count = 1 + random.below(4); count > 0; count -= 1)
    specs.add(await drawnSpec(pick(fitting, random), random));
  const scene = pick(sceneNames(suite, world.scenesFolder), random);
  const [read] = readScenes(suite, [scene]);
  const tasks = readSuiteTasks({ suite: name }, suite).filter((task) => world.isMeantFor?.(task, read!.scene) ?? true);
  const request = {
    suite: name,
    model: pick(['m', 'claude', 'gpt-4-0613', 'm/../x "y"'], random),
    planners: [...specs],
    scenes: [scene],
    tasks: [pick(tasks, random).name],
    trials: 1 + random.below(2),
    envOptions: drawnEnvOptions(suite.world, random),
    callsMax: pick([1, 10, 60, 2_000], random),
  };
  const jobs = { record: 1 + random.below(4), replay: 1 + random.below(4) };
  const byCommand = { record: random.below(20) === 0, replay: random.below(20) === 0 };
  const temper = {
    damage: pick([0, 0.1, 0.5, 1], random),
    damageMax: pick([1, 1, 3, 6], random),
    flaw: pick([0, 0, 0.05, 0.5], random),
    failure: pick([0, 0, 0, 0.02, 0.3], random),
  };
  return { request, temper, jobs, byCommand };
}

function drawnEnvOptions(world: string, random: RandomNumbers): string[] {
  return Object.entries(ENV_OPTIONS[world] ?? {})
    .filter(([key]) => key === 'motion' || random.below(4) === 0)
    .map(([key, values]) => `${key}=${pick(values, random)}`);
}

async function drawnSpec(planner: Planner, random: RandomNumbers): Promise<string> {
  const { properties = {} } = z.toJSONSchema(planner.options, { io: 'input' });
  const given = new Map<string, unknown>();
  for (const [key, schema] of Object.entries(properties)) {
    const values = OPTION_VALUES[key] ?? valuesOf(schema as OptionSchema);
    if (key in SEARCH_BOUNDS || random.below(3) === 0) given.set(key, pick(values, random));
  }
  const isAllowed = planner.options.safeParse(Object.fromEntries(given)).success;
  const settings = isAllowed ? Array.from(given, ([key, value]) => `${key}=${value}`) : [];
  return (await choosePlanner([planner.name, ...settings].join('+'))).spec;
}

type SchemaKey = 'type' | 'enum' | 'const' | 'minimum' | 'maximum' | 'default';
type OptionSchema = Pick<z.core.JSONSchema.JSONSchema, SchemaKey> & { readonly anyOf?: readonly OptionSchema[] };

function valuesOf(schema: OptionSchema): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(valuesOf);
  if (schema.type === 'boolean') return [true, false];
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema;
  const usual = schema.default === undefined ? [] : [schema.default];
  return [minimum, Math.min(minimum + 1, maximum), Math.min(minimum + 5, maximum), ...usual];
}
