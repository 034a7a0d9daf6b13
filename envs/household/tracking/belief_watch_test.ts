/** Beliefs about a small house, step by step: which invariants they break, and which they do not. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../env.ts';
import { householdEnvs } from '../household_env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import type { HouseholdObservation } from '../observation.ts';
import { smallHouse } from '../testing/small_house.ts';
import { household } from '../world.ts';
import { judgedClaims, type Now } from './belief_claims.ts';
import { BELIEF_INVARIANTS } from './belief_invariants.ts';
import { HouseholdBeliefWatch, trackingOf } from './belief_watch.ts';

const HOUSE = smallHouse({
  rooms: { kitchen1: [0, 0], bedroom1: [9, 9] },
  things: [
    { is: 'kitchentable1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'fridge1', in: 'kitchen1', at: [0, 0, 0], states: ['OPEN'] },
    { is: 'mug1', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'mug2', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'plate1', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'breadslice1', on: 'plate1', at: [0, 0, 0] },
    { is: 'desk1', in: 'bedroom1', at: [9, 0, 14] },
    { is: 'book1', on: 'desk1', at: [9, 0, 20] },
    { is: 'book2', on: 'desk1', at: [9, 0, 14] },
  ],
});
const TASK = { name: 'any', scene: HOUSE.name, instruction: '', stepsMax: 99, goal: [] };

/** An action such as `pickup mug1`, or `look`; then what is believed: `mug1: in_hand, near`. */
type Step = string | Readonly<Record<string, string>>;

/** What is broken at each belief, as `invariant: text`. */
function broken(
  steps: readonly Step[],
  { complete = false, ...options }: HouseholdOptionsInput & { complete?: boolean } = {},
) {
  const env = householdEnvs(HOUSE, TASK, options)();
  const watch = new HouseholdBeliefWatch({ hands: options.hands ?? 2, complete });
  watch.sees(env.reset().observation);
  return steps.flatMap((step) => {
    if (typeof step === 'string') {
      const [verb = '', ...args] = step.split(' ');
      const action = { verb, args };
      if (verb === 'look') watch.sees(env.observe());
      else {
        const { ok, observation } = env.step(action);
        watch.sees(observation, { action, ok });
      }
      return [];
    }
    const keyObjects = Object.entries(step).map(([name, text]) => ({ name, attributes: text.split(', ') }));
    return (watch.judge({ keyObjects }, env.model())?.broken ?? []).map(
      ({ invariant, text }) => `${invariant}: ${text}`,
    );
  });
}

describe('a belief that breaks an invariant', () => {
  it.each<[string, Step[], string[]]>([
    [
      'holds three things',
      ['pickup mug1', 'pickup mug2', { mug1: 'in_hand', mug2: 'held', plate1: 'in_hand' }],
      [
        'holds_no_more_than_hands: mug1, mug2, plate1: 3 things in 2 hands',
        'seen_is_believed: plate1: in_hand, but plate1 is ON kitchentable1',
      ],
    ],
    [
      'holds what is somewhere else as well',
      ['pickup mug1', { mug1: 'in_hand, on kitchentable1' }],
      [
        'held_is_nowhere_else: mug1: in_hand; on kitchentable1',
        'seen_is_believed: mug1: on kitchentable1, but mug1 is held',
      ],
    ],
    [
      'forgets that a pick-up empties the surface',
      ['pickup mug1', { mug1: 'in_hand', kitchentable1: 'contains mug1' }],
      [
        'held_is_nowhere_else: mug1: in_hand; kitchentable1: contains mug1',
        'seen_is_believed: kitchentable1: contains mug1, but kitchentable1 is IN kitchen1',
      ],
    ],
    [
      'sees through a door',
      ['pickup mug1', 'placein mug1 fridge1', 'close fridge1', { mug1: 'in fridge1, visible' }],
      ['put_away_is_out_of_sight: mug1: visible, though it is in fridge1, which is closed'],
    ],
    [
      'changes at a second look',
      [{ fridge1: 'open' }, 'look', { fridge1: 'closed' }],
      ['changes_with_evidence: fridge1: open → closed'],
    ],
    [
      'changes with what was done elsewhere',
      [{ fridge1: 'open' }, 'pickup mug1', { fridge1: 'closed' }],
      ['changes_with_evidence: fridge1: open → closed'],
    ],
    [
      'drops what nothing speaks against',
      [{ fridge1: 'open', mug2: 'on kitchentable1' }, 'move bedroom1', { fridge1: 'open' }],
      ['kept_until_evidence: mug2: on kitchentable1 → nothing'],
    ],
    [
      'denies what it sees',
      [{ mug1: 'in fridge1', kitchentable1: 'empty', bedroom1: 'robot_inside', kitchen1: 'not current room' }],
      [
        'seen_is_believed: mug1: in fridge1, but mug1 is ON kitchentable1',
        'seen_is_believed: kitchentable1: empty, but kitchentable1 is IN kitchen1',
        'seen_is_believed: bedroom1: robot_inside, but the robot is in kitchen1',
        'seen_is_believed: kitchen1: not current room, but the robot is in kitchen1',
      ],
    ],
  ])('%s', (_, steps, found) => {
    expect(broken(steps)).toEqual(found);
  });

  it('holds two things in one hand', () => {
    const steps = ['pickup mug1', { mug1: 'in_hand', mug2: 'in_hand' }];
    expect(broken(steps, { hands: 1 })[0]).toBe('holds_no_more_than_hands: mug1, mug2: 2 things in 1 hands');
  });

  it('leaves out what is in sight, where all of it has to be believed', () => {
    const all = {
      kitchentable1: 'in kitchen1',
      fridge1: 'in kitchen1',
      mug1: 'on kitchentable1',
      mug2: 'on kitchentable1',
      plate1: 'on kitchentable1',
      breadslice1: 'on plate1',
    };
    expect(broken([all], { complete: true })).toEqual([]);
    const { mug2: _, ...others } = all;
    expect(broken([others], { complete: true })).toEqual([
      'seen_is_believed: mug2 is not believed to be where it is: mug2 is ON kitchentable1',
    ]);
    expect(broken(['pickup mug2', others], { complete: true })).toEqual([
      'seen_is_believed: mug2 is not believed to be held, but mug2 is held',
    ]);
  });
});

