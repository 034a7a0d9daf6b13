import type { Action, Model } from '../../envs/env.ts';

export interface Searchable extends Pick<Model, 'step' | 'goal'> {
  clone(): Searchable;
  /** May omit actions that cannot shorten a plan. Number and order are deterministic. */
  actions(): readonly Action[];
  /** Models with the same key need the same number of actions to the goal. */
  key(): string;
  /** Admissible: 0 at the goal, infinite if the goal is unreachable. */
  lowerBound(): number;
}

/**
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
 * assert.ok(searchable(env.model!()).lowerBound() > 0);
 * ```
 */
export function searchable(model: Model): Searchable {
  if (isSearchable(model)) return model;
  throw new TypeError('Cannot search a model without actions(), key() and lowerBound()');
}
