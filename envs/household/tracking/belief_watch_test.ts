import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../env.ts';
import { householdEnvs } from '../household_env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import type { HouseholdObservation } from '../observation.ts';
import { smallHouse } from '../testing/small_house.ts';
import { actionOf } from '../testing/walks.ts';
import { household } from '../world.ts';
import { BELIEF_INVARIANTS, judgedClaims, type Situation } from './belief_invariants.ts';
import { HouseholdBeliefWatch, trackingOf } from './belief_watch.ts';

const HOUSE = smallHouse({
  rooms: { kitchen1: [0, 0], bedroom1: [9, 9] },
  things: `kitchentable1, fridge1 OPEN, mug1 on kitchentable1, mug2 on kitchentable1, plate1 on kitchentable1,
    breadslice1 on plate1, desk1 in bedroom1 @9:14, book1 on desk1 @9:20, book2 on desk1 @9:14`,
});
const TASK = { name: 'any', scene: HOUSE.name, instruction: '', stepsMax: 99, goal: [] };

/**
 * What is broken at each belief, as `invariant: text`. Steps are parted by `|`: an action such as `pickup mug1`, `look`, or a
 * belief: `mug1: in_hand, near; fridge1: open`, or `nothing`.
 */
function broken(steps: string, { complete = false, ...options }: HouseholdOptionsInput & { complete?: boolean } = {}) {
  const { env, watch } = begun(options, complete);
  return steps.split(' | ').flatMap((step) => {
    if (step === 'look') watch.sees(env.observe());
    else if (step === 'nothing' || step.includes(': ')) {
      const entries = step === 'nothing' ? [] : step.split('; ').map((each) => each.split(': '));
      const found = watch.judge(believing(Object.fromEntries(entries)), env.model())?.broken ?? [];
      return found.map(({ invariant, text }) => `${invariant}: ${text}`);
    } else {
      const action = actionOf(step);
      const { ok, observation } = env.step(action);
      watch.sees(observation, { action, ok });
    }
    return [];
  });
}

function begun(options: HouseholdOptionsInput = {}, complete = false) {
  const env = householdEnvs(HOUSE, TASK, options)();
  const watch = new HouseholdBeliefWatch({ hands: options.hands ?? 2, complete });
  watch.sees(env.reset().observation);
  return { env, watch };
}

function believing(attributes: Readonly<Record<string, string>>) {
  const keyObjects = Object.entries(attributes).map(([name, text]) => ({ name, attributes: text.split('; ') }));
  return { keyObjects, reasoning: null };
}

describe('a belief that breaks an invariant', () => {
  const EMPTIED = 'kitchentable1: contains mug1';
  const CLOSED = 'changes_with_evidence: fridge1: open → closed';

  it.each([
    [
      'holds three things',
      'pickup mug1 | pickup mug2 | mug1: in_hand; mug2: held; plate1: in_hand',
      'holds_no_more_than_hands: mug1, mug2, plate1: 3 things in 2 hands',
      'seen_is_believed: plate1: in_hand, but plate1 is ON kitchentable1',
    ],
    [
      'holds what is somewhere else as well',
      'pickup mug1 | mug1: in_hand, on kitchentable1',
      'held_is_nowhere_else: mug1: in_hand; on kitchentable1',
      'seen_is_believed: mug1: on kitchentable1, but mug1 is held',
    ],
    [
      'forgets that a pick-up empties the surface',
      `pickup mug1 | mug1: in_hand; ${EMPTIED}`,
      `held_is_nowhere_else: mug1: in_hand; ${EMPTIED}`,
      `seen_is_believed: ${EMPTIED}, but kitchentable1 is IN kitchen1`,
    ],
    [
      'sees through a door',
      'pickup mug1 | placein mug1 fridge1 | close fridge1 | mug1: in fridge1, visible',
      'put_away_is_out_of_sight: mug1: visible, though it is in fridge1, which is closed',
    ],
    ['changes at a second look', 'fridge1: open | look | fridge1: closed', CLOSED],
    ['changes with what was done elsewhere', 'fridge1: open | pickup mug1 | fridge1: closed', CLOSED],
    [
      'drops what nothing speaks against',
      'fridge1: open; mug2: on kitchentable1 | move bedroom1 | fridge1: open',
      'kept_until_evidence: mug2: on kitchentable1 → nothing',
    ],
    [
      'denies what it sees',
      'mug1: in fridge1; kitchentable1: empty; bedroom1: robot_inside; kitchen1: not current room',
      'seen_is_believed: mug1: in fridge1, but mug1 is ON kitchentable1',
      'seen_is_believed: kitchentable1: empty, but kitchentable1 is IN kitchen1',
      'seen_is_believed: bedroom1: robot_inside, but the robot is in kitchen1',
      'seen_is_believed: kitchen1: not current room, but the robot is in kitchen1',
    ],
  ])('%s', (_, steps, ...found) => {
    expect(broken(steps)).toEqual(found);
  });

  it('holds two things in one hand', () => {
    expect(broken('pickup mug1 | mug1: in_hand; mug2: in_hand', { hands: 1 })[0]).toBe(
      'holds_no_more_than_hands: mug1, mug2: 2 things in 1 hands',
    );
  });

  it('leaves out what is in sight, where all of it has to be believed', () => {
    const others =
      'kitchentable1: in kitchen1; fridge1: in kitchen1; mug1: on kitchentable1; plate1: on kitchentable1; breadslice1: on plate1';
    const missing = 'seen_is_believed: mug2 is not believed to be';
    expect(broken(`${others}; mug2: on kitchentable1`, { complete: true })).toEqual([]);
    expect(broken(others, { complete: true })).toEqual([`${missing} where it is: mug2 is ON kitchentable1`]);
    expect(broken(`pickup mug2 | ${others}`, { complete: true })).toEqual([`${missing} held, but mug2 is held`]);
  });
});

