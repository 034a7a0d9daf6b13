/** Follows github.com/xavierpuigf/virtualhome, 58970fd. Messages are VirtualHome's own words; the order of checks determines which appears. */
import { argumentsOf, type Rule, SHARED_PRECONDITIONS } from '../rules/preconditions.ts';
import type { GraphNodeState, GraphProperty } from './graph_scene.ts';
import type { DefectName } from './virtualhome_defects.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

export type GraphCondition = {
  readonly name: string;
  /** `first` is the action's first argument, even if `node` is the second. */
  holds(state: VirtualHomeState, node: number, first: number): boolean;
  /** `THING` is the argument, `ROBOT` the character. */
  readonly words: string | ((state: VirtualHomeState, node: number) => string);
};

type Holds = GraphCondition['holds'];

function condition(name: string, holds: Holds, words: GraphCondition['words']): GraphCondition {
  return { name, holds, words };
}

function shared(name: keyof typeof SHARED_PRECONDITIONS, words: string): GraphCondition {
  return condition(name, SHARED_PRECONDITIONS[name].holds, words);
}

type Exceptions = { words?: string; or?: GraphProperty; classes?: readonly string[] };

function hasProperty(property: GraphProperty, exceptions: Exceptions = {}): GraphCondition {
  const name = property.toLowerCase();
  const { words = `THING is not ${name}`, or = property, classes = [] } = exceptions;
  const has: Holds = (state, node) =>
    state.has(node, property) || state.has(node, or) || classes.includes(state.classOf(node));
  return condition(name, has, words);
}

function hasSpace(places: Readonly<Record<string, number>>): GraphCondition {
  const limits = new Map(Object.entries(places));
  const isFree: Holds = (state, node) => state.thingsOn(node).length < (limits.get(state.classOf(node)) ?? 1);
  return condition('has_space', isFree, 'Too many things on THING');
}

function isResting(state: VirtualHomeState): boolean {
  return state.robotIs('SITTING') || state.robotIs('LYING');
}

