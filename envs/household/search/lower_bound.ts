/**
 * How many actions are needed at least, by counting: what must be done about each thing, doors and switches, and moves.
 *
 * Where a goal leaves a choice, the cheapest one counts. Choices that look the same are counted once, and what has been worked out is
 * kept: an errand by where its thing is, work by its errands, moves by errands and where the robot stands.
 *
 * @module
 */
import type { HouseholdState } from '../household_state.ts';
import type { CanonicalKey } from './canonical_key.ts';
import { countDeeds } from './doors.ts';
import { type Errand, Errands } from './errand.ts';
import { isFulfilled, type Need, needsOf } from './needs.ts';
import type { SearchSpace } from './search_space.ts';
import { StandSets } from './stand_sets.ts';
import { movesNeeded } from './travel.ts';

/** Numbers of errands, ascending: what must be done in one way of meeting a need. */
type Bundle = readonly number[];

/** Most ways of meeting a need that are told apart; a need with more counts for nothing. */
const WAYS_MAX = 400;

/** Most figures of a kind that are kept; beyond that all are forgotten and worked out again. */
const KEPT_MAX = 200_000;

const NOTHING: readonly Bundle[] = [[]];

type ThingNeed = Need & { readonly need: 'thing' };

export class LowerBound {
  readonly #space: SearchSpace;
  readonly #key: CanonicalKey;
  readonly #sets: StandSets;
  readonly #maker: Errands;
  readonly #need: Need;
  readonly #errands: Errand[] = [];
  readonly #numbers = new Map<string, number>();
  /** Doors, switches and rooms → thing with its wishes → where it is → number of its errand; -1 for none that helps. */
  readonly #known = new Map<string, Map<ThingNeed, Map<number, number>>>();
  readonly #works = new Map<string, number>();
  readonly #travels = new Map<string, number>();

  constructor(space: SearchSpace, key: CanonicalKey) {
    this.#space = space;
    this.#key = key;
    this.#sets = new StandSets(space);
    this.#maker = new Errands(space, this.#sets);
    this.#need = needsOf(space.goal, space.root);
  }

  /** Infinite where the goal is out of reach. */
  of(state: HouseholdState): number {
    const surroundings = this.#key.surroundings(state);
    const ways = this.#ways(this.#need, state, surroundings).map((bundle) => ({ bundle, work: this.#work(bundle) }));
    ways.sort((a, b) => a.work - b.work);
    let least = Number.POSITIVE_INFINITY;
    for (const { bundle, work } of ways) {
      if (work >= least) break;
      least = Math.min(least, work + this.#moves(bundle, state, surroundings));
    }
    return least;
  }

  /** The ways of meeting a need; none where it is out of reach. */
  #ways(need: Need, state: HouseholdState, surroundings: string): readonly Bundle[] {
    switch (need.need) {
      case 'nothing':
        return NOTHING;
      case 'thing': {
        const number = this.#errandOf(need, state, surroundings);
        return number < 0 ? [] : [[number]];
      }
      case 'all': {
        let ways = NOTHING;
        for (const part of need.parts) {
          const next = this.#ways(part, state, surroundings);
          if (next.length === 0) return [];
          if (ways.length * next.length <= WAYS_MAX) ways = combined(ways, next);
        }
        return ways;
      }
      case 'some':
        return this.#someWays(need, state, surroundings);
    }
  }