describe('no invariant is broken by a belief that', () => {
  const PUT_AWAY = 'pickup mug1 | placein mug1 fridge1';

  it.each<[string, string, HouseholdOptionsInput?]>([
    ['is put in other words', 'mug1: on kitchentable1 | look | mug1: placed on the table'],
    ['becomes more exact', 'mug1: on table | look | mug1: on kitchentable1'],
    ['changes with an action on the thing', 'fridge1: open | close fridge1 | fridge1: closed'],
    ['changes with an action that was refused', 'fridge1: locked, closed | open fridge1 | fridge1: open'],
    ['changes with the thing around it', `${PUT_AWAY} | mug1: visible | close fridge1 | mug1: not visible`],
    ['changes with a thing on it', 'kitchentable1: occupied | pickup mug1 | kitchentable1: contains mug2'],
    ['changes with where the robot is', 'mug1: near | move bedroom1 | mug1: far'],
    ['changes with what comes into reach', 'move bedroom1 | move book1 | book2: far | pickup book1 | book2: near'],
    ['changes with what is carried', 'pickup mug1 | mug1: in kitchen1 | move bedroom1 | mug1: in bedroom1'],
    ['learns from another of its class', 'mug1: graspable | pickup mug2 | mug1: not graspable'],
    ['drops what was acted upon', 'mug1: on kitchentable1 | pickup mug1 | mug1: seen'],
    ['begins to speak of a thing late', 'mug1: on kitchentable1 | look | mug1: on kitchentable1; mug2: far'],
    ['is wrong about what cannot be seen', 'move bedroom1 | mug1: in fridge1; fridge1: empty'],
    ['is wrong about what is hidden', `${PUT_AWAY} | close fridge1 | fridge1: empty`],
    ['is about what the house does not have', 'unicorn1: in_hand, visible | look | nothing'],
    ['leaves most of it out', 'nothing'],
    ['is right about what fell unseen', 'pickup plate1 | breadslice1: in kitchen1', { perception: 'on_entry' }],
  ])('%s', (_, steps, options) => {
    expect(broken(steps, options)).toEqual([]);
  });
});

describe('HouseholdBeliefWatch', () => {
  it('does not judge what is in a form of its own, nor takes it for a belief dropped', () => {
    const { env, watch } = begun();
    const believe = (belief: unknown) => watch.judge(belief, env.model());
    expect(believe(believing({ fridge1: 'open' }))).toMatchObject({ claims: 1, correct: 1 });
    expect(believe({ reasoning: 'none' })).toBeNull();
    const broken = [{ invariant: 'kept_until_evidence', text: 'fridge1: open → nothing' }];
    expect(believe({ keyObjects: [] })).toMatchObject({ broken });
  });

  it('judges nothing before the world has been seen', () => {
    const watch = new HouseholdBeliefWatch({ hands: 2, complete: false });
    expect(() => watch.judge({ keyObjects: [] }, householdEnvs(HOUSE, TASK)().model())).toThrow();
  });

  it('tells of a few, where there are many', () => {
    expect(broken(`mug1: ${'in fridge1, '.repeat(50)}`)).toHaveLength(5);
  });

  it('does as the README says of each invariant', () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const told = Object.fromEntries(
      [...readme.matchAll(/^- `(\w+)`: ([^.]*?)\./gm)].map(([, name, text]) => [name, text?.replace(/\s+/g, ' ')]),
    );
    const meanings = Object.entries(BELIEF_INVARIANTS).map(([name, { meaning }]) => [name, meaning]);
    expect(told).toEqual(Object.fromEntries(meanings));
    expect(household.beliefs?.invariants).toBe(BELIEF_INVARIANTS);
  });
});

