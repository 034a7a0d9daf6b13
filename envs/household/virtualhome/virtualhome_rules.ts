/**
 * The rules of profile `virtualhome` that golden traces of the original confirm, and the table of all of them.
 *
 * They follow VirtualHome's evolving-graph simulator (github.com/xavierpuigf/virtualhome, 58970fd): the order of the checks
 * decides the message. A precondition that is `weakenedBy` a defect holds in full without it (`virtualhome_defects.ts`).
 */
import {
  canOpen,
  close,
  closeIfNotSought,
  closeIfResting,
  closeWhenSought,
  container,
  dueTo,
  failing,
  first,
  freeHand,
  type GraphPrecondition,
  grabbable,
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
  notGrabbed,
  notHidden,
  notRunning,
  notSitting,
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
import type { GraphRule } from './graph_rule.ts';
import { UNTRACED_RULES } from './untraced_rules.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

type Effect = (state: VirtualHomeState, first: number, second: number) => void;

/** A row for one argument. */
function one(verb: string, preconditions: readonly GraphPrecondition[], effect: Effect): GraphRule {
  return { verb, arity: 1, preconditions, effect };
}

/** A row for two arguments. */
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

/** The rules of profile `virtualhome` by verb. */
export const VIRTUALHOME_RULES: ReadonlyMap<string, GraphRule> = new Map(
  [...TRACED_RULES, ...UNTRACED_RULES].map((rule) => [rule.verb, rule]),
);
