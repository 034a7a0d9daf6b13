/**
 * The other rules of profile `virtualhome`: actions of the simulator that no golden trace covers, after its source at 1ad7ec1.
 */
import {
  atRest,
  bothInRooms,
  close,
  faced,
  failing,
  first,
  freeHand,
  type GraphCondition,
  type GraphPrecondition,
  hasBerth,
  held,
  lieable,
  notHidden,
  notLying,
  on,
  resting,
  second,
  weakenedBy,
} from './graph_preconditions.ts';
import type { GraphRule } from './graph_rule.ts';
import type { GraphProperty } from './graph_scene.ts';
import type { VirtualHomeState } from './virtualhome_state.ts';

/** Rows that differ in their verbs only. */
function rows(
  verbs: readonly string[],
  preconditions: readonly GraphPrecondition[],
  effect: GraphRule['effect'] = () => {},
): GraphRule[] {
  const arity = preconditions.some(({ argument }) => argument === 1) ? 2 : 1;
  return verbs.map((verb) => ({ verb, arity, preconditions, effect }));
}

/** One of some properties, or a class that counts as having them. */
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

/** Something to eat, or something with something to eat on it. */
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
