/** `point_cloud`: points on the surface of every node, which here is that of its box. */
import type { ReportedGraph } from './served_scene.ts';

type PointCloud = { readonly id: number; readonly points: readonly (readonly number[])[] };

const SIDES = [-0.5, 0, 0.5];
/** Of the box's middle and what lies around it: corners, middles of edges and of faces. */
const ON_SURFACE = SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => [x, y, z] as const))).filter((side) =>
  side.some((part) => part !== 0),
);

export function pointClouds({ nodes }: ReportedGraph): PointCloud[] {
  return nodes.map(({ id, bounding_box }) => {
    const { center, size } = bounding_box ?? {};
    const points = ON_SURFACE.map((side) =>
      side.map((part, axis) => (center?.[axis] ?? 0) + part * (size?.[axis] ?? 0)),
    );
    return { id, points };
  });
}
