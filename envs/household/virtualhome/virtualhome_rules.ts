/**
 * Golden traces confirm these rules of VirtualHome's simulator (github.com/xavierpuigf/virtualhome, 58970fd).
 * The order of the checks decides the message.
 */
import { argumentsOf, type Rule, SHARED_PRECONDITIONS } from '../rules/preconditions.ts';
import type { GraphNodeState, GraphProperty } from './graph_scene.ts';
import type { DefectName } from './virtualhome_defects.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

export type GraphCondition = {
  readonly name: string;
  /** `first` is the action's first argument, for conditions on the second. */
  holds(state: VirtualHomeState, node: number, first: number): boolean;
  /** The original's words; in a text `THING` stands for the argument and `ROBOT` for the character. */
  readonly words: string | ((state: VirtualHomeState, node: number) => string);
};

type Holds = GraphCondition['holds'];

function on(name: string, holds: Holds, words: GraphCondition['words']): GraphCondition {
  return { name, holds, words };
}

function shared(name: keyof typeof SHARED_PRECONDITIONS, words: string): GraphCondition {
  return { name, holds: SHARED_PRECONDITIONS[name].holds, words };
}

type Special = { words?: string; or?: GraphProperty; classes?: readonly string[] };

/** The original lets some classes pass without the property. */
function having(property: GraphProperty, special: Special = {}): GraphCondition {
  const name = property.toLowerCase();
  const { words = `THING is not ${name}`, or = property, classes = [] } = special;
  const holds: Holds = (state, node) =>
    state.has(node, property) || state.has(node, or) || classes.includes(state.classOf(node));
  return { name, holds, words };
}

function vacant(places: Readonly<Record<string, number>>): GraphCondition {
  const limits = new Map(Object.entries(places));
  const holds: Holds = (state, node) => state.thingsOn(node).length < (limits.get(state.classOf(node)) ?? 1);
  return { name: 'has_space', holds, words: 'Too many things on THING' };
}

function isResting(state: VirtualHomeState): boolean {
  return state.robotIs('SITTING') || state.robotIs('LYING');
}

/** What does not open counts as open. */
function isOpenForPut(state: VirtualHomeState, node: number): boolean {
  return !state.has(node, 'CAN_OPEN') || state.is(node, 'OPEN');
}

const SEATS = { couch: 4, bed: 4, chair: 1, loveseat: 2, sofa: 4, toilet: 1, pianobench: 2, bench: 2 };
const BERTHS = { couch: 2, bathtub: 2, bed: 3, loveseat: 2, sofa: 2, bench: 1 };
const SQUEEZABLE =
  'cleaning_solution,tooth_paste,shampoo,food_peanut_butter,dish_soap,soap,towel,rag,paper,sponge,food_lemon,check'.split(
    ',',
  );
const NO_SUCH_NODE = "AttributeError: 'NoneType' object has no attribute 'id'";
const NOT_CLOSE = 'ROBOT is not close to THING';
const NOT_OPEN = 'THING is not open or is not openable';

