/**
 * How far a turning joint may move the bodies behind it: for each joint an upper bound of the distance between its axis and
 * a body, whatever the configuration. A joint that turns by an angle moves no point of the body farther than angle times
 * lever.
 *
 * The bounds follow the chain shoulder - elbow - wrist: between these points the Panda has rigid lengths.
 */
import { type Capsule, DENAVIT_HARTENBERG, FLANGE_Z, JOINTS } from './panda.ts';

const lengths = (joint: number) => DENAVIT_HARTENBERG[joint - 1] ?? { a: 0, d: 0 };
const UPPER_ARM = lengths(3).d;
const ELBOW_OFFSET = Math.abs(lengths(4).a);
const FOREARM = lengths(5).d;
const WRIST_OFFSET = lengths(7).a;
/** From the shoulder, where axes 1, 2 and 3 meet, to axis 4, and from there to the wrist, where axes 5 and 6 meet. */
const SHOULDER_TO_ELBOW = Math.hypot(UPPER_ARM, ELBOW_OFFSET);
const ELBOW_TO_WRIST = Math.hypot(FOREARM, lengths(5).a);

/** Seven levers of the middle line of a capsule, in metres; 0 for joints that do not move it. */
export function leversOf({ link, from, to }: Pick<Capsule, 'link' | 'from' | 'to'>): number[] {
  // A distance is convex along a line, hence greatest at an end.
  const ends = [from, to].map(([x, y, z]) => leversOfPoint(link, Math.hypot(x, y), link === 8 ? z + FLANGE_Z : z));
  return Array.from({ length: JOINTS }, (_, joint) => Math.max(...ends.map((levers) => levers[joint]!)));
}

/** Of a point `radial` metres beside and `along` metres above the origin of its link's frame; of frame 7 for the hand. */
function leversOfPoint(link: number, radial: number, along: number): number[] {
  const own = Math.hypot(radial, along);
  const fromWrist = link >= 7 ? Math.hypot(WRIST_OFFSET + radial, along) : own;
  const fromElbow =
    link >= 6 ? ELBOW_TO_WRIST + fromWrist : link === 5 ? Math.hypot(ELBOW_OFFSET + radial, FOREARM + along) : own;
  const fromShoulder =
    link >= 4 ? SHOULDER_TO_ELBOW + fromElbow : link === 3 ? Math.hypot(radial, UPPER_ARM + along) : own;
  const levers = [fromShoulder, fromShoulder, ELBOW_OFFSET + fromElbow, fromElbow, fromWrist, fromWrist, radial];
  const joint = Math.min(link, JOINTS);
  return levers.map((lever, index) => (index + 1 < joint ? lever : index + 1 === joint ? radial : 0));
}
