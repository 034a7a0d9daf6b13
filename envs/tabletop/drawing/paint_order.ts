/** Of things that hide each other in a ring, the farthest comes first. */
import { dot, type Vector } from '../table/table.ts';

/** Orthonormal; `towards` points to the eye. */
export type Camera = Readonly<{ right: Vector; up: Vector; towards: Vector }>;

// Pythagorean triples: 28.07° to the side, 36.87° from above.
const [SIDE_COS, SIDE_SIN] = [15 / 17, 8 / 17];
const [RISE_COS, RISE_SIN] = [4 / 5, 3 / 5];

export const SLANTED: Camera = {
  right: [-SIDE_SIN, SIDE_COS, 0],
  up: [-SIDE_COS * RISE_SIN, -SIDE_SIN * RISE_SIN, RISE_COS],
  towards: [SIDE_COS * RISE_COS, SIDE_SIN * RISE_COS, RISE_SIN],
};

export function onPaper(camera: Camera, point: Vector): readonly [x: number, y: number] {
  return [dot(camera.right, point), -dot(camera.up, point)];
}

export type Part = Readonly<{ centre: Vector; half: Vector }>;

const TOUCH = 1e-9;

export function paintOrder<T>(things: readonly T[], camera: Camera, parts: (thing: T) => readonly Part[]): T[] {
  const waiting = new Set(
    things.map((thing) => ({ thing, parts: parts(thing), depth: depthOf(parts(thing), camera), behind: new Set() })),
  );
  for (const near of waiting) {
    for (const far of waiting) if (far !== near && hides(near.parts, far.parts, camera)) near.behind.add(far);
  }
  const order: T[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(({ behind }) => behind.size === 0);
    const next = (free.length > 0 ? free : [...waiting]).reduce((a, b) => (b.depth < a.depth ? b : a));
    waiting.delete(next);
    for (const { behind } of waiting) behind.delete(next);
    order.push(next.thing);
  }
  return order;
}

export function hides(near: readonly Part[], far: readonly Part[], camera: Camera): boolean {
  let before = 0;
  let after = 0;
  for (const a of near) {
    for (const b of far) {
      const [from, to] = alongSight(a, b, camera);
      if (to - from < TOUCH) continue;
      // Overlapping parts are in front of each other; the larger share decides.
      if (to > TOUCH) before = Math.max(before, to);
      if (from < -TOUCH) after = Math.max(after, -from);
    }
  }
  return before > after;
}

/** How far `far` moves towards the eye until it meets, then passes `near`. */
function alongSight(near: Part, far: Part, { towards }: Camera): readonly [from: number, to: number] {
  let from = -Infinity;
  let to = Infinity;
  for (const axis of [0, 1, 2] as const) {
    const offset = near.centre[axis] - far.centre[axis];
    const reach = near.half[axis] + far.half[axis];
    const slope = towards[axis];
    if (slope === 0) {
      if (Math.abs(offset) >= reach - TOUCH) return [0, 0];
      continue;
    }
    const first = (offset - reach) / slope;
    const second = (offset + reach) / slope;
    from = Math.max(from, Math.min(first, second));
    to = Math.min(to, Math.max(first, second));
  }
  return [from, to];
}

function depthOf(parts: readonly Part[], camera: Camera): number {
  return parts.reduce((sum, { centre }) => sum + dot(camera.towards, centre), 0) / Math.max(1, parts.length);
}
