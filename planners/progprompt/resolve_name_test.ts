import { expect, test } from 'vitest';
import type { PastAction } from '../planner.ts';
import { inKitchen, placed } from '../testing/household_play.ts';
import { knownNames, resolveName } from './resolve_name.ts';

const observation = inKitchen({
  objects: ['mug10 ON shelf1', 'mug2 ON desk1', 'mug3 ON desk1'].map(placed),
  surfaces: [placed('desk1 IN study1')],
  ...{ rooms: ['hallway1', 'study1'], room: 'study1' },
});

function did(verb: string, name: string, ok = true): PastAction {
  return { action: { verb, args: [name] }, ok };
}

test('knownNames() lists rooms, what is seen, where it is, and what is held, each once', () => {
  const names = ['hallway1', 'study1', 'mug10', 'mug2', 'mug3', 'desk1', 'shelf1', 'pen1'];
  expect(knownNames({ ...observation, holding: ['pen1'] })).toEqual(names);
});

const holding = ['mug10'];
const closeTo = ['desk1', 'mug3', 'mug2'];
const found = [did('move', 'mug2'), did('move', 'desk1'), did('move', 'mug3', false), did('open', 'mug10')];
const surfaces = [placed('desk1 IN study1'), placed('shelf1 IN hallway1')];
const objects = ['mug', 'mug9'].map((name) => placed(`${name} ON desk1`));
const circular = [placed('a1 ON a2'), placed('a2 ON a1')];

test.each<[string, string, Parameters<typeof inKitchen>[0], PastAction[], string]>([
  ['the instance last found', 'mug', { holding, closeTo }, found, 'mug2'],
  ['the latest found of several', 'mug', {}, [did('move', 'mug3'), did('move', 'mug2')], 'mug2'],
  ['else the one held', 'mug', { holding, closeTo }, [], 'mug10'],
  ['else the nearest', 'mug', { closeTo }, [], 'mug3'],
  ['or one in the same room, also on something there', 'mug', { surfaces, room: 'hallway1' }, [], 'mug10'],
  ['else the one of the lowest index, by number', 'mug', { room: 'hallway1' }, [], 'mug2'],
  ['a thing of that very name', 'mug', { objects }, [did('move', 'mug9')], 'mug'],
  ['the only instance', 'mug', { objects: objects.slice(1) }, [], 'mug9'],
  [
    'nothing that ends in more than digits',
    'cup',
    { objects: [{ ...placed('x ON desk1'), name: 'cup 1' }] },
    [],
    'cup',
  ],
  ['the lowest where places go in a circle', 'a', { objects: circular }, [], 'a1'],
  ['a room', 'study', {}, [], 'study1'],
])('resolveName() takes a class for %s', (_, name, sensed, history, expected) => {
  expect(resolveName(name, { observation: { ...observation, ...sensed }, history })).toBe(expected);
});

test.each(['mug3', 'mug7', 'unicorn', 'mug1x', 'Mug', '', '7', '__proto__', 'constructor', '1'.repeat(1_000_000)])(
  'resolveName() leaves %.20s as it stands',
  (name) => {
    expect(resolveName(name, { observation, history: [did('move', name), did('wait', name)] })).toBe(name);
  },
);
