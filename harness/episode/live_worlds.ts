import { coppeliasim } from '../../envs/coppeliasim/world.ts';
import type { Env, Task } from '../../envs/env.ts';
import { virtualhome } from '../../envs/virtualhome/world.ts';
import type { EnvOptions, LiveWorld, Simulator, TaskInFile, World } from '../../envs/world.ts';
import { invalid } from '../io/errors/failure.ts';
import type { Optional } from '../io/own_value.ts';

const LIVE_WORLDS: readonly LiveWorld[] = [virtualhome, coppeliasim].map((live) => live as unknown as LiveWorld);

export const SYMBOLIC = 'symbolic';

export const ENV_NAMES: readonly string[] = [SYMBOLIC, ...LIVE_WORLDS.map(({ name }) => name)];

export const SIMULATOR_TIMEOUT_S = 60;

export type EnvChoice = Optional<{ env: string; simulator: string; simulatorTimeoutS: number }>;

export type PlacedTask = Readonly<{
  task: Task;
  newEnv: (seed: number, through?: (live: Simulator) => Simulator) => Env;
}>;

type Binding = (scene: { readonly name: string }, task: TaskInFile, options: EnvOptions) => PlacedTask;

export function bindingOf(world: World, choice: EnvChoice): Binding {
  const { env = SYMBOLIC, simulatorTimeoutS = SIMULATOR_TIMEOUT_S } = choice;
  if (env === SYMBOLIC) return (scene, task, options) => world.bind(scene, task, options);
  const live = liveWorld(env);
  if (live.of !== world.name) {
    throw invalid(`--env ${env} plays tasks of world "${live.of}"; this suite is in world "${world.name}"`);
  }
  const address = { url: simulatorUrl(choice), timeoutMs: 1000 * simulatorTimeoutS };
  return (scene, task, options) => {
    try {
      const { task: liveTask, newEnv } = live.bind(scene, task, options);
      return {
        task: liveTask,
        newEnv: (seed, through = (each) => each) => newEnv(seed, through(live.connect(address))),
      };
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name !== 'SimulatorError') throw cause;
      throw invalid(cause.message, { cause });
    }
  };
}

export function simulatorUrl({ env = SYMBOLIC, simulator }: EnvChoice): string {
  const example = liveWorld(env).url;
  const url = simulator ?? example;
  if (schemeOf(url) === schemeOf(example)) return url;
  throw invalid(`--simulator must be a URL such as ${example}, found ${JSON.stringify(url)}`);
}

function liveWorld(env: string): LiveWorld {
  const live = LIVE_WORLDS.find(({ name }) => name === env);
  if (live === undefined) throw invalid(`There is no env "${env}"; known: ${ENV_NAMES.join(', ')}`);
  return live;
}

function schemeOf(url: string) {
  return URL.canParse(url) ? new URL(url).protocol.replace(/^https:$/, 'http:') : '';
}