export const CONDITIONS = {
  close: shared('close_to_robot', NOT_CLOSE),
  held: shared('held', 'ROBOT is not holding THING'),
  freeHand: shared('free_hand', 'ROBOT does not have a free hand'),
  isClosed: shared('is_closed', 'THING is not closed'),
  isOpen: shared('is_open', 'THING is not open'),
  notRunning: shared('not_running', 'THING is still on'),
  hasSwitch: shared('has_switch', 'THING does not have a switch'),
  isOff: shared('is_off', 'THING is not off'),
  isOn: shared('is_on', 'THING is not on'),
  // These three apply only without a defect; the words are ours.
  container: shared('container', 'THING is not a container'),
  surface: shared('surface', 'THING is not a surface'),
  reachable: on('reachable', (state, node) => state.isReachable(node), 'THING is behind a closed door'),

  grabbable: having('GRABBABLE', { classes: ['water', 'child'] }),
  notGrabbed: on('not_held', (state, node) => !state.isGrabbed(node), 'THING already grabbed'),
  wasGrabbed: on('was_grabbed', (state, node) => state.anchorOf(node) >= 0, 'THING not grabbed'),
  notHidden: on('visible', (state, node) => !state.isHidden(node), 'THING is inside other closed thing'),
  holdsAnything: on('holds_anything', (state) => state.held().length > 0, 'ROBOT does not hold anything in hands'),
  holdsKnife: on(
    'holds_knife',
    (state) => state.held().some((node) => state.classOf(node).includes('knife')),
    'ROBOT is not holding a knife',
  ),

  canOpen: having('CAN_OPEN', { words: 'THING can not be opened', classes: ['desk', 'window'] }),
  openForPut: on('not_closed', isOpenForPut, NOT_OPEN),
  openForPutBack: on(
    'not_closed',
    (state, node, thing) => !state.wasGrabbedFromInside(thing) || isOpenForPut(state, node),
    NOT_OPEN,
  ),

  hasPlug: having('HAS_PLUG', { words: 'THING does not have a plug' }),
  notUnplugged: on('is_plugged_in', (state, node) => !state.is(node, 'PLUGGED_OUT'), 'THING is unplugged'),
  isPluggedIn: on('is_plugged_in', (state, node) => state.is(node, 'PLUGGED_IN'), 'THING is not plugged_in'),
  isPluggedOut: on('is_plugged_out', (state, node) => state.is(node, 'PLUGGED_OUT'), 'THING is not plugged_out'),

  upright: on('upright', (state) => !isResting(state), 'ROBOT is sitting'),
  notSitting: on('upright', (state) => !state.robotIs('SITTING'), 'ROBOT is sitting'),
  notLying: on('upright', (state) => !state.robotIs('LYING'), 'ROBOT is lying'),
  resting: on('resting', isResting, 'ROBOT is not sitting'),
  atRest: on('resting', isResting, 'ROBOT is not lying or sitting'),
  hasSeat: vacant(SEATS),
  hasBerth: vacant(BERTHS),
  sittable: having('SITTABLE'),
  lieable: having('LIEABLE'),

  hasRoom: on('has_room', (state, node) => state.roomOf(node) >= 0, 'THING is in no room'),
  robotInRoom: on('robot_in_room', (state) => state.roomOf(state.robot) >= 0, 'AssertionError: Char_room is none!'),
  robotInSomeRoom: on('robot_in_room', (state) => state.roomOf(state.robot) >= 0, NO_SUCH_NODE),
  bothInRooms: on('has_room', (state, node) => state.roomOf(node) >= 0 && state.roomOf(state.robot) >= 0, NO_SUCH_NODE),
  inSameRoom: on(
    'same_room',
    (state, node) => state.roomOf(node) === state.roomOf(state.robot),
    (state, node) =>
      `char room ${state.label(state.roomOf(state.robot))} is not node room ${state.label(state.roomOf(node))}`,
  ),

  /** The original does not walk to worn things and body parts. */
  closeIfNotSought: on(
    'close_to_robot',
    (state, node) => state.isClose(node) || !(state.isWorn(node) || state.has(node, 'BODY_PART')),
    NOT_CLOSE,
  ),
  closeIfResting: on('close_to_robot', (state, node) => state.isClose(node) || !isResting(state), NOT_CLOSE),
  closeWhenSought: shared(
    'close_to_robot',
    'TypeError: JoinedExecutor.execute() takes 5 positional arguments but 7 were given',
  ),

  faced: on('faced', (state, node) => state.isFaced(node), 'ROBOT does not face THING'),
  facedAtRest: on(
    'faced',
    (state, node) =>
      state.classOf(node) === 'computer' || !isResting(state) || state.hasEdge(state.robot, 'FACING', node),
    'ROBOT is not facing THING while sitting',
  ),
  lookable: having('LOOKABLE', { words: 'THING not lookable' }),
  clothes: having('CLOTHES'),
  worn: on('worn', (state, node) => state.isWorn(node), 'THING is not on ROBOT'),
  movable: having('MOVABLE', { classes: ['button', 'chair', 'curtain'] }),
  eatable: having('EATABLE'),
  edible: on(
    'eatable',
    (state, node) => state.has(node, 'EATABLE') || state.thingsOn(node).some((thing) => state.has(thing, 'EATABLE')),
    (state, node) =>
      state.thingsOn(node).length === 0
        ? `${state.label(node)} is not eatable`
        : `none of object on ${state.label(node)} is eatable`,
  ),
  cuttable: having('CUTTABLE'),
  drinkable: having('DRINKABLE', { or: 'RECIPIENT', words: 'THING is not drinkable or not recipient' }),
  readable: having('READABLE'),
  typable: having('HAS_SWITCH', { words: 'THING does not have switch', classes: ['keyboard'] }),
  person: having('PERSON'),
  pourable: having('POURABLE', { or: 'DRINKABLE', words: 'THING is not pourable or drinkable' }),
  recipient: having('RECIPIENT', { classes: ['hands_both', 'sponge', 'face'] }),
  squeezable: { ...having('CLOTHES', { classes: SQUEEZABLE }), name: 'squeezable' },
  never: on(
    'never',
    () => false,
    "TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index'",
  ),
} as const satisfies Readonly<Record<string, GraphCondition>>;

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

