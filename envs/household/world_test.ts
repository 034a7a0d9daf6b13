import { describe, expect, it } from 'vitest';
import { PAPER_RULES } from './rules/rules.ts';
import { smallGraphText } from './virtualhome/testing/small_graph.ts';
import { household } from './world.ts';

describe('household', () => {
  it('says of every precondition of its rules what kind of mistake it is', () => {
    const conditions = [...PAPER_RULES.values()].flatMap(({ preconditions }) => preconditions);
    const unnamed = conditions.filter(({ condition }) => !Object.hasOwn(household.preconditions, condition.name));
    expect(unnamed).toEqual([]);
  });

  it('reads a house of ours and a scene graph of VirtualHome', () => {
    const graph = smallGraphText('kitchen: fridge CAN_OPEN CLOSED, character');
    expect(household.readScene(graph, 'scenes/My Kitchen.json')).toMatchObject({ name: 'my_kitchen' });
    expect(() => household.readScene('{"house": "h"}', 'h.json')).toThrow('expected');
  });
});
