import { graphSchema, readGraph } from '../../household/scene/read_graph.ts';
import { graphSource } from '../server/scene_source.ts';
import { ServedSimulator } from '../server/served_simulator.ts';

const room = (id: number, class_name: string, x: number) => ({
  ...{ id, class_name, category: 'Rooms' },
  bounding_box: { center: [x, 1, 0], size: [8, 2, 8] },
});
const thing = (id: number, class_name: string, center: readonly number[], more: object = {}) => ({
  ...{ id, class_name, category: 'Props', properties: ['GRABBABLE'], prefab_name: null },
  bounding_box: { center, size: [0.2, 0.2, 0.2] },
  ...more,
});
const edge = (relation_type: string, to_id: number) => (from_id: number) => ({ from_id, relation_type, to_id });

const FLAT = {
  nodes: [
    room(11, 'kitchen', 0),
    room(12, 'hall', 8),
    thing(13, 'kitchentable', [-2, 0.5, 0], { properties: ['SURFACES'] }),
    thing(14, 'plate', [-2, 1, 0.3]),
    thing(15, 'plate', [-2, 1, -0.3]),
    thing(16, 'waterglass', [-2.3, 1, 0]),
    thing(17, 'sofa', [3, 0.4, 0], { properties: ['SITTABLE', 'LIEABLE', 'SURFACES'] }),
    thing(18, 'cellphone', [3, 1, 3]),
    thing(19, 'tv', [-3.5, 1, 3.5], { properties: ['LOOKABLE', 'HAS_SWITCH'], states: ['OFF'] }),
    thing(20, 'fridge', [0, 1, -3], { properties: ['CAN_OPEN', 'CONTAINERS'], states: ['CLOSED'] }),
    thing(21, 'milk', [0, 1, -3]),
    thing(22, 'mug', [8, 1, 0]),
    thing(23, 'sink', [3, 0.9, -3], { properties: ['RECIPIENT', 'CONTAINERS'] }),
  ],
  edges: [
    ...[13, 14, 15, 16, 17, 18, 19, 20, 21, 23].map(edge('INSIDE', 11)),
    ...[22].map(edge('INSIDE', 12)),
    ...[21].map(edge('INSIDE', 20)),
    ...[14, 15, 16].map(edge('ON', 13)),
  ],
};

type Node = Readonly<{ id: number; class_name: string; prefab_name: unknown }>;

export function session(
  simulator = new ServedSimulator([graphSource(readGraph(JSON.stringify(FLAT), 'flat.json'), 'flat', 0)]),
) {
  const post = (action: string, strings: readonly unknown[] = [], intParams: readonly number[] = []) => {
    const stringParams = strings.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    return simulator.answer(JSON.stringify({ id: '1', action, stringParams, intParams })).reply;
  };
  const text = () => post('environment_graph').message ?? '';
  const graph = () => {
    const reported: { nodes: Node[] } = JSON.parse(text());
    return { nodes: reported.nodes, edges: graphSchema.parse(reported).edges };
  };
  const run = (find_solution: boolean, ...lines: readonly string[]) => {
    const { success, message } = post('render_script', [{ find_solution }, ...lines]);
    return { success, message: message ?? '' };
  };
  return {
    post,
    text,
    graph,
    run,
    enter: (initial_room: string) => post('add_character', [{ mode: 'fix_room', initial_room }]),
    act(...lines: readonly string[]): string | null {
      const { success, message } = run(false, ...lines.map((line) => `<char0> ${line}`));
      return success ? null : message;
    },
    edgesOf: (from: number, relation: string) =>
      graph()
        .edges.filter(({ from_id, relation_type }) => from_id === from && relation_type.startsWith(relation))
        .map(({ to_id }) => to_id)
        .sort((a, b) => a - b),
    centreOf: (id: number) => graphSchema.parse(graph()).nodes.find((node) => node.id === id)?.bounding_box?.center,
  };
}

export function flat(...rooms: readonly string[]) {
  const made = session();
  for (const each of rooms) if (!made.enter(each).success) throw new Error(`Nobody enters the ${each}`);
  return made;
}
