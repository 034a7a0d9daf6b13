/**
 * What a goal wants of which things, in a form that can be counted: negations stand at the atoms, and what is wanted of one
 * thing in one breath stands together.
 *
 * Where nothing can be counted (what has been, what shall be hidden) a need is free. Needs are necessary, not sufficient.
 *
 * @module
 */
import { atomCheck, type GroundAtom } from '../goal_atoms.ts';
import type { GroundCondition } from '../ground_goal.ts';
import type { HouseholdState } from '../household_state.ts';
import type { PlaceAtom } from './place_truth.ts';

type DeviceState = 'OPEN' | 'CLOSED' | 'ON' | 'OFF';

/** What is wanted of a thing. */
export type Wish =
  /** That one of these holds of it. */
  | { readonly wish: 'place'; readonly atoms: readonly PlaceAtom[] }
  /** That this does not hold of it. */
  | { readonly wish: 'away'; readonly atoms: readonly [PlaceAtom] }
  | { readonly wish: 'room'; readonly room: number }
  | { readonly wish: 'held' | 'released' | 'heated' | 'toasted' | 'near' }
  /** That it comes into a state; `except` is the one that it must not be in, or must be in if they are the same. */
  | { readonly wish: 'state'; readonly become: DeviceState; readonly test: DeviceState };

export type Need =
  | { readonly need: 'nothing' }
  | { readonly need: 'thing'; readonly node: number; readonly wishes: readonly Wish[] }
  | { readonly need: 'all'; readonly parts: readonly Need[] }
  /** So many of them; of none, where it is out of reach. */
  | { readonly need: 'some'; readonly parts: readonly Need[]; readonly atLeast: number };

const NOTHING: Need = { need: 'nothing' };
const OPPOSITE = { OPEN: 'CLOSED', CLOSED: 'OPEN', ON: 'OFF', OFF: 'ON' } as const;

/** The needs of a goal, which must all be met; `state` is any state of its house. */
export function needsOf(goal: readonly GroundCondition[], state: HouseholdState): Need {
  return all(goal.map((conjunct) => needOf(conjunct, state, false)));
}

/** Whether a wish is fulfilled. */
export function isFulfilled(state: HouseholdState, node: number, wish: Wish): boolean {
  switch (wish.wish) {
    case 'place':
      return wish.atoms.some((atom) => atomCheck({ ...atom, x: node })(state));
    case 'away':
      return !atomCheck({ ...wish.atoms[0], x: node })(state);
    case 'room':
      return state.roomOf(node) === wish.room;
    case 'released':
      return !state.isHeld(node);
    case 'state':
      return state.is(node, wish.test) === (wish.test === wish.become);
    default:
      return atomCheck({ atom: wish.wish, x: node })(state);
  }
}

function needOf(condition: GroundCondition, state: HouseholdState, denied: boolean): Need {
  switch (condition.kind) {
    case 'atom':
      return atomNeed(condition, state, denied);
    case 'not':
      return needOf(condition.part, state, !denied);
    case 'ever':
    case 'then':
      return NOTHING;
  }
  const parts = condition.parts.map((part) => needOf(part, state, denied));
  if (condition.kind === 'count') {
    return some(parts, denied ? parts.length - condition.atLeast + 1 : condition.atLeast);
  }
  return (condition.kind === 'or') === denied ? all(parts) : some(parts, 1);
}

function atomNeed(ground: GroundAtom, state: HouseholdState, denied: boolean): Need {
  const thing = (wish: Wish): Need => ({ need: 'thing', node: ground.x, wishes: [wish] });
  switch (ground.atom) {
    case 'on':
    case 'inside':
    case 'rests_on': {
      const { atom, y } = ground;
      if (state.tables.rooms[y] === 1) return NOTHING;
      return thing(denied ? { wish: 'away', atoms: [{ atom, y }] } : { wish: 'place', atoms: [{ atom, y }] });
    }
    case 'in_room':
      return denied ? NOTHING : thing({ wish: 'room', room: ground.y });
    case 'held':
      return thing({ wish: denied ? 'released' : 'held' });
    case 'state': {
      const test = ground.state;
      if (test === 'PLUGGED_IN' || test === 'PLUGGED_OUT') return known(state.is(ground.x, test) !== denied);
      return thing({ wish: 'state', test, become: denied ? OPPOSITE[test] : test });
    }
    case 'graspable':
      return known(state.isGraspable(ground.x) !== denied);
    case 'visible':
      return NOTHING;
    default:
      return denied ? NOTHING : thing({ wish: ground.atom });
  }
}

/** The need of what never changes. */
function known(holds: boolean): Need {
  return holds ? NOTHING : { need: 'some', parts: [], atLeast: 1 };
}

function all(parts: readonly Need[]): Need {
  const flat = parts.flatMap((part) => (part.need === 'all' ? part.parts : [part]));
  const wishes = new Map<number, Wish[]>();
  for (const part of flat) {
    if (part.need === 'thing') wishes.set(part.node, [...(wishes.get(part.node) ?? []), ...part.wishes]);
  }
  const things = [...wishes].map(([node, list]): Need => ({ need: 'thing', node, wishes: list }));
  const kept = apart([...things, ...flat.filter(({ need }) => need === 'some')]);
  if (kept.length === 0) return NOTHING;
  return kept.length === 1 ? (kept[0] as Need) : { need: 'all', parts: kept };
}

function some(parts: readonly Need[], atLeast: number): Need {
  if (atLeast <= 0) return NOTHING;
  if (atLeast > parts.length) return { need: 'some', parts: [], atLeast: 1 };
  if (parts.length === 1) return parts[0] as Need;
  if (atLeast > 1) {
    if (atLeast === parts.length) return all(parts);
    return apart(parts).length === parts.length ? { need: 'some', parts, atLeast } : some(parts, 1);
  }
  const flat = parts.flatMap((part) => (part.need === 'some' && part.atLeast === 1 ? part.parts : [part]));
  if (flat.some(({ need }) => need === 'nothing')) return NOTHING;
  const merged = mergedPlaces(flat);
  return merged.length === 1 ? (merged[0] as Need) : { need: 'some', parts: merged, atLeast: 1 };
}

/** Alternatives of which those that only say where one thing shall be are one: that it be at any of these places. */
function mergedPlaces(parts: readonly Need[]): Need[] {
  const places = new Map<number, PlaceAtom[]>();
  const others: Need[] = [];
  for (const part of parts) {
    const wish = part.need === 'thing' && part.wishes.length === 1 ? part.wishes[0] : undefined;
    if (part.need !== 'thing' || wish?.wish !== 'place') others.push(part);
    else places.set(part.node, [...(places.get(part.node) ?? []), ...wish.atoms]);
  }
  const merged = [...places].map(
    ([node, atoms]): Need => ({ need: 'thing', node, wishes: [{ wish: 'place', atoms }] }),
  );
  return [...merged, ...others];
}

/** The parts without those that ask to handle a thing that an earlier one asks to handle: it might be done for both at once. */
function apart(parts: readonly Need[]): Need[] {
  const taken = new Set<number>();
  return parts.filter((part) => {
    const handled = handledIn(part);
    if (handled.some((node) => taken.has(node))) return false;
    for (const node of handled) taken.add(node);
    return true;
  });
}

function handledIn(need: Need): readonly number[] {
  switch (need.need) {
    case 'nothing':
      return [];
    case 'thing':
      return need.wishes.some(({ wish }) => wish !== 'state' && wish !== 'near') ? [need.node] : [];
    default:
      return need.parts.flatMap(handledIn);
  }
}
