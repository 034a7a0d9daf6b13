import type { Action } from '../../../envs/env.ts';
import { type HouseholdEnv, householdEnvs } from '../../../envs/household/household_env.ts';
import type { HouseholdOptionsInput } from '../../../envs/household/household_options.ts';
import { noTask } from '../../../envs/household/kit/walk_by.ts';
import type { HouseholdObservation } from '../../../envs/household/observation.ts';
import { type House, isSeenNode } from '../../../envs/household/scene/house.ts';
import { readHouse } from '../../../envs/household/scene/read_house.ts';
import type { HouseholdState } from '../../../envs/household/state/household_state.ts';
import { household } from '../../../envs/household/world.ts';
import type { BeliefWatch, BrokenInvariant, Tracking } from '../../../envs/world.ts';
import { deepFreeze } from '../../../planners/kit/play.ts';

export type TrackerDemands = Partial<Demands> & { readonly world?: HouseOptions };

/**
 * Plays until the moves end or an invariant breaks, including `does_not_throw` and `tells_beliefs`. Throws on an invalid house.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { playTracker } from 'tapedeck/testing';
 *
 * const house = JSON.stringify({
 *   house: 'tiny',
 *   robot: 'kitchen1',
 *   rooms: [{ is: 'kitchen1', anchor: [0, 0] }],
 *   things: [{ is: 'mug1', in: 'kitchen1', at: [0, 0, 0] }],
 * });
 * const beliefs = () => ({ keyObjects: [{ name: 'mug1', attributes: ['in kitchen1', 'not in hand'] }] });
 * const moves = [{ verb: 'pickup', args: ['mug1'] }];
 * const steps = playTracker(() => ({ observe() {}, acted() {}, beliefs }), { house, moves });
 * assert.equal(steps.at(-1)?.broken[0]?.text, 'mug1: not in hand, but mug1 is held');
 * ```
 */
export function playTracker(
  make: () => Tracker,
  { house: text, moves }: HouseCase,
  { selective = false, floors = {}, world = {} }: TrackerDemands = {},
): readonly WatchedStep[] {
  const house = new WatchedHouse(readHouse(text, 'house.json'), world, { selective, floors });
  const start = house.begin();
  let tracker: Tracker | null = null;
  const isUnbroken = (act: (tracker: Tracker) => void): boolean => {
    let belief: Belief;
    try {
      tracker ??= make();
      act(tracker);
      belief = tracker.beliefs();
    } catch (error) {
      house.noteThrown(error);
      return false;
    }
    return house.judge(belief).length === 0 && checkForm(house);
  };
  if (!isUnbroken((each) => each.observe(start))) return house.steps;
  for (const move of moves) {
    const seen = move === 'look' ? null : house.act(move);
    const observation = seen?.observation ?? house.look();
    const isStillUnbroken = isUnbroken((each) => {
      if (move !== 'look') each.acted(move, seen?.ok === true);
      each.observe(observation);
    });
    if (!isStillUnbroken) break;
  }
  return house.steps;
}

function checkForm(house: WatchedHouse): boolean {
  const last = house.steps.at(-1);
  if (last?.tracking !== null) return true;
  const text = `expected {"keyObjects": [{"name", "attributes": [text]}]}, found ${JSON.stringify(last.belief)?.slice(0, 200)}`;
  house.note({ belief: last.belief, tracking: null, broken: [{ invariant: 'tells_beliefs', text }] });
  return false;
}

/** Without noise, so that observations are true. */
export type HouseOptions = Omit<HouseholdOptionsInput, 'noise'>;

/** From 0 to 1; checked at every step. */
export type Floors = Readonly<{ precision?: number; recall?: number }>;

type Demands = Readonly<{
  /** Whether the tracker may omit things, as most planners do. */
  selective: boolean;
  floors: Floors;
}>;

export type WatchedStep = Readonly<{
  move: Move | null;
  refused: string | null;
  observation: HouseholdObservation;
  belief?: unknown;
  truth: readonly string[];
  tracking: Tracking | null;
  broken: readonly BrokenInvariant[];
}>;

export class WatchedHouse {
  readonly steps: WatchedStep[] = [];
  readonly env: HouseholdEnv;
  readonly #watch: BeliefWatch<HouseholdObservation>;
  readonly #demands: Demands;

