/**
 * Necessary, not sufficient: inverse kinematics decides; inside the bound, all but 1-2 cm is reachable.
 * With the tool straight down, a Panda's wrist is 0.2104 m above and 0.088 m beside the fingertips' midpoint.
 */
import type { Vector } from './table.ts';

/** Metres above the table. */
const SHOULDER_Z = 0.333;
/** Upper arm plus forearm, in metres; elbow and wrist are each 0.0825 m off the axis. */
const STRETCH_MAX: number = Math.hypot(0.316, 0.0825) + Math.hypot(0.384, 0.0825);
/** Metres from the point between the fingertips to the wrist. */
const WRIST_ABOVE = 0.2104;
const WRIST_BESIDE = 0.088;
/** Metres between the fingertips' point and the centre of a lifted block. */
const LIFTED = 0.0425;
/** Horizontal metres from the base's axis; our choice. */
const RADIUS_MIN = 0.25;

export function isWithinReach([x, y, z]: Vector): boolean {
  return Math.hypot(x, y) >= RADIUS_MIN && !isTooFar([x, y, z + LIFTED]);
}

/** True only if the arm is proven too short, with the tool straight down. */
export function isTooFar([x, y, z]: Vector): boolean {
  const wristHeight = z + WRIST_ABOVE - SHOULDER_Z;
  return Math.hypot(Math.hypot(x, y) - WRIST_BESIDE, wristHeight) > STRETCH_MAX;
}
