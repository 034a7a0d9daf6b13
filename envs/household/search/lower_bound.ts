import { memoize } from '../../memoize.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { CanonicalKey } from './canonical_key.ts';
import { countActionLandmarks } from './device_landmarks.ts';
import { type GoalRequirement, goalRequirements, isFulfilled } from './goal_requirements.ts';
import { ObjectLandmarkFinder, type ObjectLandmarks } from './object_landmarks.ts';
import { PoseSets } from './pose_sets.ts';
import { isSettled } from './relevance.ts';
import type { SearchSpace } from './search_space.ts';

type Departure = Readonly<{
  here: bigint | null;
  hands: number;
  isEntered: (room: number) => boolean;
}>;

const SETS_MAX = 14;

/**
 * Returns a lower bound. Arrivals in disjoint sets of positions are different moves. The robot must arrive in a set once if it must
 * be there and is not, once per handful of things from outside, and once per handful that must leave, minus one if it is there.
 * Putting a thing down on the way can bring it into another set without a move, but takes two more actions and saves at most one
 * arrival in each of two sets.
 */
export function movesNeeded(objects: readonly ObjectLandmarks[], sets: PoseSets, departure: Departure): number {
  const { here, hands, isEntered } = departure;
  const attainable = sets.attainable(isEntered) | (here ?? 0n);
  const legs = objects.flatMap((object) =>
    object.legs.map(([from, to]): Leg => [from === null ? null : from & attainable, to & attainable]),
  );
  const visits = new Set(objects.flatMap((object) => object.visits.map((visit) => visit & attainable)));
  const targets = candidateSets(visits, legs);
  for (const visit of visits) {
    const entries = sets.entriesFor(visit, isEntered);
    if (entries !== null) targets.add(entries);
  }
  targets.delete(0n);
  const arrivals = [...targets]
    .map((set): Arrivals => ({ set, count: arrivalsIn(set, { legs, visits: targets, here, hands }) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return mostArrivals(arrivals.slice(0, SETS_MAX), 0, 0n);
}

type Leg = readonly [from: bigint | null, to: bigint];

type Arrivals = Readonly<{ set: bigint; count: number }>;

function candidateSets(visits: ReadonlySet<bigint>, legs: readonly Leg[]): Set<bigint> {
  const targets = new Set(visits);
  const origins = new Map<bigint, bigint>();
  let destinations = 0n;
  for (const [from, to] of legs) {
    if (from !== null) origins.set(to, (origins.get(to) ?? 0n) | from);
    destinations |= to;
  }
  for (const origin of origins.values()) targets.add(origin);
  targets.add(destinations);
  return targets;
}

type Traffic = Pick<Departure, 'here' | 'hands'> & { legs: readonly Leg[]; visits: ReadonlySet<bigint> };

function arrivalsIn(set: bigint, { legs, visits, here, hands }: Traffic): number {
  const isUnknown = here === null;
  const isHere = isUnknown || (here & set) !== 0n;
  let leaving = 0;
  let entering = 0;
  for (const [from, to] of legs) {
    if (from === null) {
      if (isUnknown) continue;
      if (isHere && (to & set) === 0n) leaving++;
      if (!isHere && isWithin(to, set)) entering++;
    } else {
      if (isWithin(from, set) && (to & set) === 0n) leaving++;
      if (isWithin(to, set) && (from & set) === 0n) entering++;
    }
  }
  let isVisited = false;
  for (const visit of visits) isVisited ||= isWithin(visit, set);
  const present = isHere ? 1 : 0;
  return Math.max(isVisited ? 1 - present : 0, Math.ceil(leaving / hands) - present, Math.ceil(entering / hands));
}

function isWithin(smaller: bigint, larger: bigint): boolean {
  return (smaller & ~larger) === 0n;
}

function mostArrivals(arrivals: readonly Arrivals[], at: number, taken: bigint): number {
  const next = arrivals[at];
  if (next === undefined) return 0;
  const without = mostArrivals(arrivals, at + 1, taken);
  if ((next.set & taken) !== 0n) return without;
  return Math.max(without, next.count + mostArrivals(arrivals, at + 1, taken | next.set));
}

type Bundle = readonly number[];

/** A requirement with more ways is ignored. */
const WAYS_MAX = 2_000;

const ENTRIES_MAX = 200_000;

const NOTHING: readonly Bundle[] = [[]];

type ObjectRequirements = GoalRequirement & { readonly kind: 'object' };

export class LowerBound {
  readonly #space: SearchSpace;
  readonly #key: CanonicalKey;
  readonly #sets: PoseSets;
  readonly #finder: ObjectLandmarkFinder;
  readonly #requirement: GoalRequirement;
  readonly #landmarks: ObjectLandmarks[] = [];
  readonly #numbers = new Map<string, number>();
  /** Surroundings → requirements → place → number of the object's landmarks; -1 if the goal is out of reach. */
  readonly #cache = new Map<string, Map<ObjectRequirements, Map<number, number>>>();
  readonly #workCounts = new Map<string, number>();
  readonly #moveCounts = new Map<string, number>();

  constructor(space: SearchSpace, key: CanonicalKey) {
    this.#space = space;
    this.#key = key;
    this.#sets = new PoseSets(space);
    this.#finder = new ObjectLandmarkFinder(space, this.#sets);
    this.#requirement = goalRequirements(space.goal, space.root);
  }

  of(state: HouseholdState): number {
    const surroundings = this.#key.surroundings(state);
    const ways = this.#ways(this.#requirement, state, surroundings).map((bundle) => ({
      bundle,
      work: this.#work(bundle),
    }));
    ways.sort((a, b) => a.work - b.work);
    let least = Number.POSITIVE_INFINITY;
    for (const { bundle, work } of ways) {
      if (work >= least) break;
      least = Math.min(least, work + this.#moves(bundle, state, surroundings));
    }
    return least;
  }

  #ways(goal: GoalRequirement, state: HouseholdState, surroundings: string): readonly Bundle[] {
    switch (goal.kind) {
      case 'nothing':
        return NOTHING;
      case 'object': {
        const number = this.#landmarksOf(goal, state, surroundings);
        return number < 0 ? [] : [[number]];
      }
      case 'all': {
        let ways = NOTHING;
        for (const part of goal.parts) {
          const next = this.#ways(part, state, surroundings);
          if (next.length === 0) return [];
          if (ways.length * next.length <= WAYS_MAX) ways = combine(ways, next);
        }
        return ways;
      }
      case 'some':
        return this.#someWays(goal, state, surroundings);
    }
  }

  #someWays(
    { parts, atLeast }: GoalRequirement & { kind: 'some' },
    state: HouseholdState,
    surroundings: string,
  ): readonly Bundle[] {
    const open = parts.filter((part) => !isMet(part, state));
    const missing = atLeast - (parts.length - open.length);
    if (missing <= 0) return NOTHING;
    const possible = open.map((part) => this.#ways(part, state, surroundings)).filter((ways) => ways.length > 0);
    const alike = [...Map.groupBy(possible, (ways) => ways.join(';')).values()];
    const lots = alike.map((list): Lot => ({ ways: list[0]!, count: list.length }));
    return chooseBundles(lots, missing) ?? NOTHING;
  }

  #landmarksOf(goal: ObjectRequirements, state: HouseholdState, surroundings: string): number {
    const number = () => this.#numberOf(this.#finder.of(state, goal.node, goal.requirements));
    if (!isSettled(state, this.#space.relevance, state.parentOf(goal.node))) return number();
    const byRequirement = memoize(this.#cache, surroundings, () => new Map(), ENTRIES_MAX);
    const bySite = memoize(byRequirement, goal, () => new Map());
    return memoize(bySite, this.#key.siteCode(state, goal.node), number);
  }

  #numberOf(object: ObjectLandmarks | null): number {
    if (object === null) return -1;
    const { picksAndPlaces, actions, turn, visits, legs } = object;
    const parts = [picksAndPlaces, actions, turn?.devices, turn?.idle, visits, legs.map((leg) => leg.join('>'))];
    const text = parts.join(';');
    return memoize(this.#numbers, text, () => this.#landmarks.push(object) - 1);
  }

  #work(bundle: Bundle): number {
    const count = () => {
      const objects = bundle.map((number) => this.#landmarks[number]!);
      const picksAndPlaces = objects.reduce((sum, object) => sum + object.picksAndPlaces, 0);
      const turns = objects.flatMap(({ turn }) => turn ?? []);
      return picksAndPlaces + countActionLandmarks(new Set(objects.flatMap(({ actions }) => actions)), turns);
    };
    return memoize(this.#workCounts, bundle.join(), count, ENTRIES_MAX);
  }

  #moves(bundle: Bundle, state: HouseholdState, surroundings: string): number {
    if (!this.#space.isThinned) return 0;
    const here = this.#sets.here(state);
    const text = `${here};${surroundings.slice(0, state.tables.house.anchors.size)};${bundle.join()}`;
    const count = () => {
      const objects = bundle.map((number) => this.#landmarks[number]!);
      const isEntered = (room: number) => state.hasEntered(room);
      return movesNeeded(objects, this.#sets, { here, hands: state.hands, isEntered });
    };
    return memoize(this.#moveCounts, text, count, ENTRIES_MAX);
  }
}

function isMet(goal: GoalRequirement, state: HouseholdState): boolean {
  switch (goal.kind) {
    case 'nothing':
      return false;
    case 'object':
      return goal.requirements.every((requirement) => isFulfilled(state, goal.node, requirement));
    case 'all':
      return goal.parts.every((part) => isMet(part, state));
    case 'some':
      return goal.parts.filter((part) => isMet(part, state)).length >= goal.atLeast;
  }
}

function combine(first: readonly Bundle[], second: readonly Bundle[]): readonly Bundle[] {
  if (first === NOTHING) return second;
  const bundles = new Map<string, Bundle>();
  for (const a of first) {
    for (const b of second) {
      const bundle = [...a, ...b].sort((x, y) => x - y);
      bundles.set(bundle.join(), bundle);
    }
  }
  return [...bundles.values()];
}

type Lot = Readonly<{ ways: readonly Bundle[]; count: number }>;

/** Returns all bundles for `missing` of the requirements, or null if they are too many. */
function chooseBundles(lots: readonly Lot[], missing: number): readonly Bundle[] | null {
  const bundles: Bundle[] = [];
  const later = lots.map(() => 0);
  for (let at = lots.length - 1; at > 0; at--) later[at - 1] = later[at]! + lots[at]!.count;
  const choose = (bundle: Bundle, needed: number, at: number, lot = lots[at]): void => {
    if (needed === 0) bundles.push(bundle.toSorted((a, b) => a - b));
    if (lot === undefined || needed === 0 || needed > lot.count + later[at]! || bundles.length > WAYS_MAX) return;
    const { ways, count } = lot;
    const [way = [], ...others] = ways;
    if (count > 0) choose([...bundle, ...way], needed - 1, at, { ways, count: count - 1 });
    if (others.length > 0) choose(bundle, needed, at, { ways: others, count });
    else choose(bundle, needed, at + 1);
  };
  choose([], missing, 0);
  if (bundles.length > WAYS_MAX) return null;
  return [...new Map(bundles.map((bundle) => [bundle.join(), bundle])).values()];
}
