import { describe, expect, test } from 'vitest';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { PastAction } from '../planner.ts';
import { knownNames, resolveName } from './resolve_name.ts';

const observation: HouseholdObservation = {
  world: 'household',
  objects: [
    { name: 'mug10', relation: 'ON', place: 'shelf1' },
    { name: 'mug2', relation: 'ON', place: 'desk1' },
    { name: 'mug3', relation: 'ON', place: 'desk1' },
  ],
  containers: [],
  surfaces: [{ name: 'desk1', relation: 'IN', place: 'study1' }],
  rooms: ['hallway1', 'study1'],
  holding: [],
  closeTo: [],
  room: 'study1',
};

function did(verb: string, name: string, ok = true): PastAction {
  return { action: { verb, args: [name] }, ok };
}

test('knownNames() lists rooms, what is seen, where it is, and what is held, each once', () => {
  expect(knownNames({ ...observation, holding: ['pen1'] })).toEqual([
    ...['hallway1', 'study1', 'mug10', 'mug2', 'mug3', 'desk1', 'shelf1', 'pen1'],
  ]);
});

describe('resolveName() takes a class for', () => {
  const holding = ['mug10'];
  const closeTo = ['desk1', 'mug3', 'mug2'];
  const found = [did('move', 'mug2'), did('move', 'desk1'), did('move', 'mug3', false), did('open', 'mug10')];

  test('the instance last found', () => {
    expect(resolveName('mug', { observation: { ...observation, holding, closeTo }, history: found })).toBe('mug2');
  });

  test('else the one held', () => {
    expect(resolveName('mug', { observation: { ...observation, holding, closeTo }, history: [] })).toBe('mug10');
  });

  test('else the nearest', () => {
    expect(resolveName('mug', { observation: { ...observation, closeTo }, history: [] })).toBe('mug3');
  });

  test('or one in the same room, also when it lies on something there', () => {
    const shelf = { name: 'shelf1', relation: 'IN', place: 'hallway1' } as const;
    const inHallway = { ...observation, surfaces: [...observation.surfaces, shelf], room: 'hallway1' };
    expect(resolveName('mug', { observation: inHallway, history: [] })).toBe('mug10');
  });

  test('else the one of the lowest index, by number', () => {
    expect(resolveName('mug', { observation: { ...observation, room: 'hallway1' }, history: [] })).toBe('mug2');
  });

  test('the instance found latest of several', () => {
    const history = [did('move', 'mug3'), did('move', 'mug2')];
    expect(resolveName('mug', { observation, history })).toBe('mug2');
  });

  test('nothing where a thing has that very name, nor what ends in more than digits', () => {
    const objects = ['mug', 'mug9', 'cup 1'].map((name) => ({ name, relation: 'ON', place: 'desk1' }) as const);
    const history = [did('move', 'mug9')];
    expect(resolveName('mug', { observation: { ...observation, objects }, history })).toBe('mug');
    expect(resolveName('cup', { observation: { ...observation, objects }, history: [] })).toBe('cup');
    const nine = { ...observation, objects: objects.slice(1) };
    expect(resolveName('mug', { observation: nine, history: [] })).toBe('mug9');
  });

  test('even where places go in a circle', () => {
    const objects = ['a1', 'a2'].map(
      (name, index) => ({ name, relation: 'ON', place: ['a2', 'a1'][index] ?? '' }) as const,
    );
    expect(resolveName('a', { observation: { ...observation, objects }, history: [] })).toBe('a1');
  });

  test('and so for rooms', () => {
    expect(resolveName('study', { observation, history: [] })).toBe('study1');
  });
});

test.each(['mug3', 'mug7', 'unicorn', 'mug1x', 'Mug', '', '7', '__proto__', 'constructor', '1'.repeat(1_000_000)])(
  'resolveName() leaves %.20s as it stands',
  (name) => {
    expect(resolveName(name, { observation, history: [did('move', name), did('wait', name)] })).toBe(name);
  },
);
