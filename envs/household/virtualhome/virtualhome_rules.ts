/**
 * Golden traces confirm these rules of VirtualHome's simulator (github.com/xavierpuigf/virtualhome, 58970fd).
 * The order of the checks decides the message; a `weakenedBy` precondition holds in full without its defect.
 */
import {
  atRest,
  bothInRooms,
  canOpen,
  close,
  closeIfNotSought,
  closeIfResting,
  closeWhenSought,
  container,
  dueTo,
  faced,
  failing,
  first,
  freeHand,
  type GraphCondition,
  type GraphPrecondition,
  type GraphRule,
  grabbable,
  hasBerth,
  hasPlug,
  hasRoom,
  hasSeat,
  hasSwitch,
  held,
  holdsAnything,
  isClosed,
  isOff,
  isOn,
  isOpen,
  isPluggedIn,
  isPluggedOut,
  lieable,
  notGrabbed,
  notHidden,
  notLying,
  notRunning,
  notSitting,
  on,
  openForPut,
  openForPutBack,
  pluggedIn,
  reachable,
  resting,
  robotInRoom,
  robotInSomeRoom,
  second,
  sittable,
  surface,
  upright,
  wasGrabbed,
  weakenedBy,
  whenSought,
} from './graph_preconditions.ts';
import type { GraphProperty } from './graph_scene.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

