/**
 * What attributes claim: every example of README.md, and what must not be read.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownIn, readClaim } from './lexicon.ts';

const KNOWN = knownIn({
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
});

function read(attribute: string, x = 'mug1'): string {
  const claim = readClaim(x, attribute, KNOWN);
  if (claim === null) return 'nothing';
  return `${claim.dimension}${claim.denied ? ' not' : ''} ${JSON.stringify(claim.condition)}`;
}

describe('readClaim()', () => {
  it.for([
    ['in_hand', 'held {"held":["mug1"]}'],
    ["In the robot's hand", 'held {"held":["mug1"]}'],
    ['held in right hand', 'held {"held":["mug1"]}'],
    ['not_in_hand', 'held not {"held":["mug1"]}'],
    ['opened', 'door {"state":["mug1","OPEN"]}'],
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
    ['inside fridge1', 'place {"inside":["mug1","fridge1"]}'],
    ['in_kitchen', 'room {"in_room":["mug1","kitchen1"]}'],
    ['location: fridge1', 'place {"or":[{"on":["mug1","fridge1"]},{"inside":["mug1","fridge1"]}]}'],
    ['contains milk1', 'contents {"or":[{"inside":["milk1","mug1"]},{"on":["milk1","mug1"]}]}'],
    ['not close to robot', 'near not {"near":["mug1"]}'],
    ['not_graspable', 'graspable not {"graspable":["mug1"]}'],
    ['robot_inside', 'robot {"robot_in":"mug1"}'],
  ] as const)('reads "%s"', ([attribute, claim]) => {
    expect(read(attribute)).toBe(claim);
  });

  it.for(['location unknown', 'on/off status unknown', 'open/closed status unknown', 'close', 'not yet searched', ''])(
    'reads nothing in "%s"',
    (attribute) => {
      expect(read(attribute)).toBe('nothing');
    },
  );

  it('reads nothing in a place that the robot has not seen', () => {
    expect(read('on desk1')).toBe('nothing');
  });

  it('survives any attribute, and is deterministic', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (attribute, x) => {
        expect(readClaim(x, attribute, KNOWN)).toEqual(readClaim(x, attribute, KNOWN));
      }),
    );
  });

  it('reads every example that README.md gives', () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
    const examples = [...readme.matchAll(/^\| (\w+) +\|(.*?)\|/gm)].flatMap(([, dimension = '', cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, example = '']) => [dimension, example] as const),
    );
    expect(examples.length).toBeGreaterThan(30);
    for (const [dimension, example] of examples) {
      expect(`${example}: ${readClaim('mug1', example, KNOWN)?.dimension}`).toBe(`${example}: ${dimension}`);
    }
  });
});
