/**
 * Where the arm can reach from above: a bound, not a promise. Inverse kinematics has the last word.
 *
 * With the tool straight down the wrist of a Panda is 0.2104 m above the point between its fingertips and 0.088 m beside it, and
 * never farther from the shoulder than upper arm and forearm are long. Whatever lies outside is out of reach, and within a
 * centimetre or two what lies inside is not. Right beside its own base the arm has no room; where that ends is our choice.
 */
import type { Vector } from './table.ts';

/** Where the shoulder is, in metres above the table. */
const SHOULDER_Z = 0.333;
/** Upper arm and forearm stretched: elbow and wrist are each 0.0825 m off the axis. */
const STRETCH_MAX: number = Math.hypot(0.316, 0.0825) + Math.hypot(0.384, 0.0825);
/** From the point between the fingertips up to the wrist, and from the tool's axis to it. */
const WRIST_ABOVE = 0.2104;
const WRIST_BESIDE = 0.088;
/** The point between the fingertips is so far above a block's centre when the arm has it, or will have it, lifted. */
const LIFTED = 0.0425;
/** Horizontally from the axis of the base, in metres; ours. */
const RADIUS_MIN = 0.25;

/** Whether a block with this centre may be picked or placed there, as far as the arm's length says. */
export function isWithinReach([x, y, z]: Vector): boolean {
  return Math.hypot(x, y) >= RADIUS_MIN && !isTooFar([x, y, z + LIFTED]);
}

/** Whether the arm is proven to be too short to bring the point between its fingertips there, with the tool straight down. */
export function isTooFar([x, y, z]: Vector): boolean {
  const wristHeight = z + WRIST_ABOVE - SHOULDER_Z;
  return Math.hypot(Math.hypot(x, y) - WRIST_BESIDE, wristHeight) > STRETCH_MAX;
}
