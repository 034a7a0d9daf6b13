/**
 * The preconditions: each has a stable name, a test of one argument, and a sentence for when it fails.
 *
 * Traces and metrics count refusals by these names.
 *
 * @module
 */
import type { PaperState, RuleState } from './rule_state.ts';

/** A condition on one argument of an action, or on the robot alone. */
export type Condition<S extends RuleState = RuleState> = {
  /** Stable: it names the refusal. */
  readonly name: string;
  holds(state: S, node: number): boolean;
  /** Why it does not hold; `name` is the argument's, quoted. */
  problem(name: string): string;
};

export const seen: Condition<PaperState> = {
  name: 'seen',
  holds: (state, node) => state.isSeen(node),
  problem: (name) => `${name} has not been seen yet`,
};

export const visible: Condition<PaperState> = {
  name: 'visible',
  holds: (state, node) => state.isVisible(node),
  problem: (name) => `${name} is inside something closed`,
};

export const closeToRobot: Condition = {
  name: 'close_to_robot',
  holds: (state, node) => state.isClose(node),
  problem: (name) => `${name} is not close to the robot`,
};

export const freeHand: Condition = {
  name: 'free_hand',
  holds: (state) => state.hasFreeHand(),
  problem: (name) => `no hand is free for ${name}`,
};

export const held: Condition = {
  name: 'held',
  holds: (state, node) => state.isHeld(node),
  problem: (name) => `${name} is not in a hand`,
};

export const notHeld: Condition = {
  name: 'not_held',
  holds: (state, node) => !state.isHeld(node),
  problem: (name) => `${name} is in a hand`,
};

export const grabbable: Condition = {
  name: 'grabbable',
  holds: (state, node) => state.has(node, 'GRABBABLE'),
  problem: (name) => `${name} is nothing that can be grabbed`,
};

export const graspable: Condition<PaperState> = {
  name: 'graspable',
  holds: (state, node) => state.isGraspable(node),
  problem: (name) => `${name} slips out of the hand`,
};

export const container: Condition = {
  name: 'container',
  holds: (state, node) => state.has(node, 'CONTAINERS'),
  problem: (name) => `${name} is no container`,
};

export const surface: Condition = {
  name: 'surface',
  holds: (state, node) => state.has(node, 'SURFACES'),
  problem: (name) => `${name} is no surface`,
};

export const hasSpace: Condition<PaperState> = {
  name: 'has_space',
  holds: (state, node) => state.hasSpace(node),
  problem: (name) => `${name} is full`,
};

export const notClosed: Condition = {
  name: 'not_closed',
  holds: (state, node) => !state.is(node, 'CLOSED'),
  problem: (name) => `${name} is closed`,
};

export const canOpen: Condition = {
  name: 'can_open',
  holds: (state, node) => state.has(node, 'CAN_OPEN'),
  problem: (name) => `${name} is nothing that opens or closes`,
};

export const isClosed: Condition = {
  name: 'is_closed',
  holds: (state, node) => state.is(node, 'CLOSED'),
  problem: (name) => `${name} is open already`,
};

export const isOpen: Condition = {
  name: 'is_open',
  holds: (state, node) => state.is(node, 'OPEN'),
  problem: (name) => `${name} is closed already`,
};

export const notRunning: Condition = {
  name: 'not_running',
  holds: (state, node) => !state.is(node, 'ON'),
  problem: (name) => `${name} is running`,
};

export const notLocked: Condition<PaperState> = {
  name: 'not_locked',
  holds: (state, node) => !state.isLocked(node),
  problem: (name) => `${name} is locked`,
};

export const hasSwitch: Condition = {
  name: 'has_switch',
  holds: (state, node) => state.has(node, 'HAS_SWITCH'),
  problem: (name) => `${name} has no switch`,
};

export const isOff: Condition = {
  name: 'is_off',
  holds: (state, node) => state.is(node, 'OFF'),
  problem: (name) => `${name} is on already`,
};

export const isOn: Condition = {
  name: 'is_on',
  holds: (state, node) => state.is(node, 'ON'),
  problem: (name) => `${name} is off already`,
};

export const doorClosed: Condition<PaperState> = {
  name: 'door_closed',
  holds: (state, node) => !state.requiresClosed(node) || state.is(node, 'CLOSED'),
  problem: (name) => `${name} runs with its door closed only`,
};
