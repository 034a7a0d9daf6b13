/**
 * Bounds of an episode beyond the task's own cap on steps.
 *
 * @module
 */

export type EpisodeLimits = {
  /** Most calls of the model. */
  readonly callsMax: number;
  /** Most decisions in a row that are not actions. */
  readonly sensesMax: number;
};

export const EPISODE_LIMITS: EpisodeLimits = { callsMax: 2_000, sensesMax: 1_000 };
