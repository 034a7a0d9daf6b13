/** A segment is its two ends, a box its lower and upper corner. */

/** Ericson 2005, "Real-Time Collision Detection", section 5.1.9. */
export function segmentsSquared(s: Float64Array, i: number, t: Float64Array, j: number): number {
  const px = s[i]!;
  const py = s[i + 1]!;
  const pz = s[i + 2]!;
  const qx = t[j]!;
  const qy = t[j + 1]!;
  const qz = t[j + 2]!;
  const ux = s[i + 3]! - px;
  const uy = s[i + 4]! - py;
  const uz = s[i + 5]! - pz;
  const vx = t[j + 3]! - qx;
  const vy = t[j + 4]! - qy;
  const vz = t[j + 5]! - qz;
  const wx = px - qx;
  const wy = py - qy;
  const wz = pz - qz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  // The lines' nearest points, clamped to the segments.
  const determinant = uu * vv - uv * uv;
  let a = determinant > 1e-14 * uu * vv ? clamp((uv * vw - vv * uw) / determinant) : 0;
  let b = vv > 0 ? (uv * a + vw) / vv : 0;
  if (b < 0 || b > 1 || vv === 0) {
    b = b < 0 ? 0 : b > 1 ? 1 : b;
    a = uu > 0 ? clamp((uv * b - uw) / uu) : 0;
  }
  const x = wx + a * ux - b * vx;
  const y = wy + a * uy - b * vy;
  const z = wz + a * uz - b * vz;
  return x * x + y * y + z * z;
}

function clamp(share: number): number {
  return share < 0 ? 0 : share > 1 ? 1 : share;
}

export function pointBoxSquared(x: number, y: number, z: number, boxes: Float64Array, j: number): number {
  const dx = excess(x, boxes[j]!, boxes[j + 3]!);
  const dy = excess(y, boxes[j + 1]!, boxes[j + 4]!);
  const dz = excess(z, boxes[j + 2]!, boxes[j + 5]!);
  return dx * dx + dy * dy + dz * dz;
}

function excess(value: number, min: number, max: number): number {
  return value < min ? value - min : value > max ? value - max : 0;
}

const bracket = { low: 0, high: 1, lowSlope: 0, highSlope: 0 };

/** Convex, and quadratic between the faces' planes: the slope's sign there brackets the minimum. */
export function segmentBoxSquared(s: Float64Array, i: number, boxes: Float64Array, j: number): number {
  const px = s[i]!;
  const py = s[i + 1]!;
  const pz = s[i + 2]!;
  const ux = s[i + 3]! - px;
  const uy = s[i + 4]! - py;
  const uz = s[i + 5]! - pz;
  bracket.low = 0;
  bracket.high = 1;
  bracket.lowSlope = halfSlope(s, i, boxes, j, 0);
  if (bracket.lowSlope >= 0) return pointBoxSquared(px, py, pz, boxes, j);
  bracket.highSlope = halfSlope(s, i, boxes, j, 1);
  if (bracket.highSlope <= 0) return pointBoxSquared(px + ux, py + uy, pz + uz, boxes, j);
  for (let axis = 0; axis < 3; axis++) {
    const p = s[i + axis]!;
    const u = s[i + 3 + axis]! - p;
    if (u === 0) continue;
    narrow(s, i, boxes, j, (boxes[j + axis]! - p) / u);
    narrow(s, i, boxes, j, (boxes[j + 3 + axis]! - p) / u);
  }
  const { low, high, lowSlope, highSlope } = bracket;
  const t = low + ((high - low) * lowSlope) / (lowSlope - highSlope);
  return pointBoxSquared(px + t * ux, py + t * uy, pz + t * uz, boxes, j);
}

function halfSlope(s: Float64Array, i: number, boxes: Float64Array, j: number, t: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const p = s[i + axis]!;
    const u = s[i + 3 + axis]! - p;
    sum += u * excess(p + t * u, boxes[j + axis]!, boxes[j + 3 + axis]!);
  }
  return sum;
}

function narrow(s: Float64Array, i: number, boxes: Float64Array, j: number, t: number) {
  if (!(t > bracket.low && t < bracket.high)) return;
  const slope = halfSlope(s, i, boxes, j, t);
  if (slope < 0) {
    bracket.low = t;
    bracket.lowSlope = slope;
  } else {
    bracket.high = t;
    bracket.highSlope = slope;
  }
}

export function boundsMeet(s: Float64Array, i: number, radius: number, boxes: Float64Array, j: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const from = s[i + axis]!;
    const to = s[i + 3 + axis]!;
    if ((from < to ? from : to) - radius > boxes[j + 3 + axis]!) return false;
    if ((from < to ? to : from) + radius < boxes[j + axis]!) return false;
  }
  return true;
}

export function boundsGap(s: Float64Array, i: number, boxes: Float64Array, j: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const from = s[i + axis]!;
    const to = s[i + 3 + axis]!;
    const above = (from < to ? from : to) - boxes[j + 3 + axis]!;
    const below = boxes[j + axis]! - (from < to ? to : from);
    const gap = above > below ? above : below;
    if (gap > 0) squared += gap * gap;
  }
  return Math.sqrt(squared);
}
