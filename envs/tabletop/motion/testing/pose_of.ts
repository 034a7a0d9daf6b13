import type { Vector } from '../../table/table.ts';
import type { ToolPose } from '../inverse_kinematics.ts';
import { ORIGIN, TCP_AT } from '../kinematics.ts';
import { slowLinkFrames } from './reference_kinematics.ts';

export function poseOf(q: ArrayLike<number>): ToolPose {
  const frames = slowLinkFrames(q);
  const vectorAt = (at: number) => [...frames.subarray(TCP_AT + at, TCP_AT + at + 3)] as unknown as Vector;
  return { position: vectorAt(ORIGIN), x: vectorAt(0), y: vectorAt(3), z: vectorAt(6) };
}
