import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Task } from '../env.ts';
import { envContract } from '../env_contract.ts';
import type { Goal } from './goal.ts';
import { householdEnv } from './household_env.ts';
import { pickAction } from './pick_action.ts';
import { readHouse } from './read_house.ts';

const house = readHouse(readFileSync(new URL('houses/house_1.json', import.meta.url), 'utf8'), 'houses/house_1.json');

/** A task with a bit of everything, so that its share moves during random walks. */
const task: Task<Goal> = {
  name: 'anything',
  scene: house.name,
  instruction: 'Do anything.',
  stepsMax: 1000,
  goal: [
    { weight: 1, that: { exists: '?x', of: { property: 'GRABBABLE' }, that: { held: ['?x'] } } },
    { weight: 2, that: { forall: '?x', of: { class: 'lightswitch' }, that: { ever: { near: ['?x'] } } } },
    {
      weight: 0.5,
      that: {
        exists: '?x',
        of: { property: 'CONTAINERS' },
        that: {
          // biome-ignore lint/suspicious/noThenProperty: the word of the goal language
          then: [{ state: ['?x', 'OPEN'] }, { state: ['?x', 'CLOSED'] }],
        },
      },
    },
  ],
};

/** A random walk, recorded: each number chooses among what is at hand. */
const walks = fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { maxLength: 40, size: 'max' }).map((choices) => {
  const env = householdEnv(house, task);
  let { observation } = env.reset();
  return choices.map((choice): Action => {
    const action = pickAction(observation, house.names, choice);
    observation = env.step(action).observation;
    return action;
  });
});

envContract({
  title: 'householdEnv()',
  make: () => householdEnv(house, task),
  walks,
  accepted: { verb: 'move', args: ['towelrack1'] },
});

describe('householdEnv()', () => {
  it('gives the same observation object again, when nothing changed', () => {
    const env = householdEnv(house, task);
    const { observation } = env.reset();
    expect(env.step({ verb: 'pickup', args: ['lightswitch1'] }).observation).toBe(observation);
    expect(env.observe()).toBe(observation);
    const moved = env.step({ verb: 'move', args: ['towel1'] }).observation;
    expect(moved).not.toBe(observation);
    expect(moved.objects).toBe(observation.objects);
  });

  it('leaves an observation as it was, when the world goes on', () => {
    const env = householdEnv(house, task);
    const { observation } = env.reset();
    const copy = structuredClone(observation);
    for (const [verb, name] of [
      ['move', 'towel3'],
      ['pickup', 'towel3'],
      ['move', 'kitchen1'],
    ] as const) {
      expect(env.step({ verb, args: [name] }).ok).toBe(true);
    }
    expect(observation).toEqual(copy);
  });

  it('heeds what cannot be grasped in its own task only', () => {
    const walk = ['move', 'pickup'].map((verb) => ({ verb, args: ['breadslice2'] }));
    const results = (name: string) => {
      const env = householdEnv(house, { ...task, name });
      env.reset();
      env.step({ verb: 'move', args: ['kitchen1'] });
      return walk.map((action) => env.step(action));
    };
    expect(results('make_3_toasts').at(-1)).toMatchObject({ ok: true });
    expect(results('make_2_toasts').at(-1)).toMatchObject({ ok: false, reason: { precondition: 'graspable' } });
  });

  it('counts only actions that are carried out as moments of a goal', () => {
    const closed = { state: ['fridge1', 'CLOSED'] } as const;
    // biome-ignore lint/suspicious/noThenProperty: the word of the goal language
    const env = householdEnv(house, { ...task, goal: [{ weight: 1, that: { then: [closed, closed] } }] });
    expect(env.reset().goal.success).toBe(false);
    expect(env.step({ verb: 'open', args: ['fridge1'] })).toMatchObject({ ok: false, goal: { success: false } });
    expect(env.step({ verb: 'wait', args: [] })).toMatchObject({ ok: true, goal: { success: true } });
  });

  it('takes reach and hands as options', () => {
    const near = householdEnv(house, task, { reachM: 0 });
    near.reset();
    const { observation } = near.step({ verb: 'move', args: ['toothbrush1'] });
    expect(observation.closeTo).toEqual(['toothbrush1', 'bathroomcounter1']);
  });
});
