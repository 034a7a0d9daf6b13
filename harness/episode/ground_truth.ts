/**
 * What the world itself says of an episode: which mistake a refused step was, and how right a belief is.
 *
 * Planners do not hear of it. Worlds without a model have nothing to say.
 *
 * @module
 */
import type { Action, Env, Model, Observation, Refusal } from '../../envs/env.ts';
import { type BeliefWatch, type EnvOptions, mistakeOf, type Tracking, type World } from '../../envs/world.ts';
import { type ErrorKind, errorOfMistake } from '../trace/action_errors.ts';

/** So many moments of an episode are remembered; the number is ours, above the step limit of any shipped task. */
const MOMENTS_MAX = 1_000;

export class GroundTruth {
  readonly #env: Env;
  readonly #world: Pick<World, 'preconditions' | 'beliefs'>;
  /** Null where beliefs cannot be judged. */
  readonly #watch: BeliefWatch | null;
  /** The world at the start and after every step that was carried out. */
  readonly #moments: Model[] = [];

  /** Of a world that was set up with these options. */
  constructor(env: Env, world: Pick<World, 'preconditions' | 'beliefs'>, options: EnvOptions) {
    this.#env = env;
    this.#world = world;
    this.#watch = env.model === undefined ? null : (world.beliefs?.watch(options, { complete: false }) ?? null);
  }

  /** Remembers the world as it is. To be called at the start and after every step that was carried out. */
  remember(): void {
    const now = this.#moments.length < MOMENTS_MAX ? this.#env.model?.() : undefined;
    if (now !== undefined) this.#moments.push(now);
  }

  /** Which mistake it was to ask for an action that has just been refused. */
  errorOf(action: Action, reason: Refusal): ErrorKind | undefined {
    if (this.#env.model === undefined) return undefined;
    return errorOfMistake(
      mistakeOf(this.#world, action, reason),
      this.#moments.some((moment) => moment.refusal(action) === null),
    );
  }

  /** To be told of what the planner sees, and of the action that led to it, as the planner is. */
  sees(observation: Observation, after: { readonly action: Action; readonly ok: boolean } | null = null): void {
    this.#watch?.sees(observation, after);
  }

  /** How right a belief is now; null where it cannot be judged. */
  judge(belief: unknown): Tracking | null {
    const model = this.#env.model?.();
    return model === undefined ? null : (this.#watch?.judge(belief, model) ?? null);
  }
}
