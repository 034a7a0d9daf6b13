import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GoalError } from '../goal_error.ts';
import type { Goal } from './goals/goal.ts';
import { arbitraryTable } from './kit/arbitrary_table.ts';
import { arbitraryGoal } from './kit/arbitrary_table_task.ts';
import type { Scene } from './table/table.ts';
import { tabletopEnvs } from './tabletop_env.ts';
import type { TabletopModel } from './tabletop_model.ts';
import { nameOf, ReferenceSearch } from './testing/reference_search.ts';
import { sceneOf } from './testing/scene_of.ts';

const SCENE = sceneOf({ A_1: [0.39, 0], B_1: [0.39, 0, 1], C_1: [0.5, 0] });

function modelOf(scene: Scene, goal: Goal) {
  const env = tabletopEnvs(scene, { goal }, { motion: 'none' })();
  env.reset();
  return env.model();
}

const tower: Goal = { kind: 'tower', height: 3 };
const act = (text: string) => ({ verb: text.split(' ')[0]!, args: text.split(' ').slice(1) });
const texts = (model: TabletopModel) => model.actions().map(({ verb, args }) => [verb, ...args].join(' '));

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

  it('lists what is worth trying, without places where a block cannot stay', () => {
    const [model, spelling] = [modelOf(SCENE, tower), modelOf(SCENE, { kind: 'spelling', word: 'CAB' })];
    expect(texts(model)).toEqual(['pick B_1 A_1', 'pick C_1 table']);
    for (const each of [model, spelling]) each.step(act('pick C_1 table'));
    expect([texts(model), texts(spelling)]).toEqual([['place C_1 B_1', 'place C_1 table'], ['place C_1 table']]);
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

  it('cannot read conditions of another form', () => {
    const model = modelOf(SCENE, tower);
    const wrong = [null, 'on', ['on', 'table'], ['at', 'table', 'A_1'], ['on', 'table', 'D_1'], {}];
    for (const condition of wrong) expect(() => model.holds(condition), String(condition)).toThrow(GoalError);
  });

  it('has one key for what differs in names that do not matter, and in places', () => {
    const swapped = sceneOf({ C_1x: [0.5, 0], B_1x: [0.39, 0, 1], A_1x: [0.39, 0] });
    expect(modelOf(swapped, tower).key()).toBe(modelOf(SCENE, tower).key());
    expect(modelOf(swapped, { kind: 'organize' }).key()).not.toBe('');
    const word: Goal = { kind: 'spelling', word: 'A' };
    expect(modelOf(SCENE, word).key()).not.toBe(modelOf(SCENE, tower).key());
  });
});

describe('TabletopModel, held against a search of everything,', () => {
  it('has a bound below the distance, exact for towers, loses no shortest plan, and has keys that tell distances apart', () => {
    const cases = arbitraryTable({ blocksMax: 5, letters: 'ABC' }).chain((scene) =>
      fc.record({ scene: fc.constant(scene), goal: arbitraryGoal(scene) }),
    );
    fc.assert(
      fc.property(cases, ({ scene, goal }) => {
        const names = scene.blocks.map(({ name }) => name);
        const search = new ReferenceSearch(modelOf(scene, goal), names);
        const distances = search.distances('all');
        expect(search.distances('worthTrying')).toEqual(distances);
        const byKey = new Map<string, number | undefined>();
        for (const [name, { model }] of search.places) {
          const distance = distances.get(name);
          const bound = model.lowerBound();
          expect(nameOf(model)).toBe(name);
          expect(bound).toBeLessThanOrEqual(distance ?? Infinity);
          expect(bound === 0).toBe(distance === 0);
          if (goal.kind === 'tower') expect(bound).toBe(distance);
          if (byKey.has(model.key())) expect(byKey.get(model.key())).toBe(distance);
          byKey.set(model.key(), distance);
        }
      }),
      { numRuns: 80 },
    );
  });
});
