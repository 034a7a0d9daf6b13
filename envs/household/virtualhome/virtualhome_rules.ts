/**
 * Golden traces confirm these rules of VirtualHome's simulator (github.com/xavierpuigf/virtualhome, 58970fd).
 * The order of the checks decides the message; a `weakenedBy` precondition holds in full without its defect.
 */
import { type Rule, SHARED_PRECONDITIONS } from '../rules/preconditions.ts';
import type { GraphProperty } from './graph_scene.ts';
import type { DefectName } from './virtualhome_defects.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

/** Failures have the original's words. */
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

function first(...conditions: readonly GraphCondition[]): GraphPrecondition[] {
  return conditions.map((condition) => ({ argument: 0, condition }));
}

function second(...conditions: readonly GraphCondition[]): GraphPrecondition[] {
  return conditions.map((condition) => ({ argument: 1, condition }));
}

function failing(failure: FailureMode, preconditions: readonly GraphPrecondition[]): GraphPrecondition[] {
  return preconditions.map((precondition) => ({ ...precondition, failure }));
}

function weakenedBy(
  defect: DefectName,
  failure: FailureMode,
  preconditions: readonly GraphPrecondition[],
  otherwise?: FailureMode,
): GraphPrecondition[] {
  const due = otherwise === undefined ? { defect } : { defect, otherwise };
  return failing(failure, preconditions).map((precondition) => ({ ...precondition, ...due }));
}

function dueTo(defect: DefectName, preconditions: readonly GraphPrecondition[]): GraphPrecondition[] {
  return preconditions.map((precondition) => ({ ...precondition, defect, otherwise: 'ignored' }));
}

function saying(name: keyof typeof SHARED_PRECONDITIONS, words: Words): GraphCondition {
  const { holds } = SHARED_PRECONDITIONS[name];
  return { name, holds: (state, node) => holds(state, node), words };
}

function on(name: string, holds: GraphCondition['holds'], words: string | Words): GraphCondition {
  return { name, holds, words: typeof words === 'string' ? (thing) => `${thing} ${words}` : words };
}

function having(
  name: string,
  properties: readonly GraphProperty[],
  text: string,
  classes: readonly string[] = [],
): GraphCondition {
  const holds = (state: VirtualHomeState, node: number) =>
    properties.some((property) => state.has(node, property)) || classes.includes(state.classOf(node));
  return on(name, holds, text);
}

const close = saying('close_to_robot', (name, robot) => `${robot} is not close to ${name}`);
const held = saying('held', (name, robot) => `${robot} is not holding ${name}`);
const freeHand = saying('free_hand', (_, robot) => `${robot} does not have a free hand`);
const isClosed = saying('is_closed', (name) => `${name} is not closed`);
const isOpen = saying('is_open', (name) => `${name} is not open`);
const notRunning = saying('not_running', (name) => `${name} is still on`);
const hasSwitch = saying('has_switch', (name) => `${name} does not have a switch`);
const isOff = saying('is_off', (name) => `${name} is not off`);
const isOn = saying('is_on', (name) => `${name} is not on`);
/** Applies only where a defect is taken out; the words are ours. */
const container = saying('container', (name) => `${name} is not a container`);
const surface = saying('surface', (name) => `${name} is not a surface`);

/** The original grabs and opens some classes without the property. */
const grabbable = having('grabbable', ['GRABBABLE'], 'is not grabbable', ['water', 'child']);
const notGrabbed = on('not_held', (state, node) => !state.isGrabbed(node), 'already grabbed');
const wasGrabbed = on('was_grabbed', (state, node) => state.anchorOf(node) >= 0, 'not grabbed');
const notHidden = on('visible', (state, node) => !state.isHidden(node), 'is inside other closed thing');

/** The text is the same for CLOSE. */
const canOpen = having('can_open', ['CAN_OPEN'], 'can not be opened', ['desk', 'window']);
/** What does not open counts as open. */
const openForPut = on(
  'not_closed',
  (state, node) => !state.has(node, 'CAN_OPEN') || state.is(node, 'OPEN'),
  'is not open or is not openable',
);
const openForPutBack: GraphCondition = {
  ...openForPut,
  holds: (state, node, thing) => !state.wasGrabbedFromInside(thing) || openForPut.holds(state, node, thing),
};

