/**
 * What the world itself says of an episode: which mistake a refused step was, and how right a belief is.
 *
 * Planners do not hear of it. Worlds without a model, such as live ones, have nothing to say.
 *
 * @module
 */
import type { Action, Env, Model, Observation, Refusal } from '../../envs/env.ts';
import { mistakeOf, type Tracking, type World } from '../../envs/world.ts';
import { type ErrorKind, errorOfMistake } from '../trace/action_errors.ts';

/** So many moments of an episode are remembered; the number is ours, above the step limit of any shipped task. */
const MOMENTS_MAX = 1_000;

export class GroundTruth {
  readonly #env: Env;
  readonly #world: Pick<World, 'preconditions' | 'judgeBelief'>;
  /** The world at the start and after every step that was carried out. */
  readonly #moments: Model[] = [];

  constructor(env: Env, world: Pick<World, 'preconditions' | 'judgeBelief'>) {
    this.#env = env;
    this.#world = world;
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

  /** How right a belief is now; null where it cannot be judged. */
  judge(belief: unknown, observation: Observation): Tracking | null {
    const model = this.#env.model?.();
    return model === undefined ? null : (this.#world.judgeBelief?.(belief, { model, observation }) ?? null);
  }
}