  #someWays(
    { parts, atLeast }: Need & { need: 'some' },
    state: HouseholdState,
    surroundings: string,
  ): readonly Bundle[] {
    const open = parts.filter((part) => !isMet(part, state));
    const missing = atLeast - (parts.length - open.length);
    if (missing <= 0) return NOTHING;
    const alike = new Map<string, { ways: readonly Bundle[]; count: number }>();
    for (const part of open) {
      const ways = this.#ways(part, state, surroundings);
      if (ways.length === 0) continue;
      const text = ways.join(';');
      const known = alike.get(text);
      if (known === undefined) alike.set(text, { ways, count: 1 });
      else known.count++;
    }
    return chosen([...alike.values()], missing) ?? NOTHING;
  }

  #errandOf(need: ThingNeed, state: HouseholdState, surroundings: string): number {
    if (!this.#liesSteady(state, need.node)) return this.#numberOf(this.#maker.of(state, need.node, need.wishes));
    let byNeed = this.#known.get(surroundings);
    if (byNeed === undefined) {
      if (this.#known.size >= KEPT_MAX) this.#known.clear();
      byNeed = new Map();
      this.#known.set(surroundings, byNeed);
    }
    let bySite = byNeed.get(need);
    if (bySite === undefined) {
      bySite = new Map();
      byNeed.set(need, bySite);
    }
    const site = this.#key.siteCode(state, need.node);
    const known = bySite.get(site);
    if (known !== undefined) return known;
    const number = this.#numberOf(this.#maker.of(state, need.node, need.wishes));
    bySite.set(site, number);
    return number;
  }

  /** Whether nothing that bears a thing can be moved, so that its place says all. */
  #liesSteady(state: HouseholdState, node: number): boolean {
    for (let at = state.parentOf(node); at >= 0; at = state.parentOf(at)) {
      if (this.#space.relevance.movable[at] === 1) return false;
    }
    return true;
  }

  #numberOf(errand: Errand | null): number {
    if (errand === null) return -1;
    const { handlings, deeds, turn, visits, legs } = errand;
    const text = [
      handlings,
      deeds.join(),
      `${turn?.devices} ${turn?.idle}`,
      visits.join(),
      legs.map((leg) => leg.join('>')).join(),
    ].join(';');
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#errands.push(errand) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  /** Actions other than moves. */
  #work(bundle: Bundle): number {
    const text = bundle.join();
    const known = this.#works.get(text);
    if (known !== undefined) return known;
    const errands = bundle.map((number) => this.#errands[number] as Errand);
    const handlings = errands.reduce((sum, errand) => sum + errand.handlings, 0);
    const turns = errands.flatMap(({ turn }) => turn ?? []);
    const work = handlings + countDeeds(new Set(errands.flatMap((errand) => errand.deeds)), turns);
    if (this.#works.size >= KEPT_MAX) this.#works.clear();
    this.#works.set(text, work);
    return work;
  }

  #moves(bundle: Bundle, state: HouseholdState, surroundings: string): number {
    if (!this.#space.isThinned) return 0;
    const here = this.#sets.here(state);
    const text = `${here};${surroundings.slice(0, state.tables.house.anchors.size)};${bundle.join()}`;
    const known = this.#travels.get(text);
    if (known !== undefined) return known;
    const errands = bundle.map((number) => this.#errands[number] as Errand);
    const isEntered = (room: number) => state.hasEntered(room);
    const moves = movesNeeded(errands, this.#sets, { here, hands: state.hands, isEntered });
    if (this.#travels.size >= KEPT_MAX) this.#travels.clear();
    this.#travels.set(text, moves);
    return moves;
  }
}

function isMet(need: Need, state: HouseholdState): boolean {
  switch (need.need) {
    case 'nothing':
      return false;
    case 'thing':
      return need.wishes.every((wish) => isFulfilled(state, need.node, wish));
    case 'all':
      return need.parts.every((part) => isMet(part, state));
    case 'some':
      return need.parts.filter((part) => isMet(part, state)).length >= need.atLeast;
  }
}

function combined(first: readonly Bundle[], second: readonly Bundle[]): readonly Bundle[] {
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

type Alike = { readonly ways: readonly Bundle[]; readonly count: number };

/** The ways of meeting so many of some needs, which come in lots that look the same; null if they are too many. */
function chosen(lots: readonly Alike[], missing: number): readonly Bundle[] | null {
  let partial: { readonly bundle: Bundle; readonly taken: number }[] = [{ bundle: [], taken: 0 }];
  let left = lots.reduce((sum, { count }) => sum + count, 0);
  if (left < missing) return [];
  for (const { ways, count } of lots) {
    left -= count;
    const next: typeof partial = [];
    for (const { bundle, taken } of partial) {
      const most = Math.min(count, missing - taken);
      for (let many = Math.max(0, missing - taken - left); many <= most; many++) {
        for (const extra of repeated(ways, many)) next.push({ bundle: [...bundle, ...extra], taken: taken + many });
        if (next.length > WAYS_MAX) return null;
      }
    }
    partial = next;
  }
  const bundles = partial.map(({ bundle }) => bundle.toSorted((x, y) => x - y));
  return [...new Map(bundles.map((bundle) => [bundle.join(), bundle])).values()];
}

/** The ways of going so many times one of some ways. */
function repeated(ways: readonly Bundle[], many: number): Bundle[] {
  if (many === 0) return [[]];
  if (ways.length === 1) {
    const [way = []] = ways;
    return [Array.from({ length: many }, () => way).flat()];
  }
  const [first = [], ...others] = ways;
  const result: Bundle[] = [];
  for (let times = 0; times <= many; times++) {
    const own = Array.from({ length: times }, () => first).flat();
    for (const rest of others.length === 0 ? [[]] : repeated(others, many - times)) result.push([...own, ...rest]);
    if (result.length > WAYS_MAX) break;
  }
  return result;
}