describe('no invariant is broken by a belief that', () => {
  it.each<[string, Step[]]>([
    ['is put in other words', [{ mug1: 'on kitchentable1' }, 'look', { mug1: 'placed on the table' }]],
    ['becomes more exact', [{ mug1: 'on table' }, 'look', { mug1: 'on kitchentable1' }]],
    ['changes with an action on the thing', [{ fridge1: 'open' }, 'close fridge1', { fridge1: 'closed' }]],
    ['changes with an action that was refused', [{ fridge1: 'locked, closed' }, 'open fridge1', { fridge1: 'open' }]],
    [
      'changes with an action on what the thing is in',
      ['pickup mug1', 'placein mug1 fridge1', { mug1: 'visible' }, 'close fridge1', { mug1: 'not visible' }],
    ],
    [
      'changes with an action on what is on the thing',
      [{ kitchentable1: 'occupied' }, 'pickup mug1', { kitchentable1: 'contains mug2' }],
    ],
    ['changes with where the robot is', [{ mug1: 'near' }, 'move bedroom1', { mug1: 'far' }]],
    [
      'changes with what comes into reach',
      ['move bedroom1', 'move book1', { book2: 'far' }, 'pickup book1', { book2: 'near' }],
    ],
    [
      'changes with what is carried',
      ['pickup mug1', { mug1: 'in kitchen1' }, 'move bedroom1', { mug1: 'in bedroom1' }],
    ],
    ['learns from another of its class', [{ mug1: 'graspable' }, 'pickup mug2', { mug1: 'not graspable' }]],
    ['drops what was acted upon', [{ mug1: 'on kitchentable1' }, 'pickup mug1', { mug1: 'seen' }]],
    [
      'begins to speak of a thing late',
      [{ mug1: 'on kitchentable1' }, 'look', { mug1: 'on kitchentable1', mug2: 'far' }],
    ],
    ['is wrong about what cannot be seen', ['move bedroom1', { mug1: 'in fridge1', fridge1: 'empty' }]],
    ['is wrong about what is hidden', ['pickup mug1', 'placein mug1 fridge1', 'close fridge1', { fridge1: 'empty' }]],
    ['is about what the house does not have', [{ unicorn1: 'in_hand, visible' }, 'look', {}]],
    ['leaves most of it out', [{}]],
  ])('%s', (_, steps) => {
    expect(broken(steps)).toEqual([]);
  });

  it('is right about what fell where the robot does not look', () => {
    // The slice is listed where it was perceived last: nobody has seen it fall.
    const steps = ['pickup plate1', { breadslice1: 'in kitchen1' }];
    expect(broken(steps, { perception: 'on_entry', complete: false })).toEqual([]);
  });
});

