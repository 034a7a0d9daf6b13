import { describe, expect, it } from 'vitest';
import { readGraph } from '../../household/scene/read_graph.ts';
import { readScript } from './script.ts';
import { ServedScene } from './served_scene.ts';

/** A kitchen with a closed fridge with milk in it, a table with a plate with a cake on it, a mug, a lamp; and a hall. */
const NODES = [
  { id: 1, class_name: 'kitchen', category: 'Rooms', bounding_box: { center: [0, 1, 0], size: [8, 2, 8] } },
  { id: 2, class_name: 'hall', category: 'Rooms', bounding_box: { center: [10, 1, 0], size: [4, 2, 4] } },
  {
    ...{
      id: 3,
      class_name: 'fridge',
      category: 'Appliances',
      properties: ['CAN_OPEN', 'CONTAINERS'],
      states: ['CLOSED'],
    },
    bounding_box: { center: [3, 1, 0], size: [1, 2, 1] },
  },
  { id: 4, class_name: 'milk', category: 'Food', properties: ['GRABBABLE'], bounding_box: { center: [3, 1, 0.1] } },
  { id: 5, class_name: 'table', category: 'Furniture', properties: ['SURFACES'], bounding_box: { center: [-3, 1, 0] } },
  { id: 6, class_name: 'plate', category: 'Props', properties: ['GRABBABLE', 'SURFACES'] },
  { id: 7, class_name: 'cake', category: 'Food', properties: ['GRABBABLE'] },
  { id: 8, class_name: 'mug', category: 'Props', properties: ['GRABBABLE'] },
  { id: 9, class_name: 'lamp', category: 'Lamps', properties: ['HAS_SWITCH'], states: ['OFF'] },
] as const;
const PLACES: readonly (readonly [number, string, number])[] = [
  [3, 'INSIDE', 1],
  [4, 'INSIDE', 3],
  [4, 'INSIDE', 1],
  [5, 'INSIDE', 1],
  [6, 'ON', 5],
  [6, 'INSIDE', 1],
  [7, 'ON', 6],
  [7, 'INSIDE', 1],
  [8, 'ON', 5],
  [8, 'INSIDE', 1],
  [9, 'INSIDE', 2],
];

function scene(): ServedScene {
  const edges = PLACES.map(([from_id, relation_type, to_id]) => ({ from_id, relation_type, to_id }));
  const made = new ServedScene(readGraph(JSON.stringify({ nodes: NODES, edges }), 'graph.json').value);
  made.addCharacter({ room: 1, position: [0, 0, 0], resource: 'Chars/Male1' });
  return made;
}

/** Ids are one more than above, now that the character has the first. */
function run(on: ServedScene, ...lines: readonly string[]): string | null {
  return on.run({ lines: script(lines), findSolution: false }).get(0) ?? null;
}

/** Lines without a character are those of the first. */
function script(lines: readonly string[]) {
  return readScript(lines.map((line) => (line.startsWith('[') ? `<char0> ${line}` : line)));
}

function edgesOf(on: ServedScene, id: number): string[] {
  return on
    .graph()
    .edges.filter(({ from_id }) => from_id === id)
    .map(({ relation_type, to_id }) => `${relation_type} ${to_id}`)
    .sort();
}

function at(on: ServedScene, id: number): unknown {
  return on.graph().nodes.find((node) => node.id === id)?.bounding_box?.center;
}

