import * as fc from 'fast-check';
import type { Action, Model } from '../../env.ts';
import { householdEnvs } from '../household_env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import type { HouseholdObservation, Placed } from '../observation.ts';
import { PAPER_RULES } from '../rules/rules.ts';
import type { House } from '../scene/house.ts';
import { readHouse } from '../scene/read_house.ts';
import { arbitraryHouse } from './arbitrary_house.ts';

const SOURCES = {
  move: ['rooms', 'objects', 'containers', 'surfaces'],
  pickup: ['objects', 'objects', 'closeTo'],
  placein: ['containers', 'closeTo'],
  placeon: ['surfaces', 'closeTo'],
  open: ['containers'],
  close: ['containers'],
  switchon: ['objects'],
  switchoff: ['objects'],
} as const;
const CHOICES = Object.entries(SOURCES).flatMap(([verb, sources]) => sources.map((source) => ({ verb, source })));

/** `choice` is in [0, 2^31). */
export function pickAction(observation: HouseholdObservation, names: readonly string[], choice: number): Action {
  const chosen = CHOICES[choice % 17];
  const rest = Math.floor(choice / 17);
  if (chosen === undefined) return anyAction(names, rest);
  const { verb, source } = chosen;
  const isHere = ({ name }: Placed) => verb === 'move' || observation.closeTo.includes(name);
  const candidates =
    source === 'rooms' || source === 'closeTo'
      ? observation[source]
      : observation[source].filter(isHere).map(({ name }) => name);
  const target = pick(candidates, rest) ?? pick(names, rest) ?? '';
  if (PAPER_RULES.get(verb)!.arity === 1) return { verb, args: [target] };
  return { verb, args: [pick(observation.holding, rest) ?? pick(names, rest) ?? '', target] };
}

function anyAction(names: readonly string[], choice: number): Action {
  const { verb, arity } = [...PAPER_RULES.values()][choice % PAPER_RULES.size]!;
  const first = Math.floor(choice / PAPER_RULES.size);
  return { verb, args: [pick(names, first) ?? '', pick(names, Math.floor(first / 7)) ?? ''].slice(0, arity) };
}

function pick(list: readonly string[], choice: number): string | undefined {
  return list[choice % list.length];
}

export const ACTIONS_MAX = 40;

const CHOICE_END = 2 ** 31;

const arbitraryChoices = fc.array(fc.noBias(fc.nat({ max: CHOICE_END - 1 })), { maxLength: ACTIONS_MAX, size: 'max' });

/**
 * Up to 40 actions in a house, most on things within reach. `options` are those of the world, such as `{ hands: 1 }`.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouse, arbitraryHouseActions } from 'tapedeck/testing';
 *
 * const walk = arbitraryHouse.chain((text) => arbitraryHouseActions(household.readScene(text, 'house.json')));
 * fc.assert(fc.property(walk, (actions) => assert.ok(actions.length <= 40)));
 * ```
 */
export function arbitraryHouseActions(
  house: House,
  options: HouseholdOptionsInput = {},
): fc.Arbitrary<readonly Action[]> {
  return arbitraryChoices.map((choices) => walkBy(choices, house, options).actions);
}

/**
 * The observation of a random house after a random walk.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { arbitraryHouseObservation } from 'tapedeck/testing';
 *
 * fc.assert(fc.property(arbitraryHouseObservation, ({ rooms, room }) => assert.ok(rooms.includes(room))));
 * ```
 */
export const arbitraryHouseObservation: fc.Arbitrary<HouseholdObservation> = fc
  .tuple(arbitraryHouse, arbitraryChoices)
  .map(([text, choices]) => walkBy(choices, readHouse(text, 'any_house.json')).observation);

function walkBy(choices: readonly number[], house: House, options: HouseholdOptionsInput = {}) {
  const env = householdEnvs(house, noTask(house), options)();
  let { observation } = env.reset();
  const actions = choices.map((choice) => {
    const action = chosenAction(choice, { observation, model: env.model(), names: house.names });
    observation = env.step(action).observation;
    return action;
  });
  return { actions, observation };
}

type Situation = Readonly<{
  observation: HouseholdObservation;
  model: Pick<Model, 'refusal'>;
  names: readonly string[];
}>;

function chosenAction(choice: number, { observation, model, names }: Situation): Action {
  const [kind, rest] = [choice % 3, Math.floor(choice / 3)];
  const actions = Array.from({ length: kind === 0 ? 1 : TRIES }, (_, nth) =>
    pickAction(observation, names, (rest + nth * STRIDE) % CHOICE_END),
  );
  const possible = actions.filter((action) => model.refusal(action) === null);
  const manipulation = possible.find(({ verb }) => verb !== 'move' && verb !== 'wait');
  return (kind === 2 ? manipulation : undefined) ?? possible[0] ?? actions[0]!;
}

const TRIES = 8;
/** Large, odd and no multiple of `pickAction`'s divisors. */
const STRIDE = 1_640_531_527;

export function noTask({ name }: House) {
  return { name: 'none', scene: name, instruction: '', goal: [], stepsMax: ACTIONS_MAX };
}