export type GraphPrecondition = Readonly<{
  argument: 0 | 1;
  condition: GraphCondition;
  failure?: FailureMode;
  /** Without the defect, `otherwise` or a plain refusal applies. */
  defect?: DefectName;
  otherwise?: FailureMode;
}>;

type Preconditions = readonly GraphPrecondition[];

const { first, second } = argumentsOf<keyof typeof CONDITIONS, GraphCondition>(CONDITIONS);

function failing(failure: FailureMode, preconditions: Preconditions): Preconditions {
  return preconditions.map((precondition) => ({ ...precondition, failure }));
}

function weakenedBy(defect: DefectName, failure: FailureMode, preconditions: Preconditions): Preconditions {
  return preconditions.map((precondition) => ({ ...precondition, failure, defect }));
}

function dueTo(defect: DefectName, preconditions: Preconditions): Preconditions {
  return preconditions.map((precondition) => ({ ...precondition, defect, otherwise: 'ignored' }));
}

function whenSought(preconditions: Preconditions): Preconditions {
  return preconditions.map(({ condition, ...due }) => {
    const holds: Holds = (state, node, thing) => state.isClose(node) || condition.holds(state, node, thing);
    return { ...due, condition: { ...condition, holds } };
  });
}

export type GraphRule = Rule<VirtualHomeState, GraphPrecondition> & {
  readonly implied?: (state: VirtualHomeState, first: number) => number;
};

function rules(
  verbs: string,
  preconditions: readonly Preconditions[],
  effect: GraphRule['effect'] = () => {},
  special: Partial<GraphRule> = {},
): GraphRule[] {
  const all = preconditions.flat();
  const arity = all.some(({ argument }) => argument === 1) ? 2 : 1;
  return verbs.split(' ').map((verb) => ({ verb, arity, preconditions: all, effect, ...special }));
}

function becomes(state: GraphNodeState, opposite: GraphNodeState): GraphRule['effect'] {
  return (now, thing) => now.become(thing, state, opposite);
}

/** After the simulator's source at 1ad7ec1: no golden trace covers these actions. */
export const UNTRACED_RULES: readonly GraphRule[] = [
  rules('LIE', [first('close', 'notLying', 'lieable', 'hasBerth')], (state, thing) => state.rest(thing, 'LYING')),
  rules('SLEEP WAKEUP', [first('atRest')], undefined, { arity: 0 }),
  rules('WASH RINSE SCRUB', [first('close')], becomes('CLEAN', 'DIRTY')),
  rules('LOOKAT POINTAT', [first('faced')]),
  rules('TURNTO', [], (state, thing) => state.turnTo(thing)),
  rules('WATCH', [
    first('lookable'),
    failing('raised', first('bothInRooms')),
    first('inSameRoom', 'faced', 'facedAtRest'),
    weakenedBy('watch_hidden', 'noted', first('notHidden')),
  ]),
  rules('MOVE PULL', [first('movable', 'close', 'notHidden', 'freeHand')]),
  rules('PUSH', [first('close', 'notHidden', 'freeHand')]), // the original's test of MOVABLE passes for every PUSH
  rules('SQUEEZE', [first('freeHand', 'close', 'squeezable')]),
  rules('CUT', [first('freeHand', 'close', 'eatable', 'cuttable', 'holdsKnife')]),
  rules('EAT', [first('close', 'edible')]),
  rules('DRINK', [first('drinkable', 'held')]),
  rules('READ', [first('readable', 'held')]),
  rules('TYPE', [first('close', 'typable')]),
  rules('GREET', [first('person')]),
  rules('PUTON', [first('held', 'clothes')], (state, thing) => state.putOn(thing)),
  rules(
    'PUTOFF',
    [failing('raised', dueTo('putoff_raises', first('never'))), first('worn', 'clothes')],
    (state, thing) => state.takeOff(thing),
  ),
  rules('POUR', [first('pourable'), second('recipient'), first('held'), second('close')], (state, thing, into) =>
    state.pour(thing, into),
  ),
].flat();

