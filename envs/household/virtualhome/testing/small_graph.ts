/** `smallGraph('kitchen: fridge CAN_OPEN, milk, character', 'milk INSIDE fridge')` has the room 1, the fridge 2 and so on. */
import type { CheckedJson } from '../../../checked_json.ts';
import { type Graph, readGraph } from '../../scene/read_graph.ts';
import { GRAPH_STATES, type GraphScene, graphScene } from '../graph_scene.ts';

const STATES: readonly string[] = GRAPH_STATES;

/** A graph as text. Rooms are parted by `;`, nodes by `,`; edges likewise, their nodes named by class, or class and id. */
export function smallGraphText(rooms: string, edges = ''): string {
  const nodes: { id: number; class_name: string; category: string; properties: string[]; states: string[] }[] = [];
  const lines: { from_id: number; relation_type: string; to_id: number }[] = [];
  const add = (text: string, category: string) => {
    const [class_name = '', ...words] = text.trim().split(/\s+/);
    const id = nodes.length + 1;
    const [properties, states] = [words.filter((w) => !STATES.includes(w)), words.filter((w) => STATES.includes(w))];
    nodes.push({ id, class_name, category, properties, states });
    return id;
  };
  for (const room of rooms.split(';')) {
    const [name = '', things = ''] = room.split(':');
    const roomId = add(name, 'Rooms');
    for (const thing of things.split(',').filter((text) => text.trim() !== '')) {
      const category = /^\s*character\b/.test(thing) ? 'Characters' : 'Props';
      lines.push({ from_id: add(thing, category), relation_type: 'INSIDE', to_id: roomId });
    }
  }
  const idOf = (name: string) => nodes.find(({ id, class_name }) => name === class_name || name === `${id}`)?.id ?? 0;
  for (const edge of edges.split(',').filter((text) => text.trim() !== '')) {
    const [from = '', relation_type = '', to = ''] = edge.trim().split(/\s+/);
    const [from_id, to_id] = [idOf(from), idOf(to)];
    if (relation_type.startsWith('-')) {
      const gone = lines.findIndex((l) => l.from_id === from_id && l.to_id === to_id);
      lines.splice(gone, 1);
    } else lines.push({ from_id, relation_type, to_id });
  }
  return JSON.stringify({ nodes, edges: lines });
}

export function smallGraph(rooms: string, edges = ''): CheckedJson<Graph> {
  return readGraph(smallGraphText(rooms, edges), 'small.json');
}

export function smallScene(rooms: string, edges = ''): GraphScene {
  return graphScene(smallGraph(rooms, edges));
}

/** `GRAB milk, STANDUP` as script lines; things are named by class, or by id where a class is there twice. */
export function scriptOf(scene: GraphScene, walk: string): string[] {
  return walk.split(',').map((text) => {
    const [action = '', ...names] = text.trim().split(/\s+/);
    const labels = names.map((name) => {
      const node = scene.nodes.find(({ id, className }) => name === className || name === `${id}`);
      if (node === undefined) throw new Error(`The small graph has no ${name}`);
      return ` ${node.label}`;
    });
    return `[${action}]${labels.join('')}`;
  });
}