function isInRoom(state: VirtualHomeState): boolean {
  return state.roomOf(state.robot) >= 0;
}

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
  // These three apply only when the matching defect is switched off.
  container: shared('container', 'THING is not a container'),
  surface: shared('surface', 'THING is not a surface'),
  reachable: condition('reachable', (state, node) => state.isReachable(node), 'THING is behind a closed door'),

  grabbable: hasProperty('GRABBABLE', { classes: ['water', 'child'] }),
  notGrabbed: condition('not_held', (state, node) => !state.isGrabbed(node), 'THING already grabbed'),
  wasGrabbed: condition('was_grabbed', (state, node) => state.anchorOf(node) >= 0, 'THING not grabbed'),
  notHidden: condition('visible', (state, node) => !state.isHidden(node), 'THING is inside other closed thing'),
  holdsAnything: condition(
    'holds_anything',
    (state) => state.held().length > 0,
    'ROBOT does not hold anything in hands',
  ),
  holdsKnife: condition(
    'holds_knife',
    (state) => state.held().some((node) => state.classOf(node).includes('knife')),
    'ROBOT is not holding a knife',
  ),

  canOpen: hasProperty('CAN_OPEN', { words: 'THING can not be opened', classes: ['desk', 'window'] }),
  openForPut: condition('not_closed', isOpenForPut, NOT_OPEN),
  openForPutBack: condition(
    'not_closed',
    (state, node, thing) => !state.wasGrabbedFromInside(thing) || isOpenForPut(state, node),
    NOT_OPEN,
  ),

  hasPlug: hasProperty('HAS_PLUG', { words: 'THING does not have a plug' }),
  notUnplugged: condition('is_plugged_in', (state, node) => !state.is(node, 'PLUGGED_OUT'), 'THING is unplugged'),
  isPluggedIn: condition('is_plugged_in', (state, node) => state.is(node, 'PLUGGED_IN'), 'THING is not plugged_in'),
  isPluggedOut: condition('is_plugged_out', (state, node) => state.is(node, 'PLUGGED_OUT'), 'THING is not plugged_out'),

  upright: condition('upright', (state) => !isResting(state), 'ROBOT is sitting'),
  notSitting: condition('upright', (state) => !state.robotIs('SITTING'), 'ROBOT is sitting'),
  notLying: condition('upright', (state) => !state.robotIs('LYING'), 'ROBOT is lying'),
  resting: condition('resting', isResting, 'ROBOT is not sitting'),
  atRest: condition('resting', isResting, 'ROBOT is not lying or sitting'),
  hasSeat: hasSpace(SEATS),
  hasBerth: hasSpace(BERTHS),
  sittable: hasProperty('SITTABLE'),
  lieable: hasProperty('LIEABLE'),

  hasRoom: condition('has_room', (state, node) => state.roomOf(node) >= 0, 'THING is in no room'),
  robotInRoom: condition('robot_in_room', isInRoom, 'AssertionError: Char_room is none!'),
  robotInSomeRoom: condition('robot_in_room', isInRoom, NO_SUCH_NODE),
  bothInRooms: condition('has_room', (state, node) => state.roomOf(node) >= 0 && isInRoom(state), NO_SUCH_NODE),
  inSameRoom: condition(
    'same_room',
    (state, node) => state.roomOf(node) === state.roomOf(state.robot),
    (state, node) =>
      `char room ${state.label(state.roomOf(state.robot))} is not node room ${state.label(state.roomOf(node))}`,
  ),

  /** VirtualHome does not walk to worn things or body parts. */
  closeIfOnBody: condition(
    'close_to_robot',
    (state, node) => state.isClose(node) || !(state.isWorn(node) || state.has(node, 'BODY_PART')),
    NOT_CLOSE,
  ),
  closeIfResting: condition('close_to_robot', (state, node) => state.isClose(node) || !isResting(state), NOT_CLOSE),
  closeOrError: shared(
    'close_to_robot',
    'TypeError: JoinedExecutor.execute() takes 5 positional arguments but 7 were given',
  ),

  faced: condition('faced', (state, node) => state.isFaced(node), 'ROBOT does not face THING'),
  facedAtRest: condition(
    'faced',
    (state, node) =>
      state.classOf(node) === 'computer' || !isResting(state) || state.hasEdge(state.robot, 'FACING', node),
    'ROBOT is not facing THING while sitting',
  ),
  lookable: hasProperty('LOOKABLE', { words: 'THING not lookable' }),
  clothes: hasProperty('CLOTHES'),
  worn: condition('worn', (state, node) => state.isWorn(node), 'THING is not on ROBOT'),
  movable: hasProperty('MOVABLE', { classes: ['button', 'chair', 'curtain'] }),
  eatable: hasProperty('EATABLE'),
  eatableOrHoldsFood: condition(
    'eatable',
    (state, node) => state.has(node, 'EATABLE') || state.thingsOn(node).some((thing) => state.has(thing, 'EATABLE')),
    (state, node) =>
      state.thingsOn(node).length === 0
        ? `${state.label(node)} is not eatable`
        : `none of object on ${state.label(node)} is eatable`,
  ),
  cuttable: hasProperty('CUTTABLE'),
  drinkable: hasProperty('DRINKABLE', { or: 'RECIPIENT', words: 'THING is not drinkable or not recipient' }),
  readable: hasProperty('READABLE'),
  typable: hasProperty('HAS_SWITCH', { words: 'THING does not have switch', classes: ['keyboard'] }),
  person: hasProperty('PERSON'),
  pourable: hasProperty('POURABLE', { or: 'DRINKABLE', words: 'THING is not pourable or drinkable' }),
  recipient: hasProperty('RECIPIENT', { classes: ['hands_both', 'sponge', 'face'] }),
  squeezable: { ...hasProperty('CLOTHES', { classes: SQUEEZABLE }), name: 'squeezable' },
  never: condition(
    'never',
    () => false,
    "TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index'",
  ),
} as const satisfies Readonly<Record<string, GraphCondition>>;

