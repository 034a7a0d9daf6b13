/** Failures have the original's words. */
import { SHARED_PRECONDITIONS } from '../rules/preconditions.ts';
import type { Rule } from '../rules/rule.ts';
import type { DefectName } from './virtualhome_defects.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

type Words = (name: string, robot: string, state: VirtualHomeState, node: number) => string;

export type GraphCondition = {
  /** Stable: it identifies the refusal. */
  readonly name: string;
  /** `first` is the action's first argument, for conditions on the second. */
  holds(state: VirtualHomeState, node: number, first: number): boolean;
  readonly words: Words;
};

export type FailureMode =
  | 'ignored'
  /** Leaves a message; the action is carried out. */
  | 'noted'
  /** Leaves a message; nothing happens, which counts as success. */
  | 'nothing_done'
  /** Raises an error, whose text is the message. */
  | 'raised'
  /** Refuses without a message. */
  | 'silent';

export type GraphPrecondition = {
  readonly argument: 0 | 1;
  readonly condition: GraphCondition;
  readonly failure?: FailureMode;
  /** The cause of the failure; without it, `otherwise` or a plain refusal applies. */
  readonly defect?: DefectName;
  readonly otherwise?: FailureMode;
};

export function first(...conditions: readonly GraphCondition[]): GraphPrecondition[] {
  return conditions.map((condition) => ({ argument: 0, condition }));
}

export function second(...conditions: readonly GraphCondition[]): GraphPrecondition[] {
  return conditions.map((condition) => ({ argument: 1, condition }));
}

export function failing(failure: FailureMode, preconditions: readonly GraphPrecondition[]): GraphPrecondition[] {
  return preconditions.map((precondition) => ({ ...precondition, failure }));
}

export function weakenedBy(
  defect: DefectName,
  failure: FailureMode,
  preconditions: readonly GraphPrecondition[],
  otherwise?: FailureMode,
): GraphPrecondition[] {
  const due = otherwise === undefined ? { defect } : { defect, otherwise };
  return failing(failure, preconditions).map((precondition) => ({ ...precondition, ...due }));
}

export function dueTo(defect: DefectName, preconditions: readonly GraphPrecondition[]): GraphPrecondition[] {
  return preconditions.map((precondition) => ({ ...precondition, defect, otherwise: 'ignored' }));
}

function saying(name: keyof typeof SHARED_PRECONDITIONS, words: Words): GraphCondition {
  const { holds } = SHARED_PRECONDITIONS[name];
  return { name, holds: (state, node) => holds(state, node), words };
}

export function on(name: string, holds: GraphCondition['holds'], text: string): GraphCondition {
  return { name, holds, words: (thing) => `${thing} ${text}` };
}

const isNotHolding: Words = (name, robot) => `${robot} is not holding ${name}`;
const isNotFacing: Words = (name, robot) => `${robot} does not face ${name}`;

export const close = saying('close_to_robot', (name, robot) => `${robot} is not close to ${name}`);
export const held = saying('held', isNotHolding);
export const freeHand = saying('free_hand', (_, robot) => `${robot} does not have a free hand`);
export const isClosed = saying('is_closed', (name) => `${name} is not closed`);
export const isOpen = saying('is_open', (name) => `${name} is not open`);
export const notRunning = saying('not_running', (name) => `${name} is still on`);
export const hasSwitch = saying('has_switch', (name) => `${name} does not have a switch`);
export const isOff = saying('is_off', (name) => `${name} is not off`);
export const isOn = saying('is_on', (name) => `${name} is not on`);
/** Applies only where a defect is taken out; the words are ours. */
export const container = saying('container', (name) => `${name} is not a container`);
export const surface = saying('surface', (name) => `${name} is not a surface`);

/** The original grabs and opens these classes without the property. */
const GRABBED_ANYWAY: readonly string[] = ['water', 'child'];
const OPENED_ANYWAY: readonly string[] = ['desk', 'window'];

export const grabbable = on(
  'grabbable',
  (state, node) => state.has(node, 'GRABBABLE') || GRABBED_ANYWAY.includes(state.classOf(node)),
  'is not grabbable',
);
export const notGrabbed = on('not_held', (state, node) => !state.isGrabbed(node), 'already grabbed');
export const wasGrabbed = on('was_grabbed', (state, node) => state.anchorOf(node) >= 0, 'not grabbed');
export const notHidden = on('visible', (state, node) => !state.isHidden(node), 'is inside other closed thing');

/** The text is the same for CLOSE. */
export const canOpen = on(
  'can_open',
  (state, node) => state.has(node, 'CAN_OPEN') || OPENED_ANYWAY.includes(state.classOf(node)),
  'can not be opened',
);
/** What does not open counts as open. */
export const openForPut = on(
  'not_closed',
  (state, node) => !state.has(node, 'CAN_OPEN') || state.is(node, 'OPEN'),
  'is not open or is not openable',
);
export const openForPutBack: GraphCondition = {
  ...openForPut,
  holds: (state, node, thing) => !state.wasGrabbedFromInside(thing) || openForPut.holds(state, node, thing),
};