  constructor(house: House, options: HouseOptions, demands: Demands) {
    this.env = householdEnvs(house, noTask(house), options)();
    this.#watch = household.beliefs!.watch(options, { complete: !demands.selective });
    this.#demands = demands;
  }

  begin(): HouseholdObservation {
    return this.#see({ move: null, refused: null, observation: deepFreeze(this.env.reset().observation) });
  }

  act(action: Action): Readonly<{ ok: boolean; observation: HouseholdObservation }> {
    const result = this.env.step(action);
    const observation = deepFreeze(result.observation);
    this.#see({ move: action, refused: result.ok ? null : result.reason.precondition, observation });
    return { ok: result.ok, observation };
  }

  look(): HouseholdObservation {
    return this.#see({ move: 'look', refused: null, observation: deepFreeze(this.env.observe()) });
  }

  judge(belief: unknown): readonly BrokenInvariant[] {
    const { selective, floors } = this.#demands;
    const tracking = this.#watch.judge(belief, this.env.model());
    const judged = tracking === null ? [] : [...(tracking.broken ?? []), ...belowFloors(tracking, floors)];
    const isAllowed = ({ invariant }: BrokenInvariant) => selective && invariant === 'kept_until_evidence';
    return this.note({ belief, tracking, broken: judged.filter((each) => !isAllowed(each)) });
  }

  noteThrown(error: unknown): void {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.note({ tracking: null, broken: [{ invariant: 'does_not_throw', text }] });
  }

  note(more: Pick<WatchedStep, 'belief' | 'tracking' | 'broken'>): readonly BrokenInvariant[] {
    const last = this.steps.pop();
    if (last === undefined) throw new Error('Cannot judge a belief before the first observation');
    this.steps.push({ ...last, ...more, broken: [...last.broken, ...more.broken] });
    return more.broken;
  }

  #see(seen: Pick<WatchedStep, 'move' | 'refused' | 'observation'>): HouseholdObservation {
    const { move, refused, observation } = seen;
    this.#watch.sees(observation, move === null || move === 'look' ? null : { action: move, ok: refused === null });
    this.steps.push({ ...seen, truth: truthOf(this.env.state()), tracking: null, broken: [] });
    return observation;
  }
}

function belowFloors(tracking: Tracking, { precision = 0, recall = 0 }: Floors): BrokenInvariant[] {
  const { covered, correct, facts, recalled, wrong, missing } = tracking;
  const claims = `${correct} of ${covered} claims are true; false: ${wrong.join(', ')}`;
  const changes = `${recalled} of ${facts} changes are known; not: ${missing.join(', ')}`;
  return [
    ...(correct < precision * covered ? [{ invariant: 'precision_floor', text: claims }] : []),
    ...(recalled < recall * facts ? [{ invariant: 'recall_floor', text: changes }] : []),
  ];
}

/** Such as `mug1 ON kitchentable1 (heated)` and `milk1 held`. */
function truthOf(state: HouseholdState): string[] {
  const { house } = state.tables;
  return house.nodes.flatMap((node, at) => {
    if (!isSeenNode(node)) return [];
    const parent = state.parentOf(at);
    const place = parent < 0 ? 'held' : `${state.liesOn(at) ? 'ON' : 'IN'} ${house.names[parent]}`;
    const states: string[] = SHOWN_STATES.filter((each) => state.is(at, each));
    if (state.isHeated(at)) states.push('heated');
    if (state.isToasted(at)) states.push('toasted');
    return [`${house.names[at]} ${place}${states.length === 0 ? '' : ` (${states.join(', ')})`}`];
  });
}

const SHOWN_STATES = ['OPEN', 'CLOSED', 'ON', 'OFF'] as const;

/** `{ name: 'mug1', attributes: ['on kitchentable1'] }`; see envs/household/tracking/README.md. */
export type Belief = { readonly keyObjects: readonly Readonly<{ name: string; attributes: readonly string[] }>[] };

/** A synchronous tracker with frozen input. */
export interface Tracker {
  /** At the start, after each action, and at each `look`. */
  observe(observation: HouseholdObservation): void;
  /** `ok` is false for a refused action; `observe` follows. */
  acted(action: Action, ok: boolean): void;
  beliefs(): Belief;
}

export type Move = Action | 'look';

export type HouseCase = Readonly<{ house: string; moves: readonly Move[] }>;

export function moveText(move: Move): string {
  return move === 'look' ? 'look again' : `${move.verb}(${move.args.join(', ')})`;
}
