/** Precision, recall and coverage of a belief, held against a world that a test made up. */
import { describe, expect, it } from 'vitest';
import type { Model } from '../../env.ts';
import type { HouseholdObservation } from '../observation.ts';
import { judgedClaims, type Now } from './belief_claims.ts';
import { trackingOf } from './tracking_of.ts';

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
