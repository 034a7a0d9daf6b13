/** Each case repeats few routines, which finds more bugs (swarm testing, Groce et al. 2012). */
import * as fc from 'fast-check';
import { householdEnvs } from '../../../envs/household/household_env.ts';
import { arbitraryHouseOf } from '../../../envs/household/kit/arbitrary_house.ts';
import { noTask } from '../../../envs/household/kit/walk_by.ts';
import type { House } from '../../../envs/household/scene/house.ts';
import { readHouse } from '../../../envs/household/scene/read_house.ts';
import type { HouseCase, HouseOptions, Move } from './play_tracker.ts';
import { explore, linger, ROUTINES, type Routine, randomAction, type Situation } from './routines.ts';

const MOVES_RANGE = { min: 16, max: 32 };
const REPERTOIRE_MAX = 3;
/** One case in this many includes `linger`. */
const LINGERING_ONE_IN = 3;
const ROUNDS_MAX = 100;
const CHOICES_COUNT = 64;

const plan = fc.record({
  repertoire: fc.noBias(
    fc.array(fc.constantFrom(...Object.values(ROUTINES), ROUTINES.heat, ROUTINES.putAway), {
      minLength: 1,
      maxLength: REPERTOIRE_MAX,
    }),
  ),
  movesMax: fc.noBias(fc.integer(MOVES_RANGE)),
  choices: fc.array(fc.noBias(fc.nat()), { minLength: CHOICES_COUNT, maxLength: CHOICES_COUNT }),
});

type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

export function arbitraryCase(houses: fc.Arbitrary<string>, world: HouseOptions): fc.Arbitrary<HouseCase> {
  return fc
    .tuple(houses, plan)
    .map(([house, drawn]) => ({ house, moves: movesOf(drawn, readHouse(house, 'house.json'), world) }));
}

function movesOf({ repertoire, movesMax, choices }: Plan, house: House, world: HouseOptions): Move[] {
  const env = householdEnvs(house, noTask(house), world)();
  let { observation } = env.reset();
  let choicesMade = 0;
  const choose = () => {
    const choice = choices[choicesMade % choices.length]!;
    choicesMade += 1;
    return choice + Math.floor(choicesMade / choices.length);
  };
  const now: Situation = {
    house,
    hands: world.hands ?? 2,
    get observation() {
      return observation;
    },
    holds: (name, state) => env.state().is(house.indexOf.get(name ?? '') ?? -1, state),
    choose,
  };
  const moves: Move[] = [];
  const play = (routine: Routine) => {
    for (const move of routine(now)) {
      moves.push(move);
      observation = move === 'look' ? env.observe() : env.step(move).observation;
      if (moves.length >= movesMax) break;
    }
  };
  if (choose() % 2 === 0) play(explore);
  let lingersAt = choose() % (LINGERING_ONE_IN * movesMax);
  for (let round = 0; round < ROUNDS_MAX && moves.length < movesMax; round += 1) {
    if (moves.length >= lingersAt) {
      play(linger);
      lingersAt = movesMax;
    }
    play(choose() % 4 === 0 ? randomAction : repertoire[choose() % repertoire.length]!);
    if (choose() % 8 === 0) moves.push('look');
  }
  return moves;
}

const ALWAYS = ['kitchentable', 'fridge', 'mug', 'breadslice', 'toaster', 'microwave'];

const SECOND_THINGS = [
  ['fridge', 'plate'],
  ['microwave', 'plate'],
  ['toaster', 'plate'],
  ['mug', 'breadslice'],
  ['kitchencabinet', 'kitchencabinet'],
  ['lightswitch', 'lightswitch'],
];

export const arbitraryFurnishedHouse = fc.oneof(
  ...SECOND_THINGS.map((pair) =>
    arbitraryHouseOf({
      roomsMax: 3,
      thingsMax: 7,
      always: [...ALWAYS, ...pair],
      classNames: ['book', 'plate', 'mug', 'box', 'milk', 'breadslice', 'kitchencabinet', 'bookshelf', 'lightswitch'],
      spreadM: 1,
      flawsOneIn: 8,
    }),
  ),
);
