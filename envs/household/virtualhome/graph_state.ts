/**
 * All that the rules of profile `virtualhome` may ask of a graph of edges, and do to it, beyond what every profile has.
 *
 * Nodes are indices of `GraphScene.nodes`; the robot is the scene's character.
 *
 * @module
 */

import type { RuleState } from '../rules/rule_state.ts';
import type { GraphNodeState } from './graph_scene.ts';

/** The properties that the simulator knows. */
export const GRAPH_PROPERTIES = [
  'SURFACES',
  'GRABBABLE',
  'SITTABLE',
  'LIEABLE',
  'HANGABLE',
  'DRINKABLE',
  'EATABLE',
  'RECIPIENT',
  'CUTTABLE',
  'POURABLE',
  'CAN_OPEN',
  'HAS_SWITCH',
  'READABLE',
  'LOOKABLE',
  'CONTAINERS',
  'CLOTHES',
  'PERSON',
  'BODY_PART',
  'COVER_OBJECT',
  'HAS_PLUG',
  'HAS_PAPER',
  'MOVABLE',
  'CREAM',
] as const;
export type GraphProperty = (typeof GRAPH_PROPERTIES)[number];

export interface GraphState extends RuleState {
  has(node: number, property: GraphProperty): boolean;
  is(node: number, state: GraphNodeState): boolean;
  label(node: number): string;
  classOf(node: number): string;
  readonly robot: number;
  /** The room that a node is in; -1 where its INSIDE edges lead to none. */
  roomOf(node: number): number;
  /** No closed door is in the way. */
  isReachable(node: number): boolean;
  /** Inside something closed. */
  isHidden(node: number): boolean;
  /** Counts as grabbed already. */
  isGrabbed(node: number): boolean;
  /** What it was grabbed from, by ON, INSIDE or CLOSE; -1 where it is not known. */
  anchorOf(node: number): number;
  wasGrabbedFromInside(node: number): boolean;
  robotIs(state: 'SITTING' | 'LYING'): boolean;
  /** The robot faces it, or faces something that faces it. */
  isFaced(node: number): boolean;
  isFacedAtOnce(node: number): boolean;
  /** It is ON the robot. */
  isWorn(node: number): boolean;
  holdsAnything(): boolean;
  /** Holds something whose class has a word in its name. */
  holdsSome(word: string): boolean;
  /** How many things are ON it. */
  countOnTop(node: number): number;
  bearsSome(node: number, property: GraphProperty): boolean;

  become(node: number, state: GraphNodeState, opposite: GraphNodeState): void;
  /** Turns up close to a thing, and faces nothing. */
  find(node: number): void;
  putBack(node: number, anchor: number): void;
  drop(node: number): void;
  rest(node: number, posture: 'SITTING' | 'LYING'): void;
  standUp(): void;
  turnTo(node: number): void;
  putOn(node: number): void;
  takeOff(node: number): void;
  pour(node: number, into: number): void;
}
