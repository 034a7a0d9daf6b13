import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HouseholdObservation } from '../observation.ts';
import { partsOf, readClaim, vocabularyOf } from './lexicon.ts';

const OBSERVATION: HouseholdObservation = {
  world: 'household',
  objects: [
    { name: 'mug1', relation: 'ON', place: 'kitchentable1' },
    { name: 'milk1', relation: 'IN', place: 'fridge1' },
  ],
  containers: [{ name: 'fridge1', relation: 'IN', place: 'kitchen1' }],
  surfaces: [
    { name: 'kitchentable1', relation: 'IN', place: 'kitchen1' },
    { name: 'coffeetable1', relation: 'IN', place: 'livingroom1' },
  ],
  rooms: ['kitchen1', 'livingroom1'],
  holding: ['plate1'],
  closeTo: [],
  room: 'kitchen1',
};
const KNOWN = vocabularyOf(OBSERVATION);

function read(attribute: string, x = 'mug1'): string {
  const claim = readClaim(x, attribute, KNOWN);
  if (claim === null) return 'nothing';
  return `${claim.dimension}${claim.denied ? ' not' : ''} ${JSON.stringify(claim.condition)}`;
}

describe('readClaim()', () => {
  it.for([
    ["In the robot's hand", 'held {"held":["mug1"]}'],
    ['held in right hand', 'held {"held":["mug1"]}'],
    ['not_in_hand', 'held not {"held":["mug1"]}'],
    ['is not open', 'door not {"state":["mug1","OPEN"]}'],
    ['closed', 'door {"state":["mug1","CLOSED"]}'],
    ['switched_off', 'power {"state":["mug1","OFF"]}'],
    ['currently on', 'power {"state":["mug1","ON"]}'],
    ['hot', 'heat {"heated":["mug1"]}'],
    ['not heated', 'heat not {"heated":["mug1"]}'],
    ['untoasted', 'toast not {"toasted":["mug1"]}'],
    ['not untoasted', 'toast {"toasted":["mug1"]}'],
    ['on_kitchentable1', 'place {"on":["mug1","kitchentable1"]}'],
    ['placed on the kitchen table', 'place {"on":["mug1","kitchentable1"]}'],
    ['on table', 'place {"or":[{"on":["mug1","kitchentable1"]},{"on":["mug1","coffeetable1"]}]}'],
    ['in_kitchen', 'room {"in_room":["mug1","kitchen1"]}'],
    ['location: fridge1', 'place {"or":[{"on":["mug1","fridge1"]},{"inside":["mug1","fridge1"]}]}'],
    ['not close to robot', 'near not {"near":["mug1"]}'],
    ['not_graspable', 'graspable not {"graspable":["mug1"]}'],
    ['not toasted yet', 'toast not {"toasted":["mug1"]}'],
    ['no longer in hand', 'held not {"held":["mug1"]}'],
    ["isn't open", 'door not {"state":["mug1","OPEN"]}'],
    ['status: closed', 'door {"state":["mug1","CLOSED"]}'],
    ['location: in kitchen1', 'room {"in_room":["mug1","kitchen1"]}'],
    ['inside closed fridge', 'place {"inside":["mug1","fridge1"]}'],
    ['not currently in hand', 'held not {"held":["mug1"]}'],
  ] as const)('reads "%s"', ([attribute, claim]) => {
    expect(read(attribute)).toBe(claim);
  });

  it.for(['location unknown', 'on/off status unknown', 'open/closed status unknown', 'close', 'not yet searched', ''])(
    'reads nothing in "%s"',
    (attribute) => {
      expect(read(attribute)).toBe('nothing');
    },
  );

  it('reads contents of what bears, and the robot in rooms', () => {
    expect(read('contains milk1', 'fridge1')).toBe(
      'contents {"or":[{"inside":["milk1","fridge1"]},{"on":["milk1","fridge1"]}]}',
    );
    expect(read('robot_inside', 'kitchen1')).toBe('robot {"robot_in":"kitchen1"}');
  });

  it('survives any attribute, and is deterministic', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (attribute, x) => {
        expect(readClaim(x, attribute, KNOWN)).toEqual(readClaim(x, attribute, KNOWN));
      }),
    );
  });

  it('reads every example that README.md gives, and which of them deny', () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const items = readme
      .replaceAll(/\n {2}/g, ' ')
      .matchAll(/^- \*\*(\w+)\*\*: (.*?); denied by (.*?)\. Holds when /gm);
    const examples = [...items].flatMap(([, dimension = '', said = '', denying = '']) =>
      [said, denying].flatMap((part, at) =>
        [...part.matchAll(/`([^`]+)`/g)].map(([, example = '']) => `${example}: ${dimension}, ${at === 1}`),
      ),
    );
    expect(examples.length).toBeGreaterThan(60);
    const found = examples.map((example) => {
      const words = example.slice(0, example.lastIndexOf(': '));
      const claim = readClaim(/: robot, (true|false)$/.test(example) ? 'kitchen1' : 'fridge1', words, KNOWN);
      return `${words}: ${claim?.dimension}, ${claim?.denied}`;
    });
    expect(found).toEqual(examples);
  });

  it.each([
    ['what the robot has not seen', 'unicorn1', ['in_hand', 'robot_inside']],
    ['a place that the robot has not seen', 'mug1', ['on desk1']],
    ['a variable', '?y', ['empty']],
    ['a room', 'kitchen1', ['visible', 'near', 'light off', 'in_hand']],
    ['a thing, as if it were a room', 'fridge1', ['robot_inside']],
    ['the contents of what bears nothing', 'mug1', ['empty', 'occupied']],
    ['no place', 'fridge1', ['in use', 'in set', 'on p', 'contains a', 'in the room', 'in order', 'on able']],
  ])('claims nothing of %s', (_, x, attributes) => {
    expect(attributes.filter((attribute) => read(attribute, x) !== 'nothing')).toEqual([]);
  });
});

describe('partsOf()', () => {
  it.for([
    ['off, in kitchen', ['off', 'in kitchen']],
    ['in_hand (right)', ['in_hand', 'right']],
    ['open (empty)', ['open', 'empty']],
    ['closed', ['closed']],
    ['', ['']],
    [',;()', [',;()']],
  ] as const)('parts "%s"', ([attribute, parts]) => {
    expect(partsOf(attribute)).toEqual(parts);
  });

  it('is bounded', () => {
    expect(partsOf('on,'.repeat(100_000)).length).toBeLessThanOrEqual(20);
  });
});