const pluggedIn = on('is_plugged_in', (state, node) => !state.is(node, 'PLUGGED_OUT'), 'is unplugged');
const hasPlug = having('has_plug', ['HAS_PLUG'], 'does not have a plug');
const isPluggedIn = on('is_plugged_in', (state, node) => state.is(node, 'PLUGGED_IN'), 'is not plugged_in');
const isPluggedOut = on('is_plugged_out', (state, node) => state.is(node, 'PLUGGED_OUT'), 'is not plugged_out');

function isResting(state: VirtualHomeState): boolean {
  return state.robotIs('SITTING') || state.robotIs('LYING');
}

const upright = on(
  'upright',
  (state) => !isResting(state),
  (_, robot) => `${robot} is sitting`,
);
const notSitting: GraphCondition = { ...upright, holds: (state) => !state.robotIs('SITTING') };
const notLying = on(
  'upright',
  (state) => !state.robotIs('LYING'),
  (_, robot) => `${robot} is lying`,
);
const resting = on('resting', isResting, (_, robot) => `${robot} is not sitting`);
const atRest: GraphCondition = { ...resting, words: (_, robot) => `${robot} is not lying or sitting` };

/** Applies only where a defect is taken out; the words are ours. */
const reachable = on('reachable', (state, node) => state.isReachable(node), 'is behind a closed door');
const hasRoom = on('has_room', (state, node) => state.roomOf(node) >= 0, 'is in no room');
const robotInRoom = on(
  'robot_in_room',
  (state) => state.roomOf(state.robot) >= 0,
  () => 'AssertionError: Char_room is none!',
);
const robotInSomeRoom: GraphCondition = { ...robotInRoom, words: () => NO_SUCH_NODE };
const bothInRooms = on(
  'has_room',
  (state, node) => hasRoom.holds(state, node, node) && robotInRoom.holds(state, node, node),
  () => NO_SUCH_NODE,
);
const NO_SUCH_NODE = "AttributeError: 'NoneType' object has no attribute 'id'";

/** Fails where the original does not walk: for worn things and body parts. */
const closeIfNotSought: GraphCondition = {
  ...close,
  holds: (state, node) => state.isClose(node) || !(state.isWorn(node) || state.has(node, 'BODY_PART')),
};
const closeIfResting: GraphCondition = {
  ...close,
  holds: (state, node) => state.isClose(node) || !isResting(state),
};
function whenSought(preconditions: readonly GraphPrecondition[]): GraphPrecondition[] {
  return preconditions.map(({ condition, ...due }) => ({
    ...due,
    condition: {
      ...condition,
      holds: (state, node, thing) => state.isClose(node) || condition.holds(state, node, thing),
    },
  }));
}
const closeWhenSought: GraphCondition = {
  ...close,
  words: () => 'TypeError: JoinedExecutor.execute() takes 5 positional arguments but 7 were given',
};

/** How many things may be on a seat before sitting or lying fails; 1 by default. */
const SEATS = { couch: 4, bed: 4, chair: 1, loveseat: 2, sofa: 4, toilet: 1, pianobench: 2, bench: 2 };
const BERTHS = { couch: 2, bathtub: 2, bed: 3, loveseat: 2, sofa: 2, bench: 1 };

const hasSeat = vacant(new Map(Object.entries(SEATS)));
const hasBerth = vacant(new Map(Object.entries(BERTHS)));

function vacant(places: ReadonlyMap<string, number>): GraphCondition {
  return on(
    'has_space',
    (state, node) => state.countOnTop(node) < (places.get(state.classOf(node)) ?? 1),
    (name) => `Too many things on ${name}`,
  );
}

const sittable = having('sittable', ['SITTABLE'], 'is not sittable');
const lieable = having('lieable', ['LIEABLE'], 'is not lieable');
const holdsAnything = on(
  'holds_anything',
  (state) => state.holdsAnything(),
  (_, robot) => `${robot} does not hold anything in hands`,
);
const faced = on(
  'faced',
  (state, node) => state.isFaced(node),
  (name, robot) => `${robot} does not face ${name}`,
);

export type GraphRule = Rule<VirtualHomeState, GraphPrecondition> & {
  readonly implied?: (state: VirtualHomeState, first: number) => number;
};

function rows(
  verbs: readonly string[],
  preconditions: readonly GraphPrecondition[],
  effect: GraphRule['effect'] = () => {},
): GraphRule[] {
  const arity = preconditions.some(({ argument }) => argument === 1) ? 2 : 1;
  return verbs.map((verb) => ({ verb, arity, preconditions, effect }));
}

