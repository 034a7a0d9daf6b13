/**
 * How many moves the landmarks of some objects need at least.
 *
 * A move ends in one position, so arrivals in sets of positions that do not meet are different moves. In a set one must arrive:
 *
 * - once, if the robot is not there and must be there at some time;
 * - as often as hands full of things must be brought in from outside: each stay begins with an arrival;
 * - as often as hands full of things must be brought out, but for the present stay: each stay ends once.
 *
 * A thing that is put down on the way may slip from one set into another without being carried by a move. That takes two more
 * actions, and saves at most one arrival in each of two sets. So nothing is saved, and the bound holds.
 */
import type { ObjectLandmarks } from './object_landmarks.ts';
import type { PoseSets } from './pose_sets.ts';

/** From where it all begins. */
export type Departure = {
  /** Where the robot stands, as a set of one; null if that is unknown. */
  readonly here: bigint | null;
  readonly hands: number;
  readonly isEntered: (room: number) => boolean;
};

/** Sets beyond this many are left out of account. */
const SETS_MAX = 14;

export function movesNeeded(objects: readonly ObjectLandmarks[], sets: PoseSets, departure: Departure): number {
  const { here, hands, isEntered } = departure;
  const attainable = sets.attainable(isEntered) | (here ?? 0n);
  const legs = objects.flatMap((object) =>
    object.legs.map(([from, to]): Leg => [from === null ? null : from & attainable, to & attainable]),
  );
  const visits = new Set(objects.flatMap((object) => object.visits.map((visit) => visit & attainable)));
  const wanted = candidates(visits, legs);
  for (const visit of visits) {
    const entries = sets.entriesFor(visit, isEntered);
    if (entries !== null) wanted.add(entries);
  }
  const arrivals: Arrivals[] = [];
  wanted.delete(0n);
  for (const set of wanted) {
    const count = arrivalsIn(set, { legs, visits: wanted, here, hands });
    if (count > 0) arrivals.push({ set, count });
  }
  arrivals.sort((a, b) => b.count - a.count);
  return mostApart(arrivals.slice(0, SETS_MAX), 0, 0n);
}

type Leg = readonly [from: bigint | null, to: bigint];

type Arrivals = { readonly set: bigint; readonly count: number };

/** The sets in which arrivals are counted: those to be visited, and where things come from, or go to, taken together. */
function candidates(visits: ReadonlySet<bigint>, legs: readonly Leg[]): Set<bigint> {
  const wanted = new Set(visits);
  const origins = new Map<bigint, bigint>();
  let destinations = 0n;
  for (const [from, to] of legs) {
    if (from !== null) origins.set(to, (origins.get(to) ?? 0n) | from);
    destinations |= to;
  }
  for (const origin of origins.values()) wanted.add(origin);
  wanted.add(destinations);
  return wanted;
}

type Traffic = {
  readonly legs: readonly Leg[];
  readonly visits: ReadonlySet<bigint>;
  readonly here: bigint | null;
  readonly hands: number;
};

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

/** The greatest sum of arrivals in sets of which no two meet, from `at` on, given what has been taken. */
function mostApart(arrivals: readonly Arrivals[], at: number, taken: bigint): number {
  const next = arrivals[at];
  if (next === undefined) return 0;
  const without = mostApart(arrivals, at + 1, taken);
  if ((next.set & taken) !== 0n) return without;
  return Math.max(without, next.count + mostApart(arrivals, at + 1, taken | next.set));
}
