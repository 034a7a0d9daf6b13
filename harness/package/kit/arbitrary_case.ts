/**
 * Random houses, and what is done in them to try a tracker: a few routines again and again, with any action between. A case that does much
 * of a few things finds more than one that does a little of everything (swarm testing, Groce et al. 2012).
 */

import * as fc from 'fast-check';
import { householdEnvs } from '../../../envs/household/household_env.ts';
import { arbitraryHouseOf } from '../../../envs/household/kit/arbitrary_house.ts';
import { noTask } from '../../../envs/household/kit/walk_by.ts';
import type { House } from '../../../envs/household/scene/house.ts';
import { readHouse } from '../../../envs/household/scene/read_house.ts';
import type { HouseOptions } from './play_tracker.ts';
import { anything, explore, linger, ROUTINES, type Routine, type Situation } from './routines.ts';
import type { HouseCase, Move } from './tracker.ts';

/** As many as a case needs to put things away and come back, and as few as are soon judged. */
const MOVES = { min: 16, max: 32 };
/** So many routines at most are drawn for a case; one alone fills a short memory. */
const REPERTOIRE_MAX = 3;
/** In one case of so many, it goes away for some time. */
const LINGERS_ONE_IN = 3;
/** More than make a case, where there is anything to do. */
const ROUNDS_MAX = 100;
/** Enough for the decisions of a case; then they begin again. */
const CHOICES = 64;

const plan = fc.record({
  repertoire: fc.noBias(
    fc.array(fc.constantFrom(...Object.values(ROUTINES), ROUTINES.heat, ROUTINES.putAway), {
      minLength: 1,
      maxLength: REPERTOIRE_MAX,
    }),
  ),
  movesMax: fc.noBias(fc.integer(MOVES)),
  choices: fc.array(fc.noBias(fc.nat()), { minLength: CHOICES, maxLength: CHOICES }),
});

type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

/** Up to 32 moves, second looks aside, in each house; in some of them the robot only looks again. */
export function arbitraryCase(houses: fc.Arbitrary<string>, world: HouseOptions): fc.Arbitrary<HouseCase> {
  return fc
    .tuple(houses, plan)
    .map(([house, drawn]) => ({ house, moves: movesOf(drawn, readHouse(house, 'house.json'), world) }));
}

function movesOf({ repertoire, movesMax, choices }: Plan, house: House, world: HouseOptions): Move[] {
  const env = householdEnvs(house, noTask(house), world)();
  let { observation } = env.reset();
  let chosen = 0;
  const choose = () => choices[chosen++ % choices.length]! + Math.floor(chosen / choices.length);
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
  const carryOut = (routine: Routine) => {
    for (const move of routine(now)) {
      moves.push(move);
      observation = move === 'look' ? env.observe() : env.step(move).observation;
      if (moves.length >= movesMax) break;
    }
  };
  if (choose() % 2 === 0) carryOut(explore);
  let lingersAt = choose() % (LINGERS_ONE_IN * movesMax);
  for (let round = 0; round < ROUNDS_MAX && moves.length < movesMax; round += 1) {
    if (moves.length >= lingersAt) {
      carryOut(linger);
      lingersAt = movesMax;
    }
    carryOut(choose() % 4 === 0 ? anything : repertoire[choose() % repertoire.length]!);
    if (choose() % 8 === 0) moves.push('look');
  }
  return moves;
}

const ALWAYS = ['kitchentable', 'fridge', 'mug', 'breadslice', 'toaster', 'microwave'];

/** With what there always is, each makes two of a class, or of what opens, three. */
const TWINS = [
  ['fridge', 'plate'],
  ['microwave', 'plate'],
  ['toaster', 'plate'],
  ['mug', 'breadslice'],
  ['kitchencabinet', 'kitchencabinet'],
  ['lightswitch', 'lightswitch'],
];

/** The houses of a trial unless others are given: something of everything to do, and two of something, much of it within reach. */
export const FURNISHED = fc.oneof(
  ...TWINS.map((twins) =>
    arbitraryHouseOf({
      roomsMax: 3,
      thingsMax: 7,
      always: [...ALWAYS, ...twins],
      classNames: ['book', 'plate', 'mug', 'box', 'milk', 'breadslice', 'kitchencabinet', 'bookshelf', 'lightswitch'],
      spreadM: 1,
      flawsOneIn: 8,
    }),
  ),
);
