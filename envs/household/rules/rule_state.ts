/**
 * All that a rule may ask of a household, and do to it.
 *
 * Preconditions and effects are written against these interfaces, so that a profile with another idea of "close" or
 * "inside" (VirtualHome's graph of edges) brings its own state and shares the preconditions. Nodes are indices of
 * `House.nodes`, or of `GraphScene.nodes`.
 *
 * @module
 */
import type { Property, State } from '../scene/class_table.ts';

/** What every profile has. */
export interface RuleState {
  has(node: number, property: Property): boolean;
  is(node: number, state: State): boolean;
  /** The robot can reach it from where it stands, hidden or not; what it holds is within reach. */
  isClose(node: number): boolean;
  isHeld(node: number): boolean;
  hasFreeHand(): boolean;

  /** The robot goes to a thing or into a room. */
  moveTo(node: number): void;
  /** A thing comes into the hand; what lay on or in it falls into the room. */
  pickUp(node: number): void;
  /** A held thing comes to lie on or in another. */
  place(node: number, relation: 'ON' | 'IN', at: number): void;
  /** Replaces one state by its opposite. */
  become(node: number, state: State, opposite: State): void;
}

/** What profile `paper` asks beyond that. */
export interface PaperState extends RuleState {
  /** The robot has seen it at some time; rooms count as seen. */
  isSeen(node: number): boolean;
  /** It is not inside something closed. */
  isVisible(node: number): boolean;
  /** Its instance can be grasped. */
  isGraspable(node: number): boolean;
  isLocked(node: number): boolean;
  /** It takes one thing more. */
  hasSpace(node: number): boolean;
  /** It runs with its door closed only. */
  requiresClosed(node: number): boolean;
}
