import { FRAME, HAND_AT, linkFrames, newFrames, ORIGIN, pointIn, TCP_AT } from '../motion/kinematics.ts';
import { CAPSULES, HAND_CAPSULES, JOINTS } from '../motion/panda.ts';
import { BLOCK_SIZE, type Vector } from '../table/table.ts';
import { type Axes, capsule, type Shape, scaled, sum } from './shapes.ts';

export type Tone = Readonly<{ fill: string; edge: string }>;
export const PALE: Tone = { fill: '#e9edf1', edge: '#a3adb8' };
export const DARK: Tone = { fill: '#aeb8c2', edge: '#4a5460' };

const ROD = 0.032;
const FINGER = 0.0115;

export function framesOf(configuration: readonly number[]): Float64Array {
  const frames = newFrames();
  linkFrames(Float64Array.from(configuration), frames);
  return frames;
}

export function tcpOf(frames: Float64Array): Vector {
  return vectorAt(frames, TCP_AT + ORIGIN);
}

export function handAxes(frames: Float64Array): Axes {
  return [vectorAt(frames, HAND_AT), vectorAt(frames, HAND_AT + 3), vectorAt(frames, HAND_AT + 6)];
}

export function skeleton(frames: Float64Array): readonly Vector[] {
  const links = Array.from({ length: JOINTS + 1 }, (_, link) => link * FRAME);
  const all = [...links, HAND_AT, TCP_AT].map((at) => vectorAt(frames, at + ORIGIN));
  return all.filter((point, index) => index === 0 || Math.hypot(...sum(point, scaled(all[index - 1]!, -1))) > 1e-6);
}

export function armShapes(frames: Float64Array, { tone, holds }: { tone: Tone; holds: boolean }): Shape[] {
  const joints = skeleton(frames).slice(0, -1);
  const rods = joints.slice(1).map((joint, index) => capsule(joints[index]!, joint, { radius: ROD, ...tone }));
  const links = CAPSULES.open
    .filter(({ link }) => link <= JOINTS)
    .map(({ link, from, to, radius }) =>
      capsule(pointIn(frames, link, from), pointIn(frames, link, to), { radius, ...tone }),
    );
  return [...rods, ...links, ...handShapes(handAxes(frames), vectorAt(frames, HAND_AT + ORIGIN), { tone, holds })];
}

export function handShapes(axes: Axes, origin: Vector, { tone, holds }: { tone: Tone; holds: boolean }): Shape[] {
  const at = ([x, y, z]: Vector) => sum(origin, scaled(axes[0], x), scaled(axes[1], y), scaled(axes[2], z));
  return HAND_CAPSULES.open.map(({ from, to, radius }) => {
    const isFinger = radius === FINGER;
    const closed = ([x, y, z]: Vector): Vector =>
      isFinger && holds ? [x, Math.sign(y) * (BLOCK_SIZE / 2 + FINGER), z] : [x, y, z];
    return capsule(at(closed(from)), at(closed(to)), { radius, ...tone });
  });
}

export function footShapes(tone: Tone): Shape[] {
  const { from, to, radius } = CAPSULES.open[0]!;
  return [capsule(from, to, { radius, ...tone }), capsule([0, 0, 0.06], [0, 0, 0.14], { radius: 0.06, ...tone })];
}

function vectorAt(frames: Float64Array, at: number): Vector {
  return [frames[at]!, frames[at + 1]!, frames[at + 2]!];
}
