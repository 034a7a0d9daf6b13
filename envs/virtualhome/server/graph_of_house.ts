/**
 * A house of ours as VirtualHome's simulator would report it: a scene graph.
 *
 * Everything is INSIDE its room, and ON or INSIDE what it lies on or in. Boxes of rooms and furniture are those of its floor plan; the
 * middle of a thing's box is where the house says that it is.
 */
import { type Area, floorPlan, roomOf } from '../../household/drawing/floor_plan.ts';
import { type House, isRoom } from '../../household/scene/house.ts';
import type { Graph, GraphEdge } from '../../household/scene/read_graph.ts';

type Box = { readonly center: [number, number, number]; readonly size: [number, number, number] };

/** Metres. */
const ROOM_HEIGHT = 2.5;
const SMALL = 0.1;

export function graphOfHouse(house: House): Graph {
  const { rooms, furniture } = floorPlan(house);
  const areas = new Map([...rooms, ...furniture].map(({ node, area }) => [node, area]));
  return {
    nodes: house.nodes.map((node, index) => ({
      id: node.id,
      class_name: node.className,
      category: node.category,
      properties: [...node.properties],
      states: [...node.states],
      bounding_box: isRoom(node) ? roomBox(areas.get(index)) : thingBox(node.position, areas.get(index)),
    })),
    edges: house.nodes.flatMap((node, index) => edgesOf(house, index, node.id)),
  };
}

function edgesOf(house: House, index: number, from_id: number): GraphEdge[] {
  const place = house.nodes[index]?.place ?? null;
  if (place === null) return [];
  const room = roomOf(house, index);
  const edge = (relation_type: string, to: number) => ({ from_id, relation_type, to_id: house.nodes[to]!.id });
  if (place.at === room) return [edge('INSIDE', room)];
  return [edge(place.relation === 'ON' ? 'ON' : 'INSIDE', place.at), edge('INSIDE', room)];
}

function roomBox(area: Area | undefined): Box {
  const { left, right, low, high } = area ?? { left: 0, right: 0, low: 0, high: 0 };
  return {
    center: [(left + right) / 2, ROOM_HEIGHT / 2, (low + high) / 2],
    size: [right - left, ROOM_HEIGHT, high - low],
  };
}

function thingBox([x, y, z]: readonly [number, number, number], area: Area | undefined): Box {
  const size: Box['size'] =
    area === undefined ? [SMALL, SMALL, SMALL] : [area.right - area.left, 2 * Math.max(y, SMALL), area.high - area.low];
  return { center: [x, y, z], size };
}
