/**
 * Cameras of the server: each looks straight down, at a room, at a place, or at the character.
 *
 * @module
 */
import type { Position, ReportedGraph } from './served_scene.ts';

export type Camera =
  | { readonly kind: 'room'; readonly room: number }
  | { readonly kind: 'fixed'; readonly position: Position; readonly fieldOfView: number }
  | { readonly kind: 'character'; readonly name: string };

/** What a camera shows: the middle, x and z, and how far it reaches up and down from there; metres. */
export type View = { readonly x: number; readonly z: number; readonly half: number };

/** Those that a character brings, by the names that VirtualHome's documentation gives. */
export const CHARACTER_CAMERAS: readonly string[] = [
  'PERSON_FRONT',
  'PERSON_RIGHT',
  'PERSON_LEFT',
  'PERSON_TOP',
  'PERSON_FROM_BACK',
  'PERSON_FROM_LEFT',
  'FIRST_PERSON',
];

const AROUND_CHARACTER = 2.5;
const AROUND_ROOM = 0.2;
/** How high a room's camera hangs, and the nearest and the farthest that it shows. */
const HEIGHT = 10;
const NEAR = 0.1;
const FAR = 20;

/** One for each room, in the order of the graph. */
export function roomCameras({ nodes }: ReportedGraph): Camera[] {
  return nodes.filter(({ category }) => category === 'Rooms').map(({ id }) => ({ kind: 'room', room: id }));
}

export function viewOf(camera: Camera, { nodes }: ReportedGraph): View {
  if (camera.kind === 'fixed') {
    const [x, y, z] = camera.position;
    return { x, z, half: Math.max(1, Math.abs(y) * Math.tan((camera.fieldOfView * Math.PI) / 360)) };
  }
  const node = nodes.find(({ id, class_name }) =>
    camera.kind === 'room' ? id === camera.room : class_name === 'character',
  );
  const [x, , z] = node?.bounding_box?.center ?? [0, 0, 0];
  const [width, , depth] = node?.bounding_box?.size ?? [0, 0, 0];
  return { x, z, half: camera.kind === 'room' ? Math.max(1, width / 2, depth / 2) + AROUND_ROOM : AROUND_CHARACTER };
}

/** Matrices of 16 numbers, column by column as Unity's are, for a picture that is as wide as it is high. */
export function cameraData(camera: Camera, index: number, graph: ReportedGraph): object {
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
