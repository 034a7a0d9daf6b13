import { household } from '../../envs/household/world.ts';
import { pddl } from '../../envs/pddl/world.ts';
import { tabletop } from '../../envs/tabletop/world.ts';
import type { EnvOptions, World } from '../../envs/world.ts';
import { invalid } from '../io/errors/failure.ts';
import { ownValue } from '../io/own_value.ts';

export const WORLDS: readonly World[] = [household, tabletop, pddl];

export const WORLD_NAMES: readonly string[] = WORLDS.map(({ name }) => name);

export function worldCalled(name: string): World {
  const world = WORLDS.find((known) => known.name === name);
  if (world === undefined) throw new RangeError(`There is no world "${name}"; known: ${WORLD_NAMES.join(', ')}`);
  return world;
}

export function envOptionsProblem(world: string, options: EnvOptions) {
  const issue = worldCalled(world).schemas.options.safeParse(options).error?.issues[0];
  if (issue === undefined) return null;
  return { path: issue.path.filter((key) => typeof key !== 'symbol'), message: issue.message };
}

export function withEnvOptions(world: string, suite: EnvOptions, settings: readonly string[]): EnvOptions {
  let options = suite;
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1) throw invalid(`Cannot read --env-option "${setting}": expected KEY=VALUE`);
    const keys = setting.slice(0, at).split('.');
    options = replace(options, keys, readValue(setting.slice(at + 1)));
    const problem = envOptionsProblem(world, options);
    if (problem === null) continue;
    const field = problem.path.join('.') || 'options';
    throw invalid(`Cannot use --env-option "${setting}" in world "${world}": ${field}: ${problem.message}`);
  }
  return options;
}

function replace(options: EnvOptions, [key = '', ...inner]: readonly string[], value: unknown): EnvOptions {
  const before = ownValue(options, key);
  const innerOptions = typeof before === 'object' && before !== null ? (before as EnvOptions) : {};
  return { ...options, [key]: inner.length === 0 ? value : replace(innerOptions, inner, value) };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
