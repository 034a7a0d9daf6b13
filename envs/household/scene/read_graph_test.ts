import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../checked_json.ts';
import type { House } from './house.ts';
import { type Graph, houseOfGraph, readGraph } from './read_graph.ts';

const SHARED = new URL('../../../../shared/virtualhome/', import.meta.url);

type Edge = readonly [number, string, number];

function graphText(edges: readonly Edge[], otherNodes?: readonly unknown[]): string {
  const node = (id: number, class_name: string, category: string, properties: string[], center: number[] | null) => ({
    id,
    class_name,
    category,
    prefab_name: 'any',
    properties,
    states: [],
    bounding_box: center === null ? null : { center, size: [1, 1, 1] },
  });
  return JSON.stringify({
    nodes: otherNodes ?? [
      node(7, 'kitchen', 'Rooms', [], [5, 1, 5]),
      node(8, 'floor', 'Floor', ['SURFACES'], [5, 0, 5]),
      node(11, 'plate', 'Props', ['GRABBABLE', 'SURFACES'], null),
      node(9, 'kitchencounter', 'Furniture', ['SURFACES'], [1, 1, 1]),
      node(10, 'microwave', 'Appliances', ['CAN_OPEN', 'CONTAINERS'], [1, 1.2, 1]),
      node(12, 'cupcake', 'Food', ['GRABBABLE'], [1.1, 1.3, 1]),
      node(13, 'bookshelf', 'Furniture', ['SURFACES', 'CONTAINERS'], [3, 1, 3]),
      node(15, 'closet', 'Furniture', ['CAN_OPEN', 'CONTAINERS'], [3, 1, 3]),
      node(14, 'character', 'Characters', [], [4, 1, 4]),
    ],
    edges: edges.map(([from_id, relation_type, to_id]) => ({ from_id, relation_type, to_id })),
  });
}

function edgesOf(text: string): Edge[] {
  return text.split(', ').map((edge) => {
    const [from, relation = '', to] = edge.split(' ');
    return [Number(from), relation, Number(to)];
  });
}

const IN_ROOM: readonly Edge[] = [8, 9, 10, 11, 12, 13, 14, 15].map((id) => [id, 'INSIDE', 7]);

function houseOf(edges: readonly Edge[], nodes?: readonly unknown[]): House {
  return houseOfGraph(readGraph(graphText(nodes ? edges : [...IN_ROOM, ...edges], nodes), 'scene.json'), 'scene');
}

function placeOf(house: House, name: string): string {
  const place = house.nodes[house.indexOf.get(name) as number]?.place;
  return place ? `${place.relation} ${house.names[place.at]}` : 'nowhere';
}

describe('readGraph()', () => {
  it.each<readonly [string, string, string, string]>([
    ['an edge to a missing node', graphText([[9, 'ON', 99]]), 'edges[0].to_id', 'the id of a node'],
    ['no nodes', graphText([], []), 'nodes', 'at least 1 (array)'],
    ['a node without a class', graphText([], [{ id: 1, category: 'Rooms' }]), 'nodes[0].class_name', 'a string'],
  ])('refuses %s, and says where', (_, text, field, expected) => {
    const read = () => readGraph(text, 'scene.json');
    expect(read).toThrow(JsonError);
    expect(read).toThrow(expect.objectContaining({ path: 'scene.json', field, expected }));
  });

  it('counts of several nodes with one id the last, and keeps edges from nowhere apart, as VirtualHome does', () => {
    const nodes = [
      { id: 1, class_name: 'kitchen', category: 'Rooms' },
      { id: 2, class_name: 'mug', category: 'Props' },
      { id: 1, class_name: 'hall', category: 'Rooms' },
    ];
    const { value } = readGraph(graphText(edgesOf('2 INSIDE 1, 98 INSIDE 1'), nodes), 'scene.json');
    expect(value.nodes.map(({ id, class_name }) => `${class_name} ${id}`)).toEqual(['hall 1', 'mug 2']);
    expect(value.edges).toEqual([{ from_id: 2, relation_type: 'INSIDE', to_id: 1 }]);
    expect(value.strayEdges).toEqual([{ from_id: 98, relation_type: 'INSIDE', to_id: 1 }]);
  });
});

