/** Requirements are necessary, not sufficient. */
import { atomCheck, type GroundAtom, type GroundCondition } from '../goals/ground_goal.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { Relation } from './relevance.ts';

type DeviceState = 'OPEN' | 'CLOSED' | 'ON' | 'OFF';

export type ObjectRequirement =
  | Readonly<{ kind: 'place'; atoms: readonly PlaceAtom[] }>
  | Readonly<{ kind: 'away'; atoms: readonly [PlaceAtom] }>
  | Readonly<{ kind: 'room'; room: number }>
  | { readonly kind: 'held' | 'released' | 'heated' | 'toasted' | 'near' }
  /** `test` is `become`, or its opposite, which must not hold. */
  | Readonly<{ kind: 'state'; become: DeviceState; test: DeviceState }>;

export type GoalRequirement =
  | { readonly kind: 'nothing' }
  | Readonly<{ kind: 'object'; node: number; requirements: readonly ObjectRequirement[] }>
  | Readonly<{ kind: 'all'; parts: readonly GoalRequirement[] }>
  | Readonly<{ kind: 'some'; parts: readonly GoalRequirement[]; atLeast: number }>;

const NOTHING: GoalRequirement = { kind: 'nothing' };
const OPPOSITE = { OPEN: 'CLOSED', CLOSED: 'OPEN', ON: 'OFF', OFF: 'ON' } as const;

export function goalRequirements(goal: readonly GroundCondition[], state: HouseholdState): GoalRequirement {
  return all(goal.map((conjunct) => requirementOf(conjunct, state, false)));
}

export function isFulfilled(state: HouseholdState, node: number, requirement: ObjectRequirement): boolean {
  switch (requirement.kind) {
    case 'place':
      return requirement.atoms.some((atom) => atomCheck({ ...atom, x: node })(state));
    case 'away':
      return !atomCheck({ ...requirement.atoms[0], x: node })(state);
    case 'room':
      return state.roomOf(node) === requirement.room;
    case 'released':
      return !state.isHeld(node);
    case 'state':
      return state.is(node, requirement.test) === (requirement.test === requirement.become);
    default:
      return atomCheck({ atom: requirement.kind, x: node })(state);
  }
}

function requirementOf(condition: GroundCondition, state: HouseholdState, isNegated: boolean): GoalRequirement {
  switch (condition.kind) {
    case 'atom':
      return atomRequirement(condition, state, isNegated);
    case 'not':
      return requirementOf(condition.part, state, !isNegated);
    case 'ever':
    case 'then':
      return NOTHING;
  }
  const parts = condition.parts.map((part) => requirementOf(part, state, isNegated));
  if (condition.kind === 'count') {
    return some(parts, isNegated ? parts.length - condition.atLeast + 1 : condition.atLeast);
  }
  return (condition.kind === 'or') === isNegated ? all(parts) : some(parts, 1);
}

function atomRequirement(ground: GroundAtom, state: HouseholdState, isNegated: boolean): GoalRequirement {
  const { x } = ground;
  const object = (requirement: ObjectRequirement): GoalRequirement => ({
    kind: 'object',
    node: x,
    requirements: [requirement],
  });
  switch (ground.atom) {
    case 'on':
    case 'inside':
    case 'rests_on': {
      const { atom, y } = ground;
      if (state.tables.rooms[y] === 1) return NOTHING;
      return object({ kind: isNegated ? 'away' : 'place', atoms: [{ atom, y }] });
    }
    case 'in_room':
      return isNegated ? NOTHING : object({ kind: 'room', room: ground.y });
    case 'held':
      return object({ kind: isNegated ? 'released' : 'held' });
    case 'state': {
      const test = ground.state;
      if (test === 'PLUGGED_IN' || test === 'PLUGGED_OUT') return constantRequirement(state.is(x, test) !== isNegated);
      return object({ kind: 'state', test, become: isNegated ? OPPOSITE[test] : test });
    }
    case 'graspable':
      return constantRequirement(state.isGraspable(x) !== isNegated);
    case 'visible':
      return NOTHING;
    default:
      return isNegated ? NOTHING : object({ kind: ground.atom });
  }
}

