/** Optional for a world's model: `envs/household/household_model.ts` and `envs/tabletop/tabletop_model.ts` have it. */
import type { Action, Model } from '../../envs/env.ts';

export interface Searchable extends Pick<Model, 'step' | 'goal'> {
  clone(): Searchable;
  /** Omits only actions that cannot shorten a plan. Deterministic in number and order. */
  actions(): readonly Action[];
  /** Models with the same key need the same number of actions to the goal. */
  key(): string;
  /** Admissible; 0 at the goal, infinite if it is out of reach. */
  lowerBound(): number;
}

/**
 * Whether a model can be searched; false without one.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { isSearchable } from 'tapedeck/env';
 *
 * assert.equal(isSearchable({ clone: () => null }), false);
 * ```
 */
export function isSearchable(model: unknown): model is Searchable {
  const { actions, key, lowerBound } = (model ?? {}) as Partial<Searchable>;
  return [actions, key, lowerBound].every((method) => typeof method === 'function');
}

/**
 * Throws a TypeError if the model cannot be searched.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { bindTask, searchable } from 'tapedeck/env';
 * import { household } from 'tapedeck/household';
 *
 * const env = bindTask(household, { scene: 'house_1', tasks: 'table_1', task: 'open_fridge' }).newEnv(0);
 * await env.reset();
 * const model = searchable(env.model!());
 * const before = model.key();
 * assert.equal(model.step({ verb: 'move', args: ['kitchen1'] }), null);
 * assert.notEqual(model.key(), before);
 * ```
 */
export function searchable(model: Model): Searchable {
  if (isSearchable(model)) return model;
  throw new TypeError('Cannot search a model without actions(), key() and lowerBound()');
}
