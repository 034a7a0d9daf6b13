/**
 * A planner that is a program of its own took longer than the user allows.
 *
 * @module
 */

/** Ends the episode as `timeout`. */
export class PlannerTimeout extends Error {
  override readonly name = 'PlannerTimeout';
}
