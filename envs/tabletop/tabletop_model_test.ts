import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GoalError } from '../goal_error.ts';
import type { Goal } from './goals/goal.ts';
import { arbitraryTable } from './kit/arbitrary_table.ts';
import { arbitraryGoal } from './kit/arbitrary_table_task.ts';
import type { Scene } from './table/table.ts';
import { tabletopEnvs } from './tabletop_env.ts';
import { nameOf, ReferenceSearch } from './testing/reference_search.ts';

/** B on A, C beside them. */
const SCENE: Scene = {
  name: 'three',
  blocks: [
    { name: 'A_1', centre: [0.39, 0, 0.0275] },
    { name: 'B_1', centre: [0.39, 0, 0.0825] },
    { name: 'C_1', centre: [0.5, 0, 0.0275] },
  ],
};

function modelOf(scene: Scene, goal: Goal) {
  const env = tabletopEnvs(scene, { goal }, { motion: 'none' })();
  env.reset();
  return env.model();
}

const tower: Goal = { kind: 'tower', height: 3 };
const act = (text: string) => ({ verb: text.split(' ')[0]!, args: text.split(' ').slice(1) });
const texts = (model: { actions(): readonly { verb: string; args: readonly string[] }[] }) =>
  model.actions().map(({ verb, args }) => [verb, ...args].join(' '));

describe('TabletopModel', () => {
  it('goes its own way', () => {
    const env = tabletopEnvs(SCENE, { goal: tower }, { motion: 'none' })();
    env.reset();
    const observation = env.observe();
    const model = env.model();
    const copy = model.clone();
    expect(model.step(act('pick B_1 A_1'))).toBeNull();
    expect(copy.observe()).toEqual(observation);
    expect(env.observe()).toEqual(observation);
    expect(model.refusal(act('pick C_1 table'))).toMatchObject({ precondition: 'hand_empty' });
    expect(model.step(act('pick C_1 table'))).toMatchObject({ precondition: 'hand_empty' });
    expect(model.holds(['in', 'hand', 'b_1'])).toBe(true);
  });

  it('lists what is worth trying', () => {
    const model = modelOf(SCENE, tower);
    expect(texts(model)).toEqual(['pick B_1 A_1', 'pick C_1 table']);
    model.step(act('pick C_1 table'));
    expect(texts(model)).toEqual(['place C_1 B_1', 'place C_1 table']);
  });

  it('leaves out where a block cannot stay', () => {
    const model = modelOf(SCENE, { kind: 'spelling', word: 'CAB' });
    model.step(act('pick C_1 table'));
    expect(texts(model)).toEqual(['place C_1 table']);
  });

  it('says what has changed', () => {
    const model = modelOf(SCENE, tower);
    expect(model.changes()).toEqual([]);
    model.step(act('pick B_1 A_1'));
    expect(model.changes()).toEqual([{ object: 'B_1', condition: ['in', 'hand', 'B_1'] }]);
    model.step(act('place B_1 table'));
    expect(model.changes()).toEqual([{ object: 'B_1', condition: ['on', 'table', 'B_1'] }]);
    for (const { condition } of model.changes()) expect(model.holds(condition)).toBe(true);
  });

  it.each([[null], ['on'], [['on', 'table']], [['at', 'table', 'A_1']], [['on', 'table', 'D_1']], [{}]])(
    'cannot read the condition %o',
    (condition) => expect(() => modelOf(SCENE, tower).holds(condition)).toThrow(GoalError),
  );

  it('has one key for what differs in names that do not matter, and in places', () => {
    const swapped = {
      ...SCENE,
      blocks: SCENE.blocks.map(({ name, centre }) => ({ name: `${name}x`, centre })).reverse(),
    };
    expect(modelOf(swapped, tower).key()).toBe(modelOf(SCENE, tower).key());
    expect(modelOf(swapped, { kind: 'organize' }).key()).not.toBe('');
    const word: Goal = { kind: 'spelling', word: 'A' };
    expect(modelOf(SCENE, word).key()).not.toBe(modelOf(SCENE, tower).key());
  });
});

describe('TabletopModel, held against a search of everything,', () => {
  it('never has a bound above the distance, loses no shortest plan, and has keys that tell distances apart', () => {
    const cases = arbitraryTable({ blocksMax: 5, letters: 'ABC' }).chain((scene) =>
      fc.record({ scene: fc.constant(scene), goal: arbitraryGoal(scene) }),
    );
    fc.assert(
      fc.property(cases, ({ scene, goal }) => {
        const start = modelOf(scene, goal);
        const search = new ReferenceSearch(
          start,
          scene.blocks.map(({ name }) => name),
        );
        const distances = search.distances('all');
        expect(search.distances('worthTrying')).toEqual(distances);
        const byKey = new Map<string, number | undefined>();
        for (const [name, { model }] of search.places) {
          const distance = distances.get(name);
          expect(nameOf(model)).toBe(name);
          expect(model.lowerBound()).toBeLessThanOrEqual(distance ?? Number.POSITIVE_INFINITY);
          expect(model.lowerBound() === 0).toBe(distance === 0);
          if (byKey.has(model.key())) expect(byKey.get(model.key())).toBe(distance);
          byKey.set(model.key(), distance);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('knows the distance to a tower', () => {
    fc.assert(
      fc.property(arbitraryTable({ blocksMax: 5 }), fc.integer({ min: 1, max: 5 }), (scene, height) => {
        fc.pre(height <= scene.blocks.length);
        const start = modelOf(scene, { kind: 'tower', height });
        const search = new ReferenceSearch(
          start,
          scene.blocks.map(({ name }) => name),
        );
        const distances = search.distances('all');
        for (const [name, { model }] of search.places) expect(model.lowerBound()).toBe(distances.get(name));
      }),
      { numRuns: 20 },
    );
  });
});