const walking = [
  first('upright'),
  failing('raised', first('robotInRoom')),
  weakenedBy('doors_ignored', 'ignored', first('reachable')),
  failing('silent', first('hasRoom')),
];
const dropping = [first('held'), failing('raised', first('robotInSomeRoom'))];
const switching = [first('hasSwitch', 'close'), weakenedBy('switch_without_hand', 'ignored', first('freeHand'))];

export const TRACED_RULES: readonly GraphRule[] = [
  rules('WALK RUN', walking, (state, thing) => state.moveTo(thing)),
  rules(
    'FIND',
    [
      first('closeIfNotSought'),
      dueTo('find_at_rest', first('closeIfResting')),
      failing('raised', dueTo('find_raises', first('closeWhenSought'))),
      whenSought(walking.flat()),
    ],
    (state, thing) => (state.isClose(thing) ? state.find(thing) : state.moveTo(thing)),
  ),
  rules(
    'GRAB',
    [
      first('grabbable'),
      weakenedBy('grab_again', 'ignored', first('notGrabbed')),
      first('close', 'notHidden', 'freeHand'),
      failing('raised', first('robotInSomeRoom')),
    ],
    (state, thing) => state.pickUp(thing),
  ),
  rules(
    'PUTBACK',
    [first('held'), second('close'), weakenedBy('putback_anywhere', 'ignored', second('surface'))],
    (state, thing, at) => state.place(thing, 'ON', at),
  ),
  rules(
    'PUTIN',
    [first('held'), second('close', 'openForPut'), weakenedBy('putin_anything', 'ignored', second('container'))],
    (state, thing, at) => state.place(thing, 'IN', at),
  ),
  rules(
    'PUTOBJBACK',
    [
      first('wasGrabbed'),
      weakenedBy('putobjback_succeeds', 'nothing_done', [...first('held'), ...second('close', 'openForPutBack')]),
    ],
    (state, thing, anchor) => state.putBack(thing, anchor),
    { arity: 1, implied: (state, thing) => state.anchorOf(thing) },
  ),
  rules('DROP RELEASE', dropping, (state, thing) => state.drop(thing)),
  rules('OPEN', [first('canOpen', 'close', 'freeHand', 'isClosed', 'notRunning')], becomes('OPEN', 'CLOSED')),
  rules('CLOSE', [first('canOpen', 'close', 'isOpen')], becomes('CLOSED', 'OPEN')),
  rules('SWITCHON', [...switching, first('isOff', 'notUnplugged')], becomes('ON', 'OFF')),
  rules('SWITCHOFF', [...switching, first('isOn')], becomes('OFF', 'ON')),
  rules('PLUGIN', [first('hasPlug', 'close', 'freeHand', 'isPluggedOut')], becomes('PLUGGED_IN', 'PLUGGED_OUT')),
  rules(
    'PLUGOUT',
    [
      first('hasPlug', 'close', 'freeHand', 'isPluggedIn'),
      weakenedBy('plugout_while_on', 'noted', first('notRunning')),
    ],
    becomes('PLUGGED_OUT', 'PLUGGED_IN'),
  ),
  rules('SIT', [first('close', 'notSitting', 'sittable', 'hasSeat')], (state, thing) => state.rest(thing, 'SITTING')),
  rules('STANDUP', [first('resting')], (state) => state.standUp(), { arity: 0 }),
  rules('TOUCH', [first('close', 'notHidden')]),
  rules('WIPE', [first('close', 'holdsAnything')], becomes('CLEAN', 'DIRTY')),
].flat();

export const VIRTUALHOME_RULES: ReadonlyMap<string, GraphRule> = new Map(
  [...TRACED_RULES, ...UNTRACED_RULES].map((rule) => [rule.verb, rule]),
);
