/**
 * What a call of the remote API may look at and change.
 *
 * @module
 */
import type { Pose } from '../scene/pose.ts';
import type { Simulation } from '../scene/simulation.ts';

/** What a client may say of stepping, apart from the others. */
export type Client = {
  steppingLevel: number;
  /** Connections that speak for it: a client that asks several things at a time has several. */
  connections: number;
};

/** Handle of a collection → the handles that are in it. */
export type Collections = Map<number, Set<number>>;

export type IkElement = { readonly base: number; readonly tip: number; readonly target: number };

export type IkEnvironment = {
  /** Null where a group has no element yet. */
  readonly groups: Map<number, IkElement | null>;
  /** Where a target was put in this environment, and not in the scene. */
  readonly poses: Map<number, Pose>;
};

export type MotionTask = {
  pairs: readonly number[];
  isForJoints: boolean;
  start: readonly number[] | null;
  goals: readonly (readonly number[])[];
  path: readonly Float64Array[] | null;
};

export type ApiContext = {
  readonly simulation: Simulation;
  readonly client: Client;
  /** All that there are. */
  readonly clients: () => Iterable<Client>;
  readonly collections: Collections;
  readonly ik: Map<number, IkEnvironment>;
  readonly tasks: Map<number, MotionTask>;
};
