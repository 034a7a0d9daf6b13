import type { Graph } from '../../household/scene/read_graph.ts';
import type { Position } from './played_graph.ts';
import type { ReportedGraph } from './served_scene.ts';

export type Camera =
  | Readonly<{ kind: 'room'; room: number; cuts: number; part: number }>
  | { readonly kind: 'scene' }
  | Readonly<{ kind: 'fixed'; position: Position; fieldOfView: number }>
  | Readonly<{ kind: 'character'; name: string; character: number }>;

export type View = Readonly<{ x: number; z: number; half: number }>;

export const CHARACTER_CAMERAS: readonly string[] = [
  ...['PERSON_FRONT', 'PERSON_RIGHT', 'PERSON_LEFT', 'PERSON_TOP', 'PERSON_FROM_BACK', 'PERSON_FROM_LEFT'],
  'FIRST_PERSON',
];

/** VirtualHome's demos use cameras 0 to 58. */
const CAMERAS_MIN = 60;
const AROUND_CHARACTER = 2.5;
const AROUND_ROOM = 0.2;
const NOWHERE = { center: [0, 0, 0], size: [0, 0, 0] } as const;
export const isRoom = ({ category }: Pick<Graph['nodes'][number], 'category'>) => category === 'Rooms';
export const HEIGHT = 10;
const NEAR = 0.1;
export const FAR = 20;

/** One for each room, then for each quarter, ninth and so on. */
export function sceneCameras({ nodes }: ReportedGraph): Camera[] {
  const rooms = [...nodes.filter(isRoom).keys()];
  const cameras: Camera[] = [];
  for (let cuts = 1; cuts === 1 || cameras.length < CAMERAS_MIN - 1; cuts++) {
    for (const room of rooms) {
      for (let part = 0; part < cuts ** 2; part++) cameras.push({ kind: 'room', room, cuts, part });
    }
  }
  return [...cameras.slice(0, Math.max(rooms.length, CAMERAS_MIN - 1)), { kind: 'scene' }];
}

export function viewOf(camera: Camera, { nodes }: ReportedGraph): View {
  if (camera.kind === 'fixed') {
    const [x, y, z] = camera.position;
    return { x, z, half: Math.max(1, Math.abs(y) * Math.tan((camera.fieldOfView * Math.PI) / 360)) };
  }
  if (camera.kind === 'character') {
    const people = nodes.filter(({ class_name }) => class_name === 'character').sort((a, b) => a.id - b.id);
    const [x, , z] = (people[camera.character]?.bounding_box ?? NOWHERE).center;
    return { x, z, half: AROUND_CHARACTER };
  }
  const rooms = nodes.filter(isRoom);
  if (camera.kind === 'scene') return sceneView(rooms);
  const { center, size } = rooms[camera.room]?.bounding_box ?? NOWHERE;
  const { cuts, part } = camera;
  const [width, depth] = [size[0] / cuts, size[2] / cuts];
  const [column, row] = [part % cuts, Math.floor(part / cuts)];
  return {
    x: center[0] + (column - (cuts - 1) / 2) * width,
    z: center[2] + (row - (cuts - 1) / 2) * depth,
    half: Math.max(1, width / 2, depth / 2) + AROUND_ROOM,
  };
}

function sceneView(rooms: ReportedGraph['nodes']): View {
  const reach = (axis: 0 | 2) => {
    const ends = rooms.flatMap(({ bounding_box: { center, size } }) =>
      [-0.5, 0.5].map((side) => center[axis] + side * size[axis]),
    );
    return [Math.min(...ends), Math.max(...ends)] as const;
  };
  const [[left, right], [low, high]] = [reach(0), reach(2)];
  const half = Math.max(1, (right - left) / 2, (high - low) / 2) + AROUND_ROOM;
  return { x: (left + right) / 2, z: (low + high) / 2, half };
}

export function describeCamera(camera: Camera, index: number, graph: ReportedGraph): object {
  const { x, z, half } = viewOf(camera, graph);
  return {
    index,
    name: camera.kind === 'character' ? camera.name : String(index),
    aspect: 1,
    projection_matrix: [
      ...[1 / half, 0, 0, 0],
      ...[0, 1 / half, 0, 0],
      ...[0, 0, -2 / (FAR - NEAR), 0],
      ...[0, 0, -(FAR + NEAR) / (FAR - NEAR), 1],
    ],
    world_to_camera_matrix: [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, -x, -z, -HEIGHT, 1],
  };
}

export function hiddenThings({ nodes, edges }: Graph): ReadonlySet<number> {
  const closed = new Set(nodes.flatMap((node) => (!isRoom(node) && node.states.includes('CLOSED') ? [node.id] : [])));
  const inside = edges.filter(({ relation_type }) => relation_type === 'INSIDE' || relation_type === 'ON');
  const hidden = new Set<number>();
  let before = -1;
  while (hidden.size > before) {
    before = hidden.size;
    for (const { from_id, relation_type, to_id } of inside) {
      if (hidden.has(to_id) || (relation_type === 'INSIDE' && closed.has(to_id))) hidden.add(from_id);
    }
  }
  return hidden;
}
