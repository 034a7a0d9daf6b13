import { describe, expect, it } from 'vitest';
import { houseOfGraph, readGraph } from '../scene/read_graph.ts';
import { smallHouse } from '../testing/small_house.ts';
import { type Area, floorPlan } from './floor_plan.ts';

const HOUSE = smallHouse({
  rooms: { kitchen1: [0, 0] },
  things: [
    { is: 'wall1', in: 'kitchen1', at: [-3, 1, 0] },
    { is: 'wall2', in: 'kitchen1', at: [3, 1, 2] },
    { is: 'wall3', in: 'kitchen1', at: [0, 1, -2] },
    { is: 'doorjamb1', in: 'kitchen1', at: [3, 1, 0] },
    { is: 'microwave1', on: 'kitchencounter1', at: [-2.8, 1, 0] },
    { is: 'kitchencounter1', in: 'kitchen1', at: [-2.8, 0.5, 0] },
    { is: 'fridge1', in: 'kitchen1', at: [1, 0.9, 1.9] },
    { is: 'milk1', in: 'fridge1', at: [1, 1, 1.9] },
  ],
});

function areaOf(name: string): Area | undefined {
  const { rooms, furniture } = floorPlan(HOUSE);
  return [...rooms, ...furniture].find(({ node }) => HOUSE.names[node] === name)?.area;
}

describe('floorPlan() without boxes', () => {
  it('lets a room reach as far as what is in it', () => {
    const { left, right, low, high } = areaOf('kitchen1')!;
    expect([left, right, low, high].map((metres) => Math.round(metres * 10) / 10)).toEqual([-3.1, 3.1, -2.1, 2.1]);
  });

  it('puts furniture with its back to the nearest wall, and not through it', () => {
    const counter = areaOf('kitchencounter1')!;
    expect(counter.high - counter.low).toBeGreaterThan(2 * (counter.right - counter.left));
    expect(counter.left).toBeCloseTo(-3.1);
    const fridge = areaOf('fridge1')!;
    expect(fridge.right - fridge.left).toBeCloseTo(0.8);
    expect(fridge.high).toBeCloseTo(2.1);
  });

  it('lists what stands on something after it, small things not at all', () => {
    const names = floorPlan(HOUSE).furniture.map(({ node }) => HOUSE.names[node]);
    expect(names).toEqual(['kitchencounter1', 'fridge1', 'microwave1']);
  });

  it('knows the doors', () => {
    expect(floorPlan(HOUSE).doors).toEqual([[3, 0]]);
  });
});

it('floorPlan() of a scene graph takes rooms and furniture from their boxes, and leaves out what hangs from the ceiling', () => {
  type Box = readonly [name: string, category: string, center: string, size: string];
  const boxes: Box[] = [
    ['kitchen', 'Rooms', '1 1 2', '6 2 4'],
    ['fridge', 'Appliances', '0 1 1', '0.5 2 3'],
    ['gadget', 'Furniture', '2 1 2', '1 2 2'],
    ['ceilinglamp', 'Lamps', '2 2.4 2', '1 0.2 1'],
  ];
  const vector = (text: string) => text.split(' ').map(Number);
  const nodes = boxes.map(([class_name, category, center, size], index) => {
    return { id: index + 1, class_name, category, bounding_box: { center: vector(center), size: vector(size) } };
  });
  const graph = { nodes, edges: [2, 3, 4].map((from_id) => ({ from_id, relation_type: 'INSIDE', to_id: 1 })) };
  const { rooms, furniture } = floorPlan(houseOfGraph(readGraph(JSON.stringify(graph), 'g.json'), 'g'));
  expect(rooms).toEqual([{ node: 0, area: { left: -2, right: 4, low: 0, high: 4 } }]);
  expect(furniture).toEqual([
    { node: 1, area: { left: -0.25, right: 0.25, low: 0, high: 3 } },
    { node: 2, area: { left: 1.5, right: 2.5, low: 1, high: 3 } },
  ]);
});
