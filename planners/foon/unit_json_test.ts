import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FunctionalUnit, ObjectState } from './foon.ts';
import { arbitraryUnit } from './testing/arbitrary_foon.ts';
import { unitFromJson, unitToJson } from './unit_json.ts';

const problem = (at: readonly (string | number)[]): never => {
  throw new Error(`there is nothing wrong at ${at.join('.')}`);
};

function withStates(...states: ObjectState[]): FunctionalUnit {
  const node = { label: 'bowl', states, inMotion: true, isGoal: false };
  return { inputs: [node], motion: { label: 'wash' }, outputs: [node] };
}

const contains = (label: string, ...ingredients: string[]): ObjectState => ({ kind: 'contents', label, ingredients });

describe('unitToJson()', () => {
  it('lists ingredients at the object, where that tells enough', () => {
    const { input_nodes } = unitToJson(
      withStates(contains('contains', 'egg'), { kind: 'plain', label: 'hot' }),
      () => '1',
    );
    expect(input_nodes[0]).toEqual({
      object_id: 1,
      object_label: 'bowl',
      object_states: [
        { state_id: 1, state_label: 'contains' },
        { state_id: 1, state_label: 'hot' },
      ],
      ingredients: ['egg'],
      object_in_motion: '1',
    });
  });

  it('lists them at the states, too, where it does not', () => {
    const { input_nodes } = unitToJson(withStates(contains('greased', 'oil'), contains('contains', 'egg')), () => '');
    expect(input_nodes[0]).toMatchObject({
      object_states: [
        { state_label: 'greased', ingredients: ['oil'] },
        { state_label: 'contains', ingredients: ['egg'] },
      ],
      ingredients: ['oil', 'egg'],
    });
    expect(input_nodes[0]).not.toHaveProperty('object_id');
  });

  it('writes an identifier as a number only where that says the same', () => {
    const ids = ['0', '17', '007', '99999999999999999999'].map(
      (id) => unitToJson(withStates(), () => id).motion_node.motion_id,
    );
    expect(ids).toEqual([0, 17, '007', '99999999999999999999']);
  });
});

describe('unitFromJson()', () => {
  it('gives back any unit', () => {
    fc.assert(
      fc.property(arbitraryUnit, (unit) => {
        expect(
          unitFromJson(
            unitToJson(unit, () => '5'),
            problem,
          ),
        ).toEqual(unit);
      }),
    );
  });
});
