/**
 * What is at least to be done about one thing: the errand that a goal's wishes of it make necessary.
 *
 * @module
 */
import type { HouseholdState } from '../household_state.ts';
import { type Deeds, Doors, type Turn } from './doors.ts';
import { isFulfilled, type Wish } from './needs.ts';
import { devicesAround, wouldHold } from './place_truth.ts';
import { type Region, Regions } from './regions.ts';
import type { SearchSpace } from './search_space.ts';
import type { StandSets } from './stand_sets.ts';

export type Errand = {
  /** How often the thing is picked up and put down. */
  readonly handlings: number;
  /** What must be done beside, once for all errands that name it; see `doors.ts`. */
  readonly deeds: readonly string[];
  /** Where a device must be switched on for this thing alone. */
  readonly turn: Turn | null;
  /** Sets of positions, in each of which the robot must be at some time. */
  readonly visits: readonly bigint[];
  /** From where to where the thing must be carried; from null, where it is in a hand already. */
  readonly legs: readonly (readonly [from: bigint | null, to: bigint])[];
};

type Draft = Deeds & { handlings: number; turn: Turn | null; readonly legs: [bigint | null, bigint][] };

type Place = Wish & { readonly wish: 'place' };

/** A thing with what is wanted of it. */
type Case = { readonly state: HouseholdState; readonly node: number; readonly wishes: readonly Wish[] };

const LATCHES = ['heated', 'toasted'] as const;

export class Errands {
  readonly #space: SearchSpace;
  readonly #sets: StandSets;
  readonly #regions: Regions;
  readonly #doors: Doors;

  constructor(space: SearchSpace, sets: StandSets) {
    this.#space = space;
    this.#sets = sets;
    this.#regions = new Regions(space, sets);
    this.#doors = new Doors(space, sets);
  }

  /** Null where a wish can never be fulfilled. */
  of(state: HouseholdState, node: number, wishes: readonly Wish[]): Errand | null {
    const draft: Draft = { handlings: 0, turn: null, deeds: new Set(), visits: [], legs: [] };
    const open = { state, node, wishes };
    if (!this.#carry(open, draft) || !this.#operate(open, draft)) return null;
    return { ...draft, deeds: [...draft.deeds] };
  }

  /** Doors, switches, and being near. */
  #operate({ state, node, wishes }: Case, draft: Draft): boolean {
    for (const wish of wishes) {
      if (isFulfilled(state, node, wish)) continue;
      if (wish.wish === 'state' && !this.#doors.become(state, node, wish, draft)) return false;
      if (wish.wish === 'near' && this.#space.relevance.movable[node] === 0) draft.visits.push(this.#sets.near(node));
    }
    return true;
  }

  /** Picking up and putting down. */
  #carry(open: Case, draft: Draft): boolean {
    const { state, node, wishes } = open;
    const stops = this.#stops(open, draft);
    if (stops === null) return false;
    const isHeld = state.isHeld(node);
    const isWantedHeld = wishes.some(({ wish }) => wish === 'held');
    let pickups = stops.length + (isWantedHeld ? 1 : 0) - (isHeld ? 1 : 0);
    const [mustLeave, canLeave] = this.#mustLeave(open);
    if (!canLeave) return false;
    const room = wishes.find((wish) => wish.wish === 'room');
    const changesRoom = room !== undefined && stops.length === 0 && !isFulfilled(state, node, room);
    if (!isHeld && (mustLeave || changesRoom)) pickups = Math.max(pickups, 1);
    const isWantedReleased = wishes.some(({ wish }) => wish === 'released');
    if (isWantedReleased && stops.length === 0 && (isHeld || pickups > 0)) {
      stops.push(this.#regions.away(wishes.flatMap((wish) => (wish.wish === 'away' ? wish.atoms : []))));
      if (isHeld) pickups = 0;
    }
    pickups = Math.max(pickups, 0);
    if (pickups > 0 && this.#space.can.pick[node] === 0) return false;
    draft.handlings = pickups + stops.length;
    let from = isHeld ? null : this.#sets.site(state, node);
    if (from !== null && pickups > 0) {
      draft.visits.push(from);
      if (!this.#doors.access(state, node, draft)) return false;
    }
    for (const [index, stop] of stops.entries()) {
      draft.visits.push(stop.into);
      draft.legs.push([from, stop.into]);
      from = stop.from;
      if (index + 1 < stops.length || isWantedHeld) draft.visits.push(from);
    }
    if (changesRoom) draft.legs.push([from, this.#sets.inRoom(room.room)]);
    if (changesRoom) draft.visits.push(this.#sets.inRoom(room.room));
    return true;
  }

  /** Where the thing must be put down, one after the other: in devices, then where it shall be. */
  #stops({ state, node, wishes }: Case, draft: Draft): Region[] | null {
    const treatments = LATCHES.filter((latch) =>
      wishes.some((wish) => wish.wish === latch && !isFulfilled(state, node, wish)),
    ).map((latch) => {
      const spot = { node: state.parentOf(node), relation: state.liesOn(node) ? 'ON' : 'IN' } as const;
      const inside = state.isHeld(node) ? [] : devicesAround(state, latch, spot);
      return { latch, inside, region: this.#regions.treated(latch) };
    });
    const entered = treatments.filter(({ inside }) => inside.length === 0).map(({ region }) => region);
    if (entered.some(({ spots }) => spots.length === 0)) return null;
    const place = wishes.find((wish): wish is Place => wish.wish === 'place');
    const isPlaced =
      place === undefined ||
      (entered.length > 0 ? entered.some((region) => this.#meets(region, place)) : isFulfilled(state, node, place));
    const leaves = !isPlaced || wishes.some(({ wish }) => wish === 'held');
    for (const { latch, inside } of treatments) {
      const running = { devices: this.#regions.devices(latch), inside, leaves };
      if (!this.#doors.run(state, running, draft)) return null;
      if (latch === 'toasted') draft.turn = this.#doors.turn(state, running.devices);
    }
    if (isPlaced) return entered;
    const region = this.#regions.where(place.atoms);
    if (region.spots.length === 0 || !this.#doors.enter(state, region.spots, draft)) return null;
    return [...entered, region];
  }

  /** Whether a thing may lie in a region and where it shall be at once. */
  #meets(region: Region, { atoms }: Place): boolean {
    if (region.moves || this.#regions.where(atoms).moves) return true;
    return region.spots.some((spot) => atoms.some((atom) => wouldHold(this.#space.root, atom, spot)));
  }

  /** Whether the thing itself must be picked up to be where it shall be: not if what bears it can be; and whether it can. */
  #mustLeave({ state, node, wishes }: Case): readonly [must: boolean, can: boolean] {
    const { can } = this.#space;
    for (const wish of wishes) {
      if (wish.wish !== 'away' || isFulfilled(state, node, wish)) continue;
      let isFreed = false;
      for (let at = node; at !== wish.atoms[0].y && state.parentOf(at) >= 0; at = state.parentOf(at)) {
        isFreed ||= can.pick[state.parentOf(at)] === 1;
      }
      if (!isFreed) return [true, can.pick[node] === 1];
    }
    return [false, true];
  }
}