function ofRobot(rules: readonly GraphRule[]): GraphRule[] {
  return rules.map((rule) => ({ ...rule, arity: 0 }));
}

const clothes = having('clothes', ['CLOTHES'], 'is not clothes');
const movable = having('movable', ['MOVABLE'], 'is not movable', ['button', 'chair', 'curtain']);
const eatable = having('eatable', ['EATABLE'], 'is not eatable');
const recipient = having('recipient', ['RECIPIENT'], 'is not recipient', ['hands_both', 'sponge', 'face']);
const cleaners = 'cleaning_solution,tooth_paste,shampoo,food_peanut_butter,dish_soap,soap,towel,rag,paper,sponge';
const squeezable = having('squeezable', ['CLOTHES'], 'is not clothes', [...cleaners.split(','), 'food_lemon', 'check']);

const holdsKnife = on(
  'holds_knife',
  (state) => state.holdsSome('knife'),
  (_, robot) => `${robot} is not holding a knife`,
);
const edible = on(
  'eatable',
  (state, node) => state.has(node, 'EATABLE') || state.bearsSome(node, 'EATABLE'),
  (name, _, state, node) =>
    state.countOnTop(node) === 0 ? `${name} is not eatable` : `none of object on ${name} is eatable`,
);
const inSameRoom = on(
  'same_room',
  (state, node) => state.roomOf(node) === state.roomOf(state.robot),
  (_, __, state, node) =>
    `char room ${state.label(state.roomOf(state.robot))} is not node room ${state.label(state.roomOf(node))}`,
);
const facedAtRest = on(
  'faced',
  (state, node) => state.classOf(node) === 'computer' || !isResting(state) || state.isFacedAtOnce(node),
  (name, robot) => `${robot} is not facing ${name} while sitting`,
);
const worn = on(
  'worn',
  (state, node) => state.isWorn(node),
  (name, robot) => `${name} is not on ${robot}`,
);
const never = on(
  'never',
  () => false,
  () => "TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index'",
);

/** After the simulator's source at 1ad7ec1: no golden trace covers these actions. */
export const UNTRACED_RULES: readonly GraphRule[] = [
  ...rows(['LIE'], first(close, notLying, lieable, hasBerth), (state, thing) => state.rest(thing, 'LYING')),
  ...ofRobot(rows(['SLEEP', 'WAKEUP'], first(atRest))),
  ...rows(['WASH', 'RINSE', 'SCRUB'], first(close), (state, thing) => state.become(thing, 'CLEAN', 'DIRTY')),
  ...rows(['LOOKAT', 'POINTAT'], first(faced)),
  ...rows(['TURNTO'], [], (state, thing) => state.turnTo(thing)),
  ...rows(
    ['WATCH'],
    [
      ...first(having('lookable', ['LOOKABLE'], 'not lookable')),
      ...failing('raised', first(bothInRooms)),
      ...first(inSameRoom, faced, facedAtRest),
      ...weakenedBy('watch_hidden', 'noted', first(notHidden)),
    ],
  ),
  ...rows(['MOVE', 'PULL'], first(movable, close, notHidden, freeHand)),
  ...rows(['PUSH'], first(close, notHidden, freeHand)), // the original's test of MOVABLE passes for every PUSH
  ...rows(['SQUEEZE'], first(freeHand, close, squeezable)),
  ...rows(['CUT'], first(freeHand, close, eatable, having('cuttable', ['CUTTABLE'], 'is not cuttable'), holdsKnife)),
  ...rows(['EAT'], first(close, edible)),
  ...rows(['DRINK'], first(having('drinkable', ['DRINKABLE', 'RECIPIENT'], 'is not drinkable or not recipient'), held)),
  ...rows(['READ'], first(having('readable', ['READABLE'], 'is not readable'), held)),
  ...rows(['TYPE'], first(close, having('has_switch', ['HAS_SWITCH'], 'does not have switch', ['keyboard']))),
  ...rows(['GREET'], first(having('person', ['PERSON'], 'is not person'))),
  ...rows(['PUTON'], first(held, clothes), (state, thing) => state.putOn(thing)),
  ...rows(
    ['PUTOFF'],
    [...weakenedBy('putoff_raises', 'raised', first(never), 'ignored'), ...first(worn, clothes)],
    (state, thing) => state.takeOff(thing),
  ),
  ...rows(
    ['POUR'],
    [
      ...first(having('pourable', ['POURABLE', 'DRINKABLE'], 'is not pourable or drinkable')),
      ...second(recipient),
      ...first(held),
      ...second(close),
    ],
    (state, thing, into) => state.pour(thing, into),
  ),
];

