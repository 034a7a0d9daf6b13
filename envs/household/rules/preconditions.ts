/** Names are stable: traces and metrics count refusals by them. */
import type { Property, State } from '../scene/class_table.ts';
import type { HouseholdState } from '../state/household_state.ts';

export interface RuleState {
  has(node: number, property: Property): boolean;
  is(node: number, state: State): boolean;
  isClose(node: number): boolean;
  isHeld(node: number): boolean;
  hasFreeHand(): boolean;
}

export type Condition<S> = {
  readonly name: string;
  holds(state: S, node: number): boolean;
  problem(name: string): string;
};

type Tests<S, N extends string> = Readonly<
  Record<N, readonly [holds: Condition<S>['holds'], words: string | Condition<S>['problem']]>
>;

function conditionsOn<S>() {
  return <N extends string>(tests: Tests<S, N>): Readonly<Record<N, Condition<S>>> => {
    const entries = Object.entries<Tests<S, N>[N]>(tests).map(([name, [holds, words]]): [string, Condition<S>] => {
      const problem = typeof words === 'string' ? (argument: string) => `${argument} ${words}` : words;
      return [name, { name, holds, problem }];
    });
    return Object.fromEntries(entries) as Record<N, Condition<S>>;
  };
}

/** Profile `virtualhome` words them differently. */
export const SHARED_PRECONDITIONS = conditionsOn<RuleState>()({
  close_to_robot: [(state, node) => state.isClose(node), 'is not close to the robot'],
  free_hand: [(state) => state.hasFreeHand(), (name) => `no hand is free for ${name}`],
  held: [(state, node) => state.isHeld(node), 'is not in a hand'],
  not_held: [(state, node) => !state.isHeld(node), 'is in a hand'],
  grabbable: [(state, node) => state.has(node, 'GRABBABLE'), 'is nothing that can be grabbed'],
  container: [(state, node) => state.has(node, 'CONTAINERS'), 'is no container'],
  surface: [(state, node) => state.has(node, 'SURFACES'), 'is no surface'],
  not_closed: [(state, node) => !state.is(node, 'CLOSED'), 'is closed'],
  can_open: [(state, node) => state.has(node, 'CAN_OPEN'), 'is nothing that opens or closes'],
  is_closed: [(state, node) => state.is(node, 'CLOSED'), 'is open already'],
  is_open: [(state, node) => state.is(node, 'OPEN'), 'is closed already'],
  not_running: [(state, node) => !state.is(node, 'ON'), 'is running'],
  has_switch: [(state, node) => state.has(node, 'HAS_SWITCH'), 'has no switch'],
  is_off: [(state, node) => state.is(node, 'OFF'), 'is on already'],
  is_on: [(state, node) => state.is(node, 'ON'), 'is off already'],
});

export const PRECONDITIONS = {
  ...SHARED_PRECONDITIONS,
  ...conditionsOn<HouseholdState>()({
    seen: [(state, node) => state.isSeen(node), 'has not been seen yet'],
    visible: [(state, node) => state.isVisible(node), 'is inside something closed'],
    graspable: [(state, node) => state.isGraspable(node), 'slips out of the hand'],
    has_space: [(state, node) => state.hasSpace(node), 'is full'],
    not_locked: [(state, node) => state.tables.locked[node] === 0, 'is locked'],
    door_closed: [
      (state, node) => !state.requiresClosed(node) || state.is(node, 'CLOSED'),
      'runs with its door closed only',
    ],
  }),
};

/** Preconditions by name on the first and on the second argument. */
export function argumentsOf<N extends string, C>(conditions: Readonly<Record<N, C>>) {
  const on =
    <A extends 0 | 1>(argument: A) =>
    (...names: readonly N[]) =>
      names.map((name) => ({ argument, condition: conditions[name] }));
  return { first: on(0), second: on(1) };
}

export type Precondition = Readonly<{ argument: 0 | 1; condition: Condition<HouseholdState> }>;

export type Rule<S, C> = Readonly<{
  verb: string;
  arity: 0 | 1 | 2;
  preconditions: readonly C[];
  effect(state: S, first: number, second: number): void;
}>;

export type PaperRule = Rule<HouseholdState, Precondition>;