describe('ServedScene', () => {
  it('gives the character the id 1, and moves the others up', () => {
    const { nodes } = scene().graph();
    expect(nodes.map(({ id, class_name }) => `${class_name} ${id}`).slice(0, 3)).toEqual([
      'character 1',
      'kitchen 2',
      'hall 3',
    ]);
  });

  it('walks by itself, and puts the character and what it places where they are', () => {
    const on = scene();
    expect(run(on, '<char0> [open] <fridge> (4)', '<char0> [grab] <milk> (5)')).toBeNull();
    expect(edgesOf(on, 1)).toContain('HOLDS_RH 5');
    expect(at(on, 1)).toEqual([3, 1, 0.1]);
    expect(run(on, '[putback] <milk> (5) <table> (6)')).toBeNull();
    expect(edgesOf(on, 5)).toEqual(expect.arrayContaining(['INSIDE 2', 'ON 6']));
    expect(at(on, 5)).toEqual([-3, 1, 0]);
  });

  it('takes up again what was put down, in either hand', () => {
    const on = scene();
    const lines = ['[grab] <mug> (9)', '[putback] <mug> (9) <table> (6)', '[grab] <plate> (7)', '[grab] <mug> (9)'];
    expect(run(on, ...lines)).toBeNull();
    expect(edgesOf(on, 1)).toEqual(expect.arrayContaining(['HOLDS_LH 9', 'HOLDS_RH 7']));
    expect(edgesOf(on, 8)).toEqual(['INSIDE 2']);
    expect(run(on, '[grab] <cake> (8)')).toMatch(/^PROCESS GRAB: /);
  });

  it('carries what is held into another room, and drops it there', () => {
    const on = scene();
    expect(run(on, '[grab] <mug> (9)', '[walk] <hall> (3)', '[drop] <mug> (9)')).toBeNull();
    expect(edgesOf(on, 9)).toContain('INSIDE 3');
    expect(at(on, 9)).toEqual([10, 1, 0]);
  });

  it.each([
    ['[walk] <milk> (5)', 'PROCESS WALK: Can not select object: milk. REASON: No interaction positions'],
    ['[grab] <milk> (5)', 'PROCESS GRAB: Can not select object: milk. REASON: No interaction positions'],
    ['[grab] <milk> (99)', 'PROCESS GRAB: Can not select object: milk. REASON: Unknown'],
    ['[grab] <tea> (5)', 'PROCESS GRAB: Can not select object: milk. REASON: No interaction positions'],
    ['[grab] <table> (6)', expect.stringMatching(/^PROCESS GRAB: /)],
    ['[switchoff] <lamp> (10)', expect.stringMatching(/^PROCESS SWITCHOFF: /)],
  ])('changes nothing by a script of which the last line is %s', (line, problem) => {
    const on = scene();
    expect(run(on, '[grab] <mug> (9)')).toBeNull();
    const before = on.graphText();
    expect(
      run(on, '[putback] <mug> (9) <table> (6)', '[switchon] <lamp> (10)', '[switchoff] <lamp> (10)', line),
    ).toEqual(problem);
    expect(JSON.parse(on.graphText())).toEqual(JSON.parse(before));
    expect(run(on, '[putback] <mug> (9) <table> (6)')).toBeNull();
  });

  it.each([['walk'], ['<char1> [walk] <fridge> (4)'], ['[dance] <fridge> (4)'], ['[walk]'], ['[walk] <fridge> (x)']])(
    'throws on %s, and changes nothing',
    (line) => {
      const on = scene();
      const before = on.graphText();
      expect(() => run(on, '[open] <fridge> (4)', line)).toThrow();
      expect(JSON.parse(on.graphText())).toEqual(JSON.parse(before));
    },
  );

  it('goes by ids, whatever class a line names, unless it is to find a solution', () => {
    const on = scene();
    expect(run(on, '[open] <refrigerator> (4)', '[grab] <drink> (5)')).toBeNull();
    expect(edgesOf(on, 1)).toContain('HOLDS_RH 5');
  });

  it('knows the verbs of Unity, and where a thing is to lie, which means nothing', () => {
    const on = scene();
    const lines = ['[walktowards] <mug> (9) :3:', '[grab] <mug> (9)', '[put] <mug> (9) <table> (6) -3,1.05,-2E-05'];
    expect(run(on, ...lines, '[TurnLeft]', '[walkforward]')).toBeNull();
    expect(edgesOf(on, 9)).toContain('ON 6');
  });

  it('chooses what can be selected, where it is to find a solution', () => {
    const on = scene();
    const steps = script(['[open] <fridge> (0)', '[grab] <milk> (0)']);
    expect(on.run({ lines: steps, findSolution: true })).toEqual(new Map());
    expect(edgesOf(on, 1)).toContain('HOLDS_RH 5');
  });

  it('stays the same through many steps, and remembers no more of them than it must', () => {
    const on = scene();
    const round = ['[switchon] <lamp> (10)', '[switchoff] <lamp> (10)'];
    for (let i = 0; i < 250; i++) expect(run(on, ...round)).toBeNull();
    expect(edgesOf(on, 1)).toEqual(['CLOSE 10', 'INSIDE 3']);
  });

  it('sets the character down elsewhere, and undoes later lines to there', () => {
    const on = scene();
    on.moveCharacter(0, { room: 3, position: [10, 0, 1] });
    expect([at(on, 1), edgesOf(on, 1)]).toEqual([[10, 0, 1], ['INSIDE 3']]);
    expect(run(on, '[walk] <fridge> (4)', '[grab] <milk> (5)')).not.toBeNull();
    expect([at(on, 1), edgesOf(on, 1)]).toEqual([[10, 0, 1], ['INSIDE 3']]);
  });

  it('takes a graph in place of its own, with the character that was there', () => {
    const on = scene();
    const { nodes, edges } = JSON.parse(on.graphText());
    const opened = nodes.map((node: { id: number }) => (node.id === 4 ? { ...node, states: ['OPEN'] } : node));
    on.replace(
      JSON.stringify({
        nodes: opened.slice(1),
        edges: edges.filter(({ from_id }: { from_id: number }) => from_id !== 1),
      }),
    );
    expect(run(on, '[grab] <milk> (5)')).toBeNull();
    expect(() => on.replace('{"nodes": [], "edges": []}')).toThrow('nodes');
    const two = JSON.stringify({ nodes: [...nodes, { ...nodes[0], id: 99 }], edges });
    expect(() => on.replace(two)).toThrow('expected no second character');
  });
});