const OBSERVATION: HouseholdObservation = {
  world: 'household',
  objects: [{ name: 'milk1', relation: 'IN', place: 'fridge1' }],
  containers: [{ name: 'fridge1', relation: 'IN', place: 'kitchen1' }],
  surfaces: [],
  rooms: ['kitchen1'],
  holding: [],
  closeTo: [],
  room: 'kitchen1',
};

function world(facts: readonly unknown[], changes: ReturnType<Model['changes']> = []) {
  const texts = facts.map((fact) => JSON.stringify(fact));
  const model = {
    holds(condition: unknown) {
      if (JSON.stringify(condition).includes('unicorn')) throw new Error('the house has no "unicorn1"');
      return texts.includes(JSON.stringify(condition));
    },
    changes: () => changes,
  } as unknown as Model;
  return { model, observation: OBSERVATION };
}

function judgeBelief(belief: unknown, now: Situation) {
  const claims = judgedClaims(belief, now);
  return claims === null ? null : trackingOf(claims, now.model);
}

describe('trackingOf()', () => {
  it('counts the changes of which there is a true claim; a denial of something else is none', () => {
    const changes = [
      { object: 'fridge1', condition: { state: ['fridge1', 'OPEN'] } },
      { object: 'milk1', condition: { held: ['milk1'] } },
      { object: 'cup1', condition: { on: ['cup1', 'table1'] } },
    ];
    const now = world([{ held: ['milk1'] }, { state: ['fridge1', 'OPEN'] }], changes);
    expect(judgeBelief(believing({ fridge1: 'not closed', milk1: 'in_hand' }), now)).toMatchObject({
      covered: 2,
      correct: 2,
      facts: 3,
      recalled: 1,
      missing: ['fridge1: {"state":["fridge1","OPEN"]}', 'cup1: {"on":["cup1","table1"]}'],
    });
  });

  it.for([
    [{ state: ['fridge1', 'OPEN'] }, 'open', 'closed'],
    [{ state: ['fridge1', 'CLOSED'] }, 'closed', 'open'],
    [{ state: ['fridge1', 'ON'] }, 'on', 'off'],
    [{ state: ['fridge1', 'OFF'] }, 'off', 'on'],
    [{ heated: ['fridge1'] }, 'hot', 'cold'],
    [{ toasted: ['fridge1'] }, 'toasted', 'untoasted'],
    [{ held: ['fridge1'] }, 'in_hand', 'not in hand'],
    [{ on: ['fridge1', 'milk1'] }, 'on milk1', 'in milk1'],
    [{ inside: ['fridge1', 'milk1'] }, 'in milk1', 'on milk1'],
    [{ in_room: ['fridge1', 'kitchen1'] }, 'in kitchen', 'not in kitchen'],
  ] as const)('knows the change %j by "%s", and not by "%s"', ([fact, right, wrong]) => {
    const changed = world([fact], [{ object: 'fridge1', condition: fact }]);
    const judged = (text: string) => judgeBelief(believing({ fridge1: text }), changed);
    expect(judged(right)).toMatchObject({ covered: 1, correct: 1, recalled: 1 });
    expect(judged(wrong)).toMatchObject({ covered: 1, correct: 0, recalled: 0 });
    expect(judged('near')).toMatchObject({ covered: 1, recalled: 0 });
  });

  it.each<[string, Record<string, string>, unknown[], object]>([
    [
      'what can be judged, and what of that is true',
      { fridge1: 'open; in_kitchen; looks new', milk1: 'in_hand; not hot' },
      [{ state: ['fridge1', 'OPEN'] }, { in_room: ['fridge1', 'kitchen1'] }],
      { claims: 5, covered: 4, correct: 3, wrong: ['milk1: in_hand'] },
    ],
    [
      'nothing that a thing cannot be, so that denying it earns nothing',
      { milk1: 'not on; not open; off', fridge1: 'hot' },
      [{ state: ['fridge1', 'OFF'] }],
      { claims: 4, covered: 0 },
    ],
    ['parts between commas', { milk1: 'in_hand, near' }, [{ held: ['milk1'] }], { claims: 2, correct: 1 }],
    ['only what exists', { kitchen1: 'robot_inside', unicorn1: 'in_hand' }, [], { claims: 2, covered: 1, correct: 1 }],
    [
      'all that is wrong, and lists some of it',
      { milk1: Array(1000).fill('hot').join('; ') },
      [],
      { claims: 1000, correct: 0, wrong: Array(10).fill(expect.stringContaining('hot')) },
    ],
  ])('counts %s', (_, attributes, facts, expected) => {
    expect(judgeBelief(believing(attributes), world(facts))).toMatchObject(expected);
  });

  it.for([null, 'closed', {}, { keyObjects: [{ name: 'a' }] }, { plan: [] }])('judges nothing in %j', (belief) => {
    expect(judgeBelief(belief, world([]))).toBeNull();
  });
});