export const pluggedIn = on('is_plugged_in', (state, node) => !state.is(node, 'PLUGGED_OUT'), 'is unplugged');
export const hasPlug = on('has_plug', (state, node) => state.has(node, 'HAS_PLUG'), 'does not have a plug');
export const isPluggedIn = on('is_plugged_in', (state, node) => state.is(node, 'PLUGGED_IN'), 'is not plugged_in');
export const isPluggedOut = on('is_plugged_out', (state, node) => state.is(node, 'PLUGGED_OUT'), 'is not plugged_out');

export const upright: GraphCondition = {
  name: 'upright',
  holds: (state) => !state.robotIs('SITTING') && !state.robotIs('LYING'),
  words: (_, robot) => `${robot} is sitting`,
};
export const notSitting: GraphCondition = { ...upright, holds: (state) => !state.robotIs('SITTING') };
export const notLying: GraphCondition = {
  name: 'upright',
  holds: (state) => !state.robotIs('LYING'),
  words: (_, robot) => `${robot} is lying`,
};
export const resting: GraphCondition = {
  name: 'resting',
  holds: (state) => state.robotIs('SITTING') || state.robotIs('LYING'),
  words: (_, robot) => `${robot} is not sitting`,
};
export const atRest: GraphCondition = { ...resting, words: (_, robot) => `${robot} is not lying or sitting` };

/** Applies only where a defect is taken out; the words are ours. */
export const reachable = on('reachable', (state, node) => state.isReachable(node), 'is behind a closed door');
export const hasRoom = on('has_room', (state, node) => state.roomOf(node) >= 0, 'is in no room');
export const robotInRoom: GraphCondition = {
  name: 'robot_in_room',
  holds: (state) => state.roomOf(state.robot) >= 0,
  words: () => 'AssertionError: Char_room is none!',
};
export const robotInSomeRoom: GraphCondition = { ...robotInRoom, words: () => NO_SUCH_NODE };
export const bothInRooms: GraphCondition = {
  name: 'has_room',
  holds: (state, node) => state.roomOf(node) >= 0 && state.roomOf(state.robot) >= 0,
  words: () => NO_SUCH_NODE,
};
const NO_SUCH_NODE = "AttributeError: 'NoneType' object has no attribute 'id'";

/** Fails where the original does not walk: for worn things and body parts. */
export const closeIfNotSought: GraphCondition = {
  ...close,
  holds: (state, node) => state.isClose(node) || !(state.isWorn(node) || state.has(node, 'BODY_PART')),
};
export const closeIfResting: GraphCondition = {
  ...close,
  holds: (state, node) => state.isClose(node) || !resting.holds(state, node, node),
};
export function whenSought(preconditions: readonly GraphPrecondition[]): GraphPrecondition[] {
  return preconditions.map(({ condition, ...due }) => ({
    ...due,
    condition: {
      ...condition,
      holds: (state, node, thing) => state.isClose(node) || condition.holds(state, node, thing),
    },
  }));
}
export const closeWhenSought: GraphCondition = {
  ...close,
  words: () => 'TypeError: JoinedExecutor.execute() takes 5 positional arguments but 7 were given',
};

/** How many things may be on a seat before sitting or lying fails; 1 by default. */
const SEATS = { couch: 4, bed: 4, chair: 1, loveseat: 2, sofa: 4, toilet: 1, pianobench: 2, bench: 2 };
const BERTHS = { couch: 2, bathtub: 2, bed: 3, loveseat: 2, sofa: 2, bench: 1 };

export const hasSeat = vacant(new Map(Object.entries(SEATS)));
export const hasBerth = vacant(new Map(Object.entries(BERTHS)));

function vacant(places: ReadonlyMap<string, number>): GraphCondition {
  return {
    name: 'has_space',
    holds: (state, node) => state.countOnTop(node) < (places.get(state.classOf(node)) ?? 1),
    words: (name) => `Too many things on ${name}`,
  };
}

export const sittable = on('sittable', (state, node) => state.has(node, 'SITTABLE'), 'is not sittable');
export const lieable = on('lieable', (state, node) => state.has(node, 'LIEABLE'), 'is not lieable');

export const holdsAnything: GraphCondition = {
  name: 'holds_anything',
  holds: (state) => state.holdsAnything(),
  words: (_, robot) => `${robot} does not hold anything in hands`,
};

export const faced: GraphCondition = {
  name: 'faced',
  holds: (state, node) => state.isFaced(node),
  words: isNotFacing,
};

export type GraphRule = Rule<VirtualHomeState, GraphPrecondition> & {
  readonly implied?: (state: VirtualHomeState, first: number) => number;
};