describe('houseOfGraph()', () => {
  it('names nodes in id order, and keeps their ids', () => {
    const house = houseOf([]);
    expect(house.nodes.map(({ id }, index) => `${id} ${house.names[index]}`).join()).toBe(
      '7 kitchen1,8 floor1,9 kitchencounter1,10 microwave1,11 plate1,12 cupcake1,13 bookshelf1,14 character1,15 closet1',
    );
    expect(house.names[house.start]).toBe('kitchen1');
    expect(house.anchors).toEqual(new Map([[0, [5, 5]]]));
  });

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['the lowest thing that bears it', '11 ON 13, 11 ON 9', { plate1: 'ON kitchencounter1' }],
    ['nothing said of floors', '9 ON 8', { kitchencounter1: 'IN kitchen1' }],
    [
      'the container that can hide a thing, and what bears the thing in there',
      '11 ON 9, 11 INSIDE 10, 12 INSIDE 10, 12 ON 11, 10 ON 9',
      { plate1: 'IN microwave1', cupcake1: 'ON plate1' },
    ],
    ['the innermost container', '12 INSIDE 10, 12 INSIDE 15, 15 INSIDE 10', { cupcake1: 'IN closet1' }],
    ['the innermost, whatever its id', '12 INSIDE 15, 12 INSIDE 10, 10 INSIDE 15', { cupcake1: 'IN microwave1' }],
    ['a container that hides nothing, if nothing bears the thing', '11 INSIDE 13', { plate1: 'IN bookshelf1' }],
    ['what bears the thing before that', '11 INSIDE 13, 11 ON 13', { plate1: 'ON bookshelf1' }],
  ])('takes as a place %s', (_, text, places) => {
    const house = houseOf(edgesOf(text));
    expect(Object.fromEntries(Object.keys(places).map((name) => [name, placeOf(house, name)]))).toEqual(places);
  });

  it('gives a node without a bounding box the position of its place', () => {
    const house = houseOf([[11, 'ON', 9]]);
    expect(house.nodes[house.indexOf.get('plate1') as number]?.position).toEqual([1, 1, 1]);
  });

  it.each<readonly [string, readonly Edge[], string]>([
    ['without a room', IN_ROOM.filter(([from]) => from !== 13), 'expected an INSIDE edge from this node to a room'],
    [
      'that contain each other',
      [...IN_ROOM, [11, 'ON', 12], [12, 'ON', 11]],
      'ON and INSIDE edges do not lead into a circle',
    ],
  ])('refuses things %s, and says where', (_, edges, message) => {
    expect(() => houseOfGraph(readGraph(graphText(edges), 'scene.json'), 'scene')).toThrow(message);
  });

  it('refuses names that clash', () => {
    const rooms = ['a', ...Array<string>(10).fill('a'), 'a1'];
    const nodes = rooms.map((class_name, id) => ({ id, class_name, category: 'Rooms' }));
    expect(() => houseOf([], nodes)).toThrow('does not give a second node the name "a11"');
  });
});

describe('the work of houseOfGraph()', () => {
  function centreReads(length: number): number {
    let reads = 0;
    const node = (id: number): Graph['nodes'][number] => ({
      id,
      class_name: id === 0 ? 'kitchen' : 'shelf',
      category: id === 0 ? 'Rooms' : 'Furniture',
      properties: ['CONTAINERS'],
      states: [],
      get bounding_box() {
        reads++;
        return null;
      },
    });
    const nodes = Array.from({ length }, (_, id) => node(id));
    const edges = nodes.slice(1).flatMap(({ id }) => [
      { from_id: id, relation_type: 'INSIDE', to_id: 0 },
      { from_id: id, relation_type: 'INSIDE', to_id: (id + 1) % length },
    ]);
    const house = houseOfGraph({ value: { nodes, edges }, problem: refuse }, 'shelves');
    expect(house.nodes[1]?.place).toEqual({ relation: 'IN', at: 2 });
    return reads;
  }

  function refuse(at: unknown, expected: string): never {
    throw new Error(`${at}: expected ${expected}`);
  }

  it('grows as the number of nodes', () => {
    const [one, two, four] = [5_000, 10_000, 20_000].map(centreReads) as [number, number, number];
    expect([two, four]).toEqual([2 * one, 4 * one]);
  });

  it('gets through as many nodes as a graph may have', () => {
    expect(centreReads(100_000)).toBe(100_000);
  });

  function shelves(length: number) {
    const list = Array.from({ length }, (_, id) => ({ id: 100 + id, class_name: 'shelf', category: 'Furniture' }));
    return [{ id: 1, class_name: 'kitchen', category: 'Rooms' }, ...list].map((node) => ({
      ...node,
      properties: ['CONTAINERS'],
    }));
  }

  it('takes any number of things that bear one', () => {
    const nodes = shelves(1000);
    const edges = nodes.slice(1).flatMap(({ id }) => edgesOf(`${id} INSIDE 1, 100 ON ${id}`));
    expect(placeOf(houseOf(edges, nodes), 'shelf1')).toBe('ON shelf2');
  });

  it('does not compare all containers around a thing where they are many', () => {
    const nodes = shelves(40);
    const edges = nodes.slice(2).map(({ id }): Edge => [100, 'INSIDE', id]);
    expect(() => houseOf(edges, nodes)).toThrow(
      'field nodes[1]: expected at most 32 INSIDE edges from this node to containers',
    );
  });
});

describe.skipIf(!existsSync(SHARED))("VirtualHome's scenes (skipped where ../shared/virtualhome is absent)", () => {
  const scenes = [1, 2, 3, 4, 5, 6, 7].flatMap((k) => [
    `scenes/TestScene${k}_graph`,
    `prepared/prepared-TestScene${k}`,
  ]);

  it.each(scenes)('houseOfGraph() gives every node a place, in %s', (scene) => {
    const file = new URL(`${scene}.json.gz`, SHARED);
    const graph = readGraph(gunzipSync(readFileSync(file)).toString(), scene);
    const house = houseOfGraph(graph, 'scene');
    expect(house.nodes.map(({ id }) => id)).toEqual(graph.value.nodes.map(({ id }) => id));
    const inside = graph.value.edges.filter(({ relation_type }) => relation_type === 'INSIDE');
    const insideRooms = new Set(inside.map(({ from_id, to_id }) => `${from_id} ${to_id}`));
    for (const node of house.nodes) {
      if (node.place === null) continue;
      let root = node;
      while (root.place !== null) root = house.nodes[root.place.at]!;
      expect(insideRooms.has(`${node.id} ${root.id}`), `${node.className} ${node.id} in its room`).toBe(true);
    }
  });
});
