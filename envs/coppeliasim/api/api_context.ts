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

/** A component of a state space: a joint of the arm, with the bounds in which it is planned. */
export type StateSpace = { readonly joint: number; readonly lower: number; readonly upper: number };

export type MotionTask = {
  pairs: readonly number[];
  /** A component for each joint of the arm, base first; null where none is set. */
  space: readonly StateSpace[] | null;
  /** The client's function that judges states instead of the collision pairs, if there is one. */
  validation: string | null;
  /** How far apart states are judged, as a share of the space's extent. */
  resolution: number;
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
  readonly stateSpaces: Map<number, StateSpace>;
  /** What clients have set of the simulator, such as `int 26`. */
  readonly parameters: Map<string, unknown>;
};
