import { describe, expect, it } from 'vitest';
import { houseOfGraph, readGraph } from '../../household/scene/read_graph.ts';
import { HOUSE_NUMBERS, shippedHouse } from '../testing/shipped_house.ts';
import { graphOfHouse } from './scene_source.ts';

describe('graphOfHouse()', () => {
  it.each(HOUSE_NUMBERS)('gives a graph of house_%d that reads as the same house', (number) => {
    const house = shippedHouse(number);
    const graph = readGraph(JSON.stringify(graphOfHouse(house)), 'graph.json');
    const read = houseOfGraph(graph, house.name);
    expect(read.names).toEqual(house.names);
    for (const [index, { place, position, states, properties }] of house.nodes.entries()) {
      const again = read.nodes[index];
      expect([again?.states, again?.properties], house.names[index]).toEqual([states, properties]);
      if (place !== null) expect(again?.position, house.names[index]).toEqual(position);
    }
  });

  it('has a thing ON or INSIDE its place, and INSIDE its room', () => {
    const house = shippedHouse(1);
    const { edges } = graphOfHouse(house);
    const idOf = (name: string) => house.nodes[house.indexOf.get(name) as number]?.id;
    const of = (name: string) =>
      edges.filter(({ from_id }) => from_id === idOf(name)).map(({ relation_type, to_id }) => [relation_type, to_id]);
    const [fridge, kitchen] = ['fridge1', 'kitchen1'].map((name) => ['INSIDE', idOf(name)]);
    expect([of('milk1'), of('fridge1'), of('kitchen1')]).toEqual([[fridge, kitchen], [kitchen], []]);
  });
});
