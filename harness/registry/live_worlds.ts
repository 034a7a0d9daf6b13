/**
 * Where the tasks of a world are played: in the world itself, or in a simulator (`--env`).
 *
 * @module
 */
import { coppeliasim } from '../../envs/coppeliasim/world.ts';
import { virtualhome } from '../../envs/virtualhome/world.ts';
import type { LiveWorld, World } from '../../envs/world.ts';
import { CommandFailure } from '../errors/failure.ts';

const LIVE_WORLDS: readonly LiveWorld[] = [virtualhome, coppeliasim].map((live) => live as unknown as LiveWorld);

/** The world itself, without a simulator. */
export const SYMBOLIC = 'symbolic';

/** What `--env` may be. */
export const ENV_NAMES: readonly string[] = [SYMBOLIC, ...LIVE_WORLDS.map(({ name }) => name)];

export const SIMULATOR_TIMEOUT_S = 60;

export type EnvChoice = {
  readonly env?: string;
  /** Where the simulator listens; its own default where absent. */
  readonly simulator?: string;
  readonly simulatorTimeoutS?: number;
};

/** How tasks of a world are bound to scenes. Throws a CommandFailure where the simulator is not one for this world. */
export function bindingOf(world: World, { env = SYMBOLIC, simulator, simulatorTimeoutS }: EnvChoice): World['bind'] {
  if (env === SYMBOLIC) return (scene, task, options) => world.bind(scene, task, options);
  const live = LIVE_WORLDS.find(({ name }) => name === env);
  if (live === undefined) throw new CommandFailure(2, `There is no env "${env}"; known: ${ENV_NAMES.join(', ')}`);
  if (live.of !== world.name) {
    throw new CommandFailure(2, `--env ${env} plays tasks of "${live.of}"; this suite plays in "${world.name}"`);
  }
  const url = simulator ?? live.url;
  if (familyOf(url) !== familyOf(live.url)) {
    throw new CommandFailure(2, `--simulator must be a URL such as ${live.url}, found ${JSON.stringify(url)}`);
  }
  const address = { url, timeoutMs: 1000 * (simulatorTimeoutS ?? SIMULATOR_TIMEOUT_S) };
  return (scene, task, options) => {
    try {
      return live.bind(scene, task, options, address);
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name !== 'SimulatorError') throw cause;
      throw new CommandFailure(2, cause.message, { cause });
    }
  };
}

/** Its protocol, encrypted or not. */
function familyOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol.replace(/^https:$/, 'http:') : '';
}