describe('HouseholdBeliefWatch', () => {
  it('does not judge what is in a form of its own, nor takes it for a belief dropped', () => {
    const env = householdEnvs(HOUSE, TASK)();
    const watch = new HouseholdBeliefWatch({ hands: 2, complete: false });
    watch.sees(env.reset().observation);
    const believe = (belief: unknown) => watch.judge(belief, env.model());
    expect(believe({ keyObjects: [{ name: 'fridge1', attributes: ['open'] }] })).toMatchObject({
      claims: 1,
      correct: 1,
    });
    expect(believe({ reasoning: 'none' })).toBeNull();
    expect(believe({ keyObjects: [] })?.broken).toEqual([
      { invariant: 'kept_until_evidence', text: 'fridge1: open → nothing' },
    ]);
  });

  it('judges nothing before the world has been seen', () => {
    const watch = new HouseholdBeliefWatch({ hands: 2, complete: false });
    expect(() => watch.judge({ keyObjects: [] }, householdEnvs(HOUSE, TASK)().model())).toThrow();
  });

  it('tells of a few, where there are many', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, () => 'mug1').map((name) => [name, 'in fridge1, '.repeat(50)]),
    );
    expect(broken([many])).toHaveLength(5);
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

/** A world in which just these conditions hold, and of which these have come about since the start. */
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

function believing(attributes: Record<string, readonly string[]>) {
  return {
    keyObjects: Object.entries(attributes).map(([name, each]) => ({ name, attributes: each })),
    reasoning: null,
  };
}

/** Judges a belief, if that can be. */
function judgeBelief(belief: unknown, now: Now) {
  const claims = judgedClaims(belief, now);
  return claims === null ? null : trackingOf(claims, now.model);
}

describe('trackingOf()', () => {
  it('counts what is claimed, what of it can be judged, and what of that is true', () => {
    const belief = believing({ fridge1: ['open', 'in_kitchen', 'looks new'], milk1: ['in_hand', 'not hot'] });
    const judged = judgeBelief(belief, world([{ state: ['fridge1', 'OPEN'] }, { in_room: ['fridge1', 'kitchen1'] }]));
    expect(judged).toMatchObject({ claims: 5, covered: 4, correct: 3, wrong: ['milk1: in_hand'] });
  });

  it('counts the changes of which there is a true claim; a denial of something else is none', () => {
    const changes = [
      { object: 'fridge1', condition: { state: ['fridge1', 'OPEN'] } },
      { object: 'milk1', condition: { held: ['milk1'] } },
      { object: 'cup1', condition: { on: ['cup1', 'table1'] } },
    ];
    const belief = believing({ fridge1: ['not closed'], milk1: ['in_hand'] });
    const judged = judgeBelief(belief, world([{ held: ['milk1'] }, { state: ['fridge1', 'OPEN'] }], changes));
    expect(judged).toMatchObject({
      covered: 2,
      correct: 2,
      facts: 3,
      recalled: 1,
      missing: ['fridge1: {"state":["fridge1","OPEN"]}', 'cup1: {"on":["cup1","table1"]}'],
    });
  });

  it('does not count a claim as known that is false', () => {
    const changes = [{ object: 'milk1', condition: { heated: ['milk1'] } }];
    expect(judgeBelief(believing({ milk1: ['cold'] }), world([{ heated: ['milk1'] }], changes))).toMatchObject({
      covered: 1,
      correct: 0,
      recalled: 0,
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
    expect(judgeBelief(believing({ fridge1: [right] }), changed)).toMatchObject({
      covered: 1,
      correct: 1,
      recalled: 1,
    });
    expect(judgeBelief(believing({ fridge1: [wrong] }), changed)).toMatchObject({
      covered: 1,
      correct: 0,
      recalled: 0,
    });
    expect(judgeBelief(believing({ fridge1: ['near'] }), changed)).toMatchObject({ covered: 1, recalled: 0 });
  });

  it('does not judge what a thing cannot be, so that denying it earns nothing', () => {
    const judged = judgeBelief(
      believing({ milk1: ['not on', 'not open', 'off'], fridge1: ['hot'] }),
      world([{ state: ['fridge1', 'OFF'] }]),
    );
    expect(judged).toMatchObject({ claims: 4, covered: 0 });
  });

  it('counts an attribute with commas as several', () => {
    expect(judgeBelief(believing({ milk1: ['in_hand, near'] }), world([{ held: ['milk1'] }]))).toMatchObject({
      claims: 2,
      covered: 2,
      correct: 1,
    });
  });

  it('knows where the robot is, and leaves out what the world does not have', () => {
    expect(judgeBelief(believing({ kitchen1: ['robot_inside'], unicorn1: ['in_hand'] }), world([]))).toMatchObject({
      claims: 2,
      covered: 1,
      correct: 1,
    });
  });

  it('lists some of what is wrong or missing, and counts all', () => {
    const belief = believing({ milk1: Array<string>(1000).fill('hot') });
    const judged = judgeBelief(belief, world([]));
    expect(judged).toMatchObject({ claims: 1000, correct: 0 });
    expect(judged?.wrong).toHaveLength(10);
  });

  it.for([null, 'closed', {}, { keyObjects: [{ name: 'a' }] }, { plan: [] }])('judges nothing in %j', (belief) => {
    expect(judgeBelief(belief, world([]))).toBeNull();
  });
});
