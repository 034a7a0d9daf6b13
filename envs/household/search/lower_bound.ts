import { memoize } from '../../memoize.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { CanonicalKey } from './canonical_key.ts';
import { countActionLandmarks } from './device_landmarks.ts';
import { type GoalRequirement, goalRequirements, isFulfilled } from './goal_requirements.ts';
import { ObjectLandmarkFinder, type ObjectLandmarks } from './object_landmarks.ts';
import { PoseSets } from './pose_sets.ts';
import { isSettled } from './relevance.ts';
import type { SearchSpace } from './search_space.ts';

type Departure = Readonly<{ here: bigint | null; hands: number; isEntered: (room: number) => boolean }>;

/** `mostArrivals` takes time exponential in the sets. */
const SETS_MAX = 14;

/**
 * A lower bound: arrivals in disjoint sets of positions are different moves. Putting a thing down on the way takes two actions and
 * saves at most one arrival in each of two sets.
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
      if (!isHere && isSubset(to, set)) entering++;
    } else {
      if (isSubset(from, set) && (to & set) === 0n) leaving++;
      if (isSubset(to, set) && (from & set) === 0n) entering++;
    }
  }
  let isVisited = false;
  for (const visit of visits) isVisited ||= isSubset(visit, set);
  const present = isHere ? 1 : 0;
  return Math.max(isVisited ? 1 - present : 0, Math.ceil(leaving / hands) - present, Math.ceil(entering / hands));
}

function isSubset(smaller: bigint, larger: bigint): boolean {
  return (smaller & ~larger) === 0n;
}

/** The largest sum over disjoint sets. */
function mostArrivals(arrivals: readonly Arrivals[], index: number, taken: bigint): number {
  const next = arrivals[index];
  if (next === undefined) return 0;
  const without = mostArrivals(arrivals, index + 1, taken);
  if ((next.set & taken) !== 0n) return without;
  return Math.max(without, next.count + mostArrivals(arrivals, index + 1, taken | next.set));
}

/** Ascending numbers of the landmarks of one way to the goal. */
type LandmarkSet = readonly number[];

/** A requirement with more alternatives is ignored. */
const ALTERNATIVES_MAX = 2_000;

const ENTRIES_MAX = 200_000;

const NOTHING: readonly LandmarkSet[] = [[]];

type ObjectRequirements = GoalRequirement & { readonly kind: 'object' };

export class LowerBound {
  readonly #space: SearchSpace;
  readonly #key: CanonicalKey;
  readonly #sets: PoseSets;
  readonly #finder: ObjectLandmarkFinder;
  readonly #requirement: GoalRequirement;
  readonly #landmarks: ObjectLandmarks[] = [];
  readonly #numbers = new Map<string, number>();
  /** Surroundings → requirements → site code → number of landmarks, or -1 without a plan. */
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

