/** Names are stable: traces and metrics count refusals by name. */
import type { HouseholdState } from '../state/household_state.ts';

type RuleState = Pick<HouseholdState, 'has' | 'is' | 'isClose' | 'isHeld' | 'hasFreeHand'>;

export type Condition<S> = {
  readonly name: string;
  holds(state: S, node: number): boolean;
  problem(name: string): string;
};

type Tests<S, N extends string> = Readonly<Record<N, readonly [holds: Condition<S>['holds'], problem: string]>>;

function conditionsOn<S>() {
  return <N extends string>(tests: Tests<S, N>): Readonly<Record<N, Condition<S>>> => {
    const entries = Object.entries<Tests<S, N>[N]>(tests).map(([name, [holds, problem]]): [string, Condition<S>] => {
      const text = problem.includes('THING') ? problem : `THING ${problem}`;
      return [name, { name, holds, problem: (thing) => text.replace('THING', () => thing) }];
    });
    return Object.fromEntries(entries) as Record<N, Condition<S>>;
  };
}

export const SHARED_PRECONDITIONS = conditionsOn<RuleState>()({
  close_to_robot: [(state, node) => state.isClose(node), 'is not close to the robot'],
  free_hand: [(state) => state.hasFreeHand(), 'no hand is free for THING'],
  held: [(state, node) => state.isHeld(node), 'is not in a hand'],
  not_held: [(state, node) => !state.isHeld(node), 'is in a hand'],
  grabbable: [(state, node) => state.has(node, 'GRABBABLE'), 'cannot be grabbed'],
  container: [(state, node) => state.has(node, 'CONTAINERS'), 'is not a container'],
  surface: [(state, node) => state.has(node, 'SURFACES'), 'is not a surface'],
  not_closed: [(state, node) => !state.is(node, 'CLOSED'), 'is closed'],
  can_open: [(state, node) => state.has(node, 'CAN_OPEN'), 'does not open or close'],
  is_closed: [(state, node) => state.is(node, 'CLOSED'), 'is already open'],
  is_open: [(state, node) => state.is(node, 'OPEN'), 'is already closed'],
  not_running: [(state, node) => !state.is(node, 'ON'), 'is running'],
  has_switch: [(state, node) => state.has(node, 'HAS_SWITCH'), 'has no switch'],
  is_off: [(state, node) => state.is(node, 'OFF'), 'is already on'],
  is_on: [(state, node) => state.is(node, 'ON'), 'is already off'],
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
      'runs only with its door closed',
    ],
  }),
};

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

export type PaperRules = ReadonlyMap<string, PaperRule>;
