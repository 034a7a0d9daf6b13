/**
 * A house in which everything that is seen, done and believed is held against the truth.
 *
 * @module
 */
import type { Action } from '../../../envs/env.ts';
import { type HouseholdEnv, householdEnvs } from '../../../envs/household/household_env.ts';
import type { HouseholdOptionsInput } from '../../../envs/household/household_options.ts';
import { noTask } from '../../../envs/household/kit/walk_by.ts';
import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import type { House } from '../../../envs/household/scene/house.ts';
import { household } from '../../../envs/household/world.ts';
import type { BeliefWatch, BrokenInvariant, Tracking } from '../../../envs/world.ts';
import { deepFreeze } from '../../../planners/kit/deep_freeze.ts';
import type { Move } from './house_case.ts';
import { truthOf } from './truth_of.ts';

/** How a world is set up, without noise: what a robot is told is true. */
export type HouseOptions = Omit<HouseholdOptionsInput, 'noise'>;

/** What right beliefs must not fall below, each from 0 to 1, whenever it can be computed. */
export type Floors = { readonly precision?: number; readonly recall?: number };

export type Demands = {
  /** It may say less than it knows, and not the same things each time: most planners keep what matters to them. */
  readonly selective: boolean;
  readonly floors: Floors;
};

/** What was done, seen and believed at one moment, and what was true. */
export type WatchedStep = {
  /** Null at the start. */
  readonly move: Move | null;
  /** Why it was refused; null where it was not. */
  readonly refused: string | null;
  readonly observation: HouseholdObservation;
  /** Undefined where nothing was told. */
  readonly belief?: unknown;
  /** Each thing: `mug1 ON kitchentable1`, `fridge1 IN kitchen1 (CLOSED)`. */
  readonly truth: readonly string[];
  /** Null where nothing was told that can be judged. */
  readonly tracking: Tracking | null;
  readonly broken: readonly BrokenInvariant[];
};

export class WatchedHouse {
  readonly steps: WatchedStep[] = [];
  readonly #env: HouseholdEnv;
  readonly #watch: BeliefWatch<HouseholdObservation>;
  readonly #demands: Demands;

  constructor(house: House, options: HouseOptions, demands: Demands) {
    this.#env = householdEnvs(house, noTask(house), options)();
    this.#watch = household.beliefs!.watch(options, { complete: !demands.selective });
    this.#demands = demands;
  }

  /** For planners that are handed it. */
  get env(): HouseholdEnv {
    return this.#env;
  }

  begin(): HouseholdObservation {
    return this.#see({ move: null, refused: null, observation: deepFreeze(this.#env.reset().observation) });
  }

  act(action: Action): { readonly ok: boolean; readonly observation: HouseholdObservation } {
    const result = this.#env.step(action);
    const observation = deepFreeze(result.observation);
    this.#see({ move: action, refused: result.ok ? null : result.reason.precondition, observation });
    return { ok: result.ok, observation };
  }

  look(): HouseholdObservation {
    return this.#see({ move: 'look', refused: null, observation: deepFreeze(this.#env.observe()) });
  }

  /** What is believed after the last step. Returns what it breaks. */
  believes(belief: unknown): readonly BrokenInvariant[] {
    const tracking = this.#watch.judge(belief, this.#env.model());
    const judged =
      tracking === null ? [] : [...(tracking.broken ?? []), ...belowFloors(tracking, this.#demands.floors)];
    const isAllowed = ({ invariant }: BrokenInvariant) =>
      this.#demands.selective && invariant === 'kept_until_evidence';
    return this.note({ belief, tracking, broken: judged.filter((each) => !isAllowed(each)) });
  }

  /** Adds to the last step. */
  note(more: Pick<WatchedStep, 'belief' | 'tracking' | 'broken'>): readonly BrokenInvariant[] {
    const last = this.steps.pop();
    if (last === undefined) throw new Error('Cannot judge a belief before the house has been seen');
    this.steps.push({ ...last, ...more, broken: [...last.broken, ...more.broken] });
    return more.broken;
  }

  #see(seen: Pick<WatchedStep, 'move' | 'refused' | 'observation'>): HouseholdObservation {
    const { move, refused, observation } = seen;
    this.#watch.sees(observation, move === null || move === 'look' ? null : { action: move, ok: refused === null });
    this.steps.push({ ...seen, truth: truthOf(this.#env.state()), tracking: null, broken: [] });
    return observation;
  }
}

function belowFloors(
  { covered, correct, facts, recalled, wrong, missing }: Tracking,
  floors: Floors,
): BrokenInvariant[] {
  const { precision = 0, recall = 0 } = floors;
  return [
    ...(correct < precision * covered
      ? [{ invariant: 'precision_floor', text: `${correct} of ${covered} claims are true; false: ${wrong.join(', ')}` }]
      : []),
    ...(recalled < recall * facts
      ? [{ invariant: 'recall_floor', text: `${recalled} of ${facts} changes are known; not: ${missing.join(', ')}` }]
      : []),
  ];
}