  /** Infinite if the goal is out of reach. */
  estimate(state: HouseholdState): number {
    const surroundings = this.#key.surroundings(state);
    const alternatives = this.#alternatives(this.#requirement, state, surroundings)
      .map((landmarkSet) => ({ landmarkSet, work: this.#work(landmarkSet) }))
      .sort((a, b) => a.work - b.work);
    let least = Number.POSITIVE_INFINITY;
    for (const { landmarkSet, work } of alternatives) {
      if (work >= least) break;
      least = Math.min(least, work + this.#moves(landmarkSet, state, surroundings));
    }
    return least;
  }

  #alternatives(goal: GoalRequirement, state: HouseholdState, surroundings: string): readonly LandmarkSet[] {
    switch (goal.kind) {
      case 'nothing':
        return NOTHING;
      case 'object': {
        const number = this.#landmarksOf(goal, state, surroundings);
        return number < 0 ? [] : [[number]];
      }
      case 'all': {
        let alternatives = NOTHING;
        for (const part of goal.parts) {
          const next = this.#alternatives(part, state, surroundings);
          if (next.length === 0) return [];
          if (alternatives.length * next.length <= ALTERNATIVES_MAX) alternatives = combine(alternatives, next);
        }
        return alternatives;
      }
      case 'some':
        return this.#alternativesOfSome(goal, state, surroundings);
    }
  }

  #alternativesOfSome(
    { parts, atLeast }: GoalRequirement & { kind: 'some' },
    state: HouseholdState,
    surroundings: string,
  ): readonly LandmarkSet[] {
    const unsatisfied = parts.filter((part) => !isSatisfied(part, state));
    const missing = atLeast - (parts.length - unsatisfied.length);
    if (missing <= 0) return NOTHING;
    const possible = unsatisfied
      .map((part) => this.#alternatives(part, state, surroundings))
      .filter((alternatives) => alternatives.length > 0);
    const groups = [...Map.groupBy(possible, (alternatives) => alternatives.join(';')).values()].map(
      (list): RequirementGroup => ({ alternatives: list[0]!, count: list.length }),
    );
    return chooseLandmarkSets(groups, missing) ?? NOTHING;
  }

  #landmarksOf(goal: ObjectRequirements, state: HouseholdState, surroundings: string): number {
    const number = () => this.#numberOf(this.#finder.find(state, goal.node, goal.requirements));
    if (!isSettled(state, this.#space.relevance, state.parentOf(goal.node))) return number();
    const byRequirement = memoize(this.#cache, surroundings, () => new Map(), ENTRIES_MAX);
    const bySite = memoize(byRequirement, goal, () => new Map());
    return memoize(bySite, this.#key.siteCode(state, goal.node), number);
  }

  #numberOf(object: ObjectLandmarks | null): number {
    if (object === null) return -1;
    const { picksAndPlaces, actions, turn, visits, legs } = object;
    const parts = [picksAndPlaces, actions, turn?.devices, turn?.idle, visits, legs.map((leg) => leg.join('>'))];
    return memoize(this.#numbers, parts.join(';'), () => this.#landmarks.push(object) - 1);
  }

  #work(landmarkSet: LandmarkSet): number {
    const count = () => {
      const objects = this.#objects(landmarkSet);
      const picksAndPlaces = objects.reduce((sum, object) => sum + object.picksAndPlaces, 0);
      const turns = objects.flatMap(({ turn }) => turn ?? []);
      return picksAndPlaces + countActionLandmarks(new Set(objects.flatMap(({ actions }) => actions)), turns);
    };
    return memoize(this.#workCounts, landmarkSet.join(), count, ENTRIES_MAX);
  }

  #moves(landmarkSet: LandmarkSet, state: HouseholdState, surroundings: string): number {
    if (!this.#space.isThinned) return 0;
    const here = this.#sets.here(state);
    const text = `${here};${surroundings.slice(0, state.tables.house.anchors.size)};${landmarkSet.join()}`;
    const isEntered = (room: number) => state.hasEntered(room);
    const count = () => movesNeeded(this.#objects(landmarkSet), this.#sets, { here, hands: state.hands, isEntered });
    return memoize(this.#moveCounts, text, count, ENTRIES_MAX);
  }

  #objects(landmarkSet: LandmarkSet): ObjectLandmarks[] {
    return landmarkSet.map((number) => this.#landmarks[number]!);
  }
}

/** False for `nothing`, whose condition may not hold. */
function isSatisfied(goal: GoalRequirement, state: HouseholdState): boolean {
  switch (goal.kind) {
    case 'nothing':
      return false;
    case 'object':
      return goal.requirements.every((requirement) => isFulfilled(state, goal.node, requirement));
    case 'all':
      return goal.parts.every((part) => isSatisfied(part, state));
    case 'some':
      return goal.parts.filter((part) => isSatisfied(part, state)).length >= goal.atLeast;
  }
}

function combine(first: readonly LandmarkSet[], second: readonly LandmarkSet[]): readonly LandmarkSet[] {
  if (first === NOTHING) return second;
  const combined = new Map<string, LandmarkSet>();
  for (const a of first) {
    for (const b of second) {
      const union = [...a, ...b].sort((x, y) => x - y);
      combined.set(union.join(), union);
    }
  }
  return [...combined.values()];
}

type RequirementGroup = Readonly<{ alternatives: readonly LandmarkSet[]; count: number }>;

function chooseLandmarkSets(groups: readonly RequirementGroup[], missing: number): readonly LandmarkSet[] | null {
  const found: LandmarkSet[] = [];
  const countAfter = groups.map(() => 0);
  for (let at = groups.length - 1; at > 0; at--) countAfter[at - 1] = countAfter[at]! + groups[at]!.count;
  const extend = (chosen: LandmarkSet, needed: number, at: number, group = groups[at]): void => {
    if (needed === 0) found.push(chosen.toSorted((a, b) => a - b));
    if (group === undefined || needed === 0 || needed > group.count + countAfter[at]!) return;
    if (found.length > ALTERNATIVES_MAX) return;
    const { alternatives, count } = group;
    const [first = [], ...others] = alternatives;
    if (count > 0) extend([...chosen, ...first], needed - 1, at, { alternatives, count: count - 1 });
    if (others.length > 0) extend(chosen, needed, at, { alternatives: others, count });
    else extend(chosen, needed, at + 1);
  };
  extend([], missing, 0);
  if (found.length > ALTERNATIVES_MAX) return null;
  return [...new Map(found.map((landmarkSet) => [landmarkSet.join(), landmarkSet])).values()];
}