export type FailureMode =
  | 'ignored'
  /** Carries the action out and leaves a message. */
  | 'noted'
  | 'success_without_effect'
  /** Raises an error; its text is the message. */
  | 'raised'
  | 'silent';

export type GraphPrecondition = Readonly<{
  argument: 0 | 1;
  condition: GraphCondition;
  failure?: FailureMode;
  /** If this defect is switched off, a failure has the mode `otherwise`. */
  defect?: DefectName;
  otherwise?: FailureMode;
}>;

type Preconditions = readonly GraphPrecondition[];

const { first, second } = argumentsOf<keyof typeof CONDITIONS, GraphCondition>(CONDITIONS);

function onFailure(failure: FailureMode, preconditions: Preconditions, defect?: DefectName): Preconditions {
  return preconditions.map((precondition) => ({ ...precondition, failure, ...(defect && { defect }) }));
}

function onlyWith(defect: DefectName, preconditions: Preconditions): Preconditions {
  return preconditions.map((precondition) => ({ ...precondition, defect, otherwise: 'ignored' }));
}

function unlessClose(preconditions: Preconditions): Preconditions {
  return preconditions.map((each) => {
    const holds: Holds = (state, node, thing) => state.isClose(node) || each.condition.holds(state, node, thing);
    return { ...each, condition: { ...each.condition, holds } };
  });
}

export type GraphRule = Rule<VirtualHomeState, GraphPrecondition> & {
  readonly implied?: (state: VirtualHomeState, first: number) => number;
};

function rules(
  verbs: string,
  preconditions: readonly Preconditions[],
  effect: GraphRule['effect'] = () => {},
  exceptions: Partial<GraphRule> = {},
): GraphRule[] {
  const all = preconditions.flat();
  const arity = all.some(({ argument }) => argument === 1) ? 2 : 1;
  return verbs.split(' ').map((verb) => ({ verb, arity, preconditions: all, effect, ...exceptions }));
}

function setState(state: GraphNodeState, opposite: GraphNodeState): GraphRule['effect'] {
  return (now, thing) => now.become(thing, state, opposite);
}

/** Follow the source at 1ad7ec1; no golden trace covers them. */
export const UNTRACED_RULES: readonly GraphRule[] = [
  rules('LIE', [first('close', 'notLying', 'lieable', 'hasBerth')], (state, thing) => state.rest(thing, 'LYING')),
  rules('SLEEP WAKEUP', [first('atRest')], undefined, { arity: 0 }),
  rules('WASH RINSE SCRUB', [first('close')], setState('CLEAN', 'DIRTY')),
  rules('LOOKAT POINTAT', [first('faced')]),
  rules('TURNTO', [], (state, thing) => state.turnTo(thing)),
  rules('WATCH', [
    first('lookable'),
    onFailure('raised', first('bothInRooms')),
    first('inSameRoom', 'faced', 'facedAtRest'),
    onFailure('noted', first('notHidden'), 'watch_hidden'),
  ]),
  rules('MOVE PULL', [first('movable', 'close', 'notHidden', 'freeHand')]),
  rules('PUSH', [first('close', 'notHidden', 'freeHand')]), // VirtualHome's check of MOVABLE passes for every PUSH
  rules('SQUEEZE', [first('freeHand', 'close', 'squeezable')]),
  rules('CUT', [first('freeHand', 'close', 'eatable', 'cuttable', 'holdsKnife')]),
  rules('EAT', [first('close', 'eatableOrHoldsFood')]),
  rules('DRINK', [first('drinkable', 'held')]),
  rules('READ', [first('readable', 'held')]),
  rules('TYPE', [first('close', 'typable')]),
  rules('GREET', [first('person')]),
  rules('PUTON', [first('held', 'clothes')], (state, thing) => state.putOn(thing)),
  rules(
    'PUTOFF',
    [onFailure('raised', onlyWith('putoff_raises', first('never'))), first('worn', 'clothes')],
    (state, thing) => state.takeOff(thing),
  ),
  rules('POUR', [first('pourable'), second('recipient'), first('held'), second('close')], (state, thing, into) =>
    state.pour(thing, into),
  ),
].flat();