/** After the simulator's source at 1ad7ec1: no golden trace covers these actions. */
function rows(
  verbs: readonly string[],
  preconditions: readonly GraphPrecondition[],
  effect: GraphRule['effect'] = () => {},
): GraphRule[] {
  const arity = preconditions.some(({ argument }) => argument === 1) ? 2 : 1;
  return verbs.map((verb) => ({ verb, arity, preconditions, effect }));
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

const clothes = having('clothes', ['CLOTHES'], 'is not clothes');
const movable = having('movable', ['MOVABLE'], 'is not movable', ['button', 'chair', 'curtain']);
const eatable = having('eatable', ['EATABLE'], 'is not eatable');
const recipient = having('recipient', ['RECIPIENT'], 'is not recipient', ['hands_both', 'sponge', 'face']);
const squeezable = having('squeezable', ['CLOTHES'], 'is not clothes', [
  'cleaning_solution',
  'tooth_paste',
  'shampoo',
  'food_peanut_butter',
  'dish_soap',
  'soap',
  'towel',
  'rag',
  'paper',
  'sponge',
  'food_lemon',
  'check',
]);

const holdsKnife: GraphCondition = {
  name: 'holds_knife',
  holds: (state) => state.holdsSome('knife'),
  words: (_, robot) => `${robot} is not holding a knife`,
};

const edible: GraphCondition = {
  name: 'eatable',
  holds: (state, node) => state.has(node, 'EATABLE') || state.bearsSome(node, 'EATABLE'),
  words: (name, _, state, node) =>
    state.countOnTop(node) === 0 ? `${name} is not eatable` : `none of object on ${name} is eatable`,
};

const inSameRoom: GraphCondition = {
  name: 'same_room',
  holds: (state, node) => state.roomOf(node) === state.roomOf(state.robot),
  words: (_, __, state, node) =>
    `char room ${state.label(state.roomOf(state.robot))} is not node room ${state.label(state.roomOf(node))}`,
};

const facedAtRest: GraphCondition = {
  name: 'faced',
  holds: (state, node) =>
    state.classOf(node) === 'computer' || !resting.holds(state, node, node) || state.isFacedAtOnce(node),
  words: (name, robot) => `${robot} is not facing ${name} while sitting`,
};

const worn: GraphCondition = {
  name: 'worn',
  holds: (state, node) => state.isWorn(node),
  words: (name, robot) => `${name} is not on ${robot}`,
};

const never: GraphCondition = {
  name: 'never',
  holds: () => false,
  words: () => "TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index'",
};

export const UNTRACED_RULES: readonly GraphRule[] = [
  ...rows(['LIE'], first(close, notLying, lieable, hasBerth), (state, thing) => state.rest(thing, 'LYING')),
  ...rows(['SLEEP', 'WAKEUP'], first(atRest)).map((rule) => ({ ...rule, arity: 0 as const })),
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

type Effect = (state: VirtualHomeState, first: number, second: number) => void;

function one(verb: string, preconditions: readonly GraphPrecondition[], effect: Effect): GraphRule {
  return { verb, arity: 1, preconditions, effect };
}

function two(verb: string, preconditions: readonly GraphPrecondition[], effect: Effect): GraphRule {
  return { verb, arity: 2, preconditions, effect };
}

const walking = [
  ...first(upright),
  ...failing('raised', first(robotInRoom)),
  ...weakenedBy('doors_ignored', 'ignored', first(reachable)),
  ...failing('silent', first(hasRoom)),
];

const dropping = [...first(held), ...failing('raised', first(robotInSomeRoom))];

export const TRACED_RULES: readonly GraphRule[] = [
  one('WALK', walking, (state, thing) => state.moveTo(thing)),
  one('RUN', walking, (state, thing) => state.moveTo(thing)),
  one(
    'FIND',
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
  one(
    'GRAB',
    [
      ...first(grabbable),
      ...weakenedBy('grab_again', 'ignored', first(notGrabbed)),
      ...first(close, notHidden, freeHand),
      ...failing('raised', first(robotInSomeRoom)),
    ],
    (state, thing) => state.pickUp(thing),
  ),
  two(
    'PUTBACK',
    [...first(held), ...second(close), ...weakenedBy('putback_anywhere', 'ignored', second(surface))],
    (state, thing, at) => state.place(thing, 'ON', at),
  ),
  two(
    'PUTIN',
    [...first(held), ...second(close, openForPut), ...weakenedBy('putin_anything', 'ignored', second(container))],
    (state, thing, at) => state.place(thing, 'IN', at),
  ),
  {
    ...one(
      'PUTOBJBACK',
      [
        ...first(wasGrabbed),
        ...weakenedBy('putobjback_succeeds', 'nothing_done', [...first(held), ...second(close, openForPutBack)]),
      ],
      (state, thing, anchor) => state.putBack(thing, anchor),
    ),
    implied: (state, thing) => state.anchorOf(thing),
  },
  one('DROP', dropping, (state, thing) => state.drop(thing)),
  one('RELEASE', dropping, (state, thing) => state.drop(thing)),
  one('OPEN', first(canOpen, close, freeHand, isClosed, notRunning), (state, thing) =>
    state.become(thing, 'OPEN', 'CLOSED'),
  ),
  one('CLOSE', first(canOpen, close, isOpen), (state, thing) => state.become(thing, 'CLOSED', 'OPEN')),
  one(
    'SWITCHON',
    [
      ...first(hasSwitch, close),
      ...weakenedBy('switch_without_hand', 'ignored', first(freeHand)),
      ...first(isOff, pluggedIn),
    ],
    (state, thing) => state.become(thing, 'ON', 'OFF'),
  ),
  one(
    'SWITCHOFF',
    [...first(hasSwitch, close), ...weakenedBy('switch_without_hand', 'ignored', first(freeHand)), ...first(isOn)],
    (state, thing) => state.become(thing, 'OFF', 'ON'),
  ),
  one('PLUGIN', first(hasPlug, close, freeHand, isPluggedOut), (state, thing) =>
    state.become(thing, 'PLUGGED_IN', 'PLUGGED_OUT'),
  ),
  one(
    'PLUGOUT',
    [...first(hasPlug, close, freeHand, isPluggedIn), ...weakenedBy('plugout_while_on', 'noted', first(notRunning))],
    (state, thing) => state.become(thing, 'PLUGGED_OUT', 'PLUGGED_IN'),
  ),
  one('SIT', first(close, notSitting, sittable, hasSeat), (state, thing) => state.rest(thing, 'SITTING')),
  {
    verb: 'STANDUP',
    arity: 0,
    preconditions: first(resting),
    effect: (state) => state.standUp(),
  },
  one('TOUCH', first(close, notHidden), () => {}),
  one('WIPE', first(close, holdsAnything), (state, thing) => state.become(thing, 'CLEAN', 'DIRTY')),
];

export const VIRTUALHOME_RULES: ReadonlyMap<string, GraphRule> = new Map(
  [...TRACED_RULES, ...UNTRACED_RULES].map((rule) => [rule.verb, rule]),
);
