import { describe, expect, it } from 'vitest';
import { Observer } from '../observer.ts';
import { carryOut, PAPER_RULES } from '../rules/rules.ts';
import { houseNamed } from '../testing/small_house.ts';
import { stateOf } from '../testing/walks.ts';
import { pickAction } from './pick_action.ts';

const house = houseNamed('house_1');

describe('pickAction()', () => {
  it('chooses actions of which every verb is carried out and refused, in a long walk', () => {
    const state = stateOf(house);
    const observer = new Observer(state.tables);
    const outcomes = new Set<string>();
    let choice = 1;
    for (let step = 0; step < 20_000; step++) {
      choice = (choice * 48271) % 2147483647;
      const action = pickAction(observer.observe(state), house.names, choice);
      const refusal = carryOut(state, action, { rules: PAPER_RULES, indexOf: house.indexOf });
      outcomes.add(`${action.verb} ${refusal === null ? 'done' : 'refused'}`);
    }
    const verbs = ['move', 'pickup', 'placein', 'placeon', 'open', 'close', 'switchon', 'switchoff'];
    expect([...outcomes].sort()).toEqual(
      [...verbs.flatMap((verb) => [`${verb} done`, `${verb} refused`]), 'wait done'].sort(),
    );
  });

  it('chooses something, when nothing has been seen', () => {
    const lists = { objects: [], containers: [], surfaces: [], rooms: [], holding: [], closeTo: [] };
    const nothing = { world: 'household', ...lists, room: '' } as const;
    for (let choice = 0; choice < 40; choice++) {
      expect(pickAction(nothing, ['mug1'], choice).args.every((name) => name === 'mug1')).toBe(true);
    }
  });
});
