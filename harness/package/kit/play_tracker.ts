/**
 * A state tracker played through a house, step by step, beside the truth.
 *
 * @module
 */
import { readHouse } from '../../../envs/household/scene/read_house.ts';
import type { HouseCase } from './house_case.ts';
import type { Belief, Tracker } from './tracker.ts';
import { type Demands, type HouseOptions, WatchedHouse, type WatchedStep } from './watched_house.ts';

export type TrackerDemands = Partial<Demands> & {
  /** What the world is told, such as `{ hands: 1 }`. */
  readonly world?: HouseOptions;
};

/**
 * Plays until the moves are done or an invariant is broken, which the last step then says. A tracker that throws, or tells what is no
 * belief, breaks an invariant, too: `does_not_throw`, `tells_beliefs`. Throws where the house cannot be read.
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
 * const stubborn = () => ({
 *   observe() {},
 *   acted() {},
 *   beliefs: () => ({ keyObjects: [{ name: 'mug1', attributes: ['in kitchen1', 'not in hand'] }] }),
 * });
 * const steps = playTracker(stubborn, { house, moves: [{ verb: 'pickup', args: ['mug1'] }] });
 * assert.deepEqual(steps.at(-1)?.broken, [
 *   { invariant: 'seen_is_believed', text: 'mug1: not in hand, but mug1 is held' },
 *   { invariant: 'seen_is_believed', text: 'mug1 is not believed to be held, but mug1 is held' },
 * ]);
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
  const isRight = (act: (tracker: Tracker) => void): boolean => {
    let belief: Belief;
    try {
      tracker ??= make();
      act(tracker);
      belief = tracker.beliefs();
    } catch (error) {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      house.note({ tracking: null, broken: [{ invariant: 'does_not_throw', text }] });
      return false;
    }
    return house.believes(belief).length === 0 && tells(house);
  };
  if (!isRight((each) => each.observe(start))) return house.steps;
  for (const move of moves) {
    const seen = move === 'look' ? null : house.act(move);
    const observation = seen?.observation ?? house.look();
    const isStillRight = isRight((each) => {
      if (move !== 'look') each.acted(move, seen?.ok === true);
      each.observe(observation);
    });
    if (!isStillRight) break;
  }
  return house.steps;
}

/** Whether the last belief is one. */
function tells(house: WatchedHouse): boolean {
  const last = house.steps.at(-1);
  if (last?.tracking !== null) return true;
  const text = `expected {"keyObjects": [{"name", "attributes": [text]}]}, found ${JSON.stringify(last.belief)?.slice(0, 200)}`;
  house.note({ belief: last.belief, tracking: null, broken: [{ invariant: 'tells_beliefs', text }] });
  return false;
}