function constantRequirement(holds: boolean): GoalRequirement {
  return holds ? NOTHING : { kind: 'some', parts: [], atLeast: 1 };
}

function all(parts: readonly GoalRequirement[]): GoalRequirement {
  const flat = parts.flatMap((part) => (part.kind === 'all' ? part.parts : [part]));
  const objects = flat.filter((part) => part.kind === 'object');
  const merged = [...Map.groupBy(objects, ({ node }) => node)].map(
    ([node, list]): GoalRequirement => ({
      kind: 'object',
      node,
      requirements: list.flatMap(({ requirements }) => requirements),
    }),
  );
  const counted = dropOverlapping([...merged, ...flat.filter(({ kind }) => kind === 'some')]);
  if (counted.length === 0) return NOTHING;
  return counted.length === 1 ? counted[0]! : { kind: 'all', parts: counted };
}

function some(parts: readonly GoalRequirement[], atLeast: number): GoalRequirement {
  if (atLeast <= 0) return NOTHING;
  if (atLeast > parts.length) return { kind: 'some', parts: [], atLeast: 1 };
  if (parts.length === 1) return parts[0]!;
  if (atLeast > 1) {
    if (atLeast === parts.length) return all(parts);
    return dropOverlapping(parts).length === parts.length ? { kind: 'some', parts, atLeast } : some(parts, 1);
  }
  const flat = parts.flatMap((part) => (part.kind === 'some' && part.atLeast === 1 ? part.parts : [part]));
  if (flat.some(({ kind }) => kind === 'nothing')) return NOTHING;
  const merged = mergePlaces(flat);
  return merged.length === 1 ? merged[0]! : { kind: 'some', parts: merged, atLeast: 1 };
}

function mergePlaces(parts: readonly GoalRequirement[]): GoalRequirement[] {
  const places = parts.flatMap((part) => {
    const [only, second] = part.kind === 'object' ? part.requirements : [];
    return part.kind === 'object' && only?.kind === 'place' && second === undefined
      ? [{ part, node: part.node, atoms: only.atoms }]
      : [];
  });
  const merged = [...Map.groupBy(places, ({ node }) => node)].map(([node, list]): GoalRequirement => {
    const atoms = list.flatMap((place) => place.atoms);
    return { kind: 'object', node, requirements: [{ kind: 'place', atoms }] };
  });
  const placed = new Set<GoalRequirement>(places.map(({ part }) => part));
  return [...merged, ...parts.filter((part) => !placed.has(part))];
}

/** One action might serve two parts that handle the same object. */
function dropOverlapping(parts: readonly GoalRequirement[]): GoalRequirement[] {
  const taken = new Set<number>();
  return parts.filter((part) => {
    const handled = handledIn(part);
    if (handled.some((node) => taken.has(node))) return false;
    for (const node of handled) taken.add(node);
    return true;
  });
}

function handledIn(goal: GoalRequirement): readonly number[] {
  if (goal.kind === 'nothing') return [];
  if (goal.kind !== 'object') return goal.parts.flatMap(handledIn);
  return goal.requirements.some(({ kind }) => kind !== 'state' && kind !== 'near') ? [goal.node] : [];
}

export type PlaceAtom = Readonly<{ atom: 'on' | 'inside' | 'rests_on'; y: number }>;

export type Spot = Readonly<{ node: number; relation: Relation }>;

export function wouldHold(state: HouseholdState, { atom, y }: PlaceAtom, { node, relation }: Spot): boolean {
  if (node === y) return (atom === 'inside') === (relation === 'IN');
  if (atom === 'on' && relation === 'IN') return false;
  return atomCheck({ atom, x: node, y })(state);
}

export type Latch = 'heated' | 'toasted';

export function devicesAround(state: HouseholdState, latch: Latch, { node, relation }: Spot): number[] {
  const kind = latch === 'heated' ? state.tables.heats : state.tables.toasts;
  const devices = relation === 'IN' && kind[node] === 1 ? [node] : [];
  if (latch === 'toasted') return devices;
  for (let at = node; state.parentOf(at) >= 0; at = state.parentOf(at)) {
    if (!state.liesOn(at) && kind[state.parentOf(at)] === 1) devices.push(state.parentOf(at));
  }
  return devices;
}