const walkChecks = [
  first('upright'),
  onFailure('raised', first('robotInRoom')),
  onFailure('ignored', first('reachable'), 'doors_ignored'),
  onFailure('silent', first('hasRoom')),
];
const dropChecks = [first('held'), onFailure('raised', first('robotInSomeRoom'))];
const switchChecks = [first('hasSwitch', 'close'), onFailure('ignored', first('freeHand'), 'switch_without_hand')];

export const TRACED_RULES: readonly GraphRule[] = [
  rules('WALK RUN', walkChecks, (state, thing) => state.moveTo(thing)),
  rules(
    'FIND',
    [
      first('closeIfOnBody'),
      onlyWith('find_at_rest', first('closeIfResting')),
      onFailure('raised', onlyWith('find_raises', first('closeOrError'))),
      unlessClose(walkChecks.flat()),
    ],
    (state, thing) => (state.isClose(thing) ? state.find(thing) : state.moveTo(thing)),
  ),
  rules(
    'GRAB',
    [
      first('grabbable'),
      onFailure('ignored', first('notGrabbed'), 'grab_again'),
      first('close', 'notHidden', 'freeHand'),
      onFailure('raised', first('robotInSomeRoom')),
    ],
    (state, thing) => state.pickUp(thing),
  ),
  rules(
    'PUTBACK',
    [first('held'), second('close'), onFailure('ignored', second('surface'), 'putback_anywhere')],
    (state, thing, at) => state.place(thing, 'ON', at),
  ),
  rules(
    'PUTIN',
    [first('held'), second('close', 'openForPut'), onFailure('ignored', second('container'), 'putin_anything')],
    (state, thing, at) => state.place(thing, 'IN', at),
  ),
  rules(
    'PUTOBJBACK',
    [
      first('wasGrabbed'),
      onFailure(
        'success_without_effect',
        [...first('held'), ...second('close', 'openForPutBack')],
        'putobjback_succeeds',
      ),
    ],
    (state, thing, anchor) => state.putBack(thing, anchor),
    { arity: 1, implied: (state, thing) => state.anchorOf(thing) },
  ),
  rules('DROP RELEASE', dropChecks, (state, thing) => state.drop(thing)),
  rules('OPEN', [first('canOpen', 'close', 'freeHand', 'isClosed', 'notRunning')], setState('OPEN', 'CLOSED')),
  rules('CLOSE', [first('canOpen', 'close', 'isOpen')], setState('CLOSED', 'OPEN')),
  rules('SWITCHON', [...switchChecks, first('isOff', 'notUnplugged')], setState('ON', 'OFF')),
  rules('SWITCHOFF', [...switchChecks, first('isOn')], setState('OFF', 'ON')),
  rules('PLUGIN', [first('hasPlug', 'close', 'freeHand', 'isPluggedOut')], setState('PLUGGED_IN', 'PLUGGED_OUT')),
  rules(
    'PLUGOUT',
    [first('hasPlug', 'close', 'freeHand', 'isPluggedIn'), onFailure('noted', first('notRunning'), 'plugout_while_on')],
    setState('PLUGGED_OUT', 'PLUGGED_IN'),
  ),
  rules('SIT', [first('close', 'notSitting', 'sittable', 'hasSeat')], (state, thing) => state.rest(thing, 'SITTING')),
  rules('STANDUP', [first('resting')], (state) => state.standUp(), { arity: 0 }),
  rules('TOUCH', [first('close', 'notHidden')]),
  rules('WIPE', [first('close', 'holdsAnything')], setState('CLEAN', 'DIRTY')),
].flat();

export const VIRTUALHOME_RULES: ReadonlyMap<string, GraphRule> = new Map(
  [...TRACED_RULES, ...UNTRACED_RULES].map((rule) => [rule.verb, rule]),
);