const walking = [
  ...first(upright),
  ...failing('raised', first(robotInRoom)),
  ...weakenedBy('doors_ignored', 'ignored', first(reachable)),
  ...failing('silent', first(hasRoom)),
];

const dropping = [...first(held), ...failing('raised', first(robotInSomeRoom))];

export const TRACED_RULES: readonly GraphRule[] = [
  ...rows(['WALK', 'RUN'], walking, (state, thing) => state.moveTo(thing)),
  ...rows(
    ['FIND'],
    [
      ...first(closeIfNotSought),
      ...dueTo('find_at_rest', first(closeIfResting)),
      ...weakenedBy('find_raises', 'raised', first(closeWhenSought), 'ignored'),
      ...whenSought(walking),
    ],
    (state, thing) => {
      if (state.isClose(thing)) state.find(thing);
      else state.moveTo(thing);
    },
  ),
  ...rows(
    ['GRAB'],
    [
      ...first(grabbable),
      ...weakenedBy('grab_again', 'ignored', first(notGrabbed)),
      ...first(close, notHidden, freeHand),
      ...failing('raised', first(robotInSomeRoom)),
    ],
    (state, thing) => state.pickUp(thing),
  ),
  ...rows(
    ['PUTBACK'],
    [...first(held), ...second(close), ...weakenedBy('putback_anywhere', 'ignored', second(surface))],
    (state, thing, at) => state.place(thing, 'ON', at),
  ),
  ...rows(
    ['PUTIN'],
    [...first(held), ...second(close, openForPut), ...weakenedBy('putin_anything', 'ignored', second(container))],
    (state, thing, at) => state.place(thing, 'IN', at),
  ),
  ...rows(
    ['PUTOBJBACK'],
    [
      ...first(wasGrabbed),
      ...weakenedBy('putobjback_succeeds', 'nothing_done', [...first(held), ...second(close, openForPutBack)]),
    ],
    (state, thing, anchor) => state.putBack(thing, anchor),
  ).map((rule): GraphRule => ({ ...rule, arity: 1, implied: (state, thing) => state.anchorOf(thing) })),
  ...rows(['DROP', 'RELEASE'], dropping, (state, thing) => state.drop(thing)),
  ...rows(['OPEN'], first(canOpen, close, freeHand, isClosed, notRunning), (state, thing) =>
    state.become(thing, 'OPEN', 'CLOSED'),
  ),
  ...rows(['CLOSE'], first(canOpen, close, isOpen), (state, thing) => state.become(thing, 'CLOSED', 'OPEN')),
  ...rows(
    ['SWITCHON'],
    [
      ...first(hasSwitch, close),
      ...weakenedBy('switch_without_hand', 'ignored', first(freeHand)),
      ...first(isOff, pluggedIn),
    ],
    (state, thing) => state.become(thing, 'ON', 'OFF'),
  ),
  ...rows(
    ['SWITCHOFF'],
    [...first(hasSwitch, close), ...weakenedBy('switch_without_hand', 'ignored', first(freeHand)), ...first(isOn)],
    (state, thing) => state.become(thing, 'OFF', 'ON'),
  ),
  ...rows(['PLUGIN'], first(hasPlug, close, freeHand, isPluggedOut), (state, thing) =>
    state.become(thing, 'PLUGGED_IN', 'PLUGGED_OUT'),
  ),
  ...rows(
    ['PLUGOUT'],
    [...first(hasPlug, close, freeHand, isPluggedIn), ...weakenedBy('plugout_while_on', 'noted', first(notRunning))],
    (state, thing) => state.become(thing, 'PLUGGED_OUT', 'PLUGGED_IN'),
  ),
  ...rows(['SIT'], first(close, notSitting, sittable, hasSeat), (state, thing) => state.rest(thing, 'SITTING')),
  ...ofRobot(rows(['STANDUP'], first(resting), (state) => state.standUp())),
  ...rows(['TOUCH'], first(close, notHidden)),
  ...rows(['WIPE'], first(close, holdsAnything), (state, thing) => state.become(thing, 'CLEAN', 'DIRTY')),
];

export const VIRTUALHOME_RULES: ReadonlyMap<string, GraphRule> = new Map(
  [...TRACED_RULES, ...UNTRACED_RULES].map((rule) => [rule.verb, rule]),
);
