import { memoize } from '../../memoize.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { type ActionLandmarks, DeviceLandmarks, type ExclusiveRun } from './device_landmarks.ts';
import {
  devicesAround,
  isFulfilled,
  type Latch,
  type ObjectRequirement,
  type PlaceAtom,
  type Spot,
  wouldHold,
} from './goal_requirements.ts';
import type { PoseSets } from './pose_sets.ts';
import type { SearchSpace } from './search_space.ts';

type Region = Readonly<{ spots: readonly Spot[]; isMovable: boolean; putFrom: bigint; takeFrom: bigint }>;

export type ObjectLandmarks = Readonly<{
  picksAndPlaces: number;
  actions: readonly string[];
  turn: ExclusiveRun | null;
  visits: readonly bigint[];
  /** `from` is null for a held object. */
  legs: readonly (readonly [from: bigint | null, to: bigint])[];
}>;

type Draft = ActionLandmarks & { picksAndPlaces: number; turn: ExclusiveRun | null; legs: [bigint | null, bigint][] };

type Place = ObjectRequirement & { readonly kind: 'place' };

type ObjectCase = Readonly<{ state: HouseholdState; node: number; requirements: readonly ObjectRequirement[] }>;

export class ObjectLandmarkFinder {
  readonly #space: SearchSpace;
  readonly #sets: PoseSets;
  readonly #regions = new Map<string, Region>();
  readonly #devicesByLatch = new Map<Latch, readonly number[]>();
  readonly #devices: DeviceLandmarks;

  constructor(space: SearchSpace, sets: PoseSets) {
    this.#space = space;
    this.#sets = sets;
    this.#devices = new DeviceLandmarks(space, sets);
  }

  /** Null if no plan exists. */
  find(state: HouseholdState, node: number, requirements: readonly ObjectRequirement[]): ObjectLandmarks | null {
    const draft: Draft = { picksAndPlaces: 0, turn: null, actions: new Set(), visits: [], legs: [] };
    const object = { state, node, requirements };
    if (!this.#addTransport(object, draft) || !this.#addOperations(object, draft)) return null;
    return { ...draft, actions: [...draft.actions] };
  }

  #addOperations({ state, node, requirements }: ObjectCase, draft: Draft): boolean {
    for (const requirement of requirements) {
      if (isFulfilled(state, node, requirement)) continue;
      if (requirement.kind === 'state' && !this.#devices.addStateChange(state, node, requirement, draft)) return false;
      if (requirement.kind !== 'near' || this.#space.relevance.movable[node] === 1) continue;
      draft.visits.push(this.#sets.near(node));
    }
    return true;
  }

  #addTransport(object: ObjectCase, draft: Draft): boolean {
    const { state, node, requirements } = object;
    const stops = this.#stops(object, draft);
    if (stops === null) return false;
    const isHeld = state.isHeld(node);
    const endsHeld = requirements.some(({ kind }) => kind === 'held');
    let pickups = stops.length + (endsHeld ? 1 : 0) - (isHeld ? 1 : 0);
    const [mustLeave, canLeave] = this.#departure(object);
    if (!canLeave) return false;
    const room = requirements.find((requirement) => requirement.kind === 'room');
    const changesRoom = room !== undefined && stops.length === 0 && !isFulfilled(state, node, room);
    if (!isHeld && (mustLeave || changesRoom)) pickups = Math.max(pickups, 1);
    const endsReleased = requirements.some(({ kind }) => kind === 'released');
    if (endsReleased && stops.length === 0 && (isHeld || pickups > 0)) {
      const avoided = requirements.flatMap((requirement) => (requirement.kind === 'away' ? requirement.atoms : []));
      stops.push(this.#regionAwayFrom(avoided));
      if (isHeld) pickups = 0;
    }
    pickups = Math.max(pickups, 0);
    if (pickups > 0 && this.#space.can.pick[node] === 0) return false;
    draft.picksAndPlaces = pickups + stops.length;
    let from = isHeld ? null : this.#sets.site(state, node);
    if (from !== null && pickups > 0) {
      draft.visits.push(from);
      if (!this.#devices.addAccess(state, node, draft)) return false;
    }
    for (const [index, stop] of stops.entries()) {
      draft.visits.push(stop.putFrom);
      draft.legs.push([from, stop.putFrom]);
      from = stop.takeFrom;
      if (index + 1 < stops.length || endsHeld) draft.visits.push(from);
    }
    if (changesRoom) {
      const set = this.#sets.inRoom(room.room);
      draft.legs.push([from, set]);
      draft.visits.push(set);
    }
    return true;
  }

  #stops({ state, node, requirements }: ObjectCase, draft: Draft): Region[] | null {
    const spot = { node: state.parentOf(node), relation: state.liesOn(node) ? 'ON' : 'IN' } as const;
    const treatments = (['heated', 'toasted'] as const)
      .filter((latch) => requirements.some(({ kind }) => kind === latch) && !isFulfilled(state, node, { kind: latch }))
      .map((latch) => {
        const inside = state.isHeld(node) ? [] : devicesAround(state, latch, spot);
        return { latch, inside, region: this.#treatmentRegion(latch) };
      });
    const entered = treatments.filter(({ inside }) => inside.length === 0).map(({ region }) => region);
    if (entered.some(({ spots }) => spots.length === 0)) return null;
    const place = requirements.find((requirement): requirement is Place => requirement.kind === 'place');
    const isPlaced =
      place === undefined ||
      (entered.length > 0 ? entered.some((region) => this.#meets(region, place)) : isFulfilled(state, node, place));
    const leaves = !isPlaced || requirements.some(({ kind }) => kind === 'held');
    for (const { latch, inside } of treatments) {
      const running = { devices: this.#devicesFor(latch), inside, leaves };
      if (!this.#devices.addRun(state, running, draft)) return null;
      if (latch === 'toasted') draft.turn = this.#devices.exclusiveRun(state, running.devices);
    }
    if (isPlaced) return entered;
    const region = this.#regionFor(place.atoms);
    if (region.spots.length === 0 || !this.#devices.addEntry(state, region.spots, draft)) return null;
    return [...entered, region];
  }

  #meets(region: Region, { atoms }: Place): boolean {
    if (region.isMovable || this.#regionFor(atoms).isMovable) return true;
    return region.spots.some((spot) => atoms.some((atom) => wouldHold(this.#space.root, atom, spot)));
  }

  #regionFor(atoms: readonly PlaceAtom[]): Region {
    const { root, relevance } = this.#space;
    const isMovable = atoms.some(({ y }) => relevance.movable[y] === 1);
    const includes = (spot: Spot) => atoms.some((atom) => wouldHold(root, atom, spot));
    return this.#region(`where ${JSON.stringify(atoms)}`, isMovable, includes);
  }

  #regionAwayFrom(atoms: readonly PlaceAtom[]): Region {
    const { root, trays } = this.#space;
    const includes = (spot: Spot) => atoms.every((atom) => !wouldHold(root, atom, spot));
    return this.#region(`away ${JSON.stringify(atoms)}`, trays, includes);
  }

  #treatmentRegion(latch: Latch): Region {
    const { root, relevance } = this.#space;
    const isMovable = this.#devicesFor(latch).some((device) => relevance.movable[device] === 1);
    return this.#region(latch, isMovable, (spot) => devicesAround(root, latch, spot).length > 0);
  }

  #devicesFor(latch: Latch): readonly number[] {
    const { heats, toasts } = this.#space.root.tables;
    const kind = latch === 'heated' ? heats : toasts;
    return memoize(this.#devicesByLatch, latch, () => [...kind.keys()].filter((node) => kind[node] === 1));
  }

  #region(name: string, isMovable: boolean, includes: (spot: Spot) => boolean): Region {
    return memoize(this.#regions, name, () => {
      const spots = this.#space.reach.spots.filter(includes);
      const { everywhere } = this.#sets;
      const putFrom = isMovable ? everywhere : spots.reduce((set, { node }) => set | this.#sets.near(node), 0n);
      const takeFrom = isMovable ? everywhere : spots.reduce((set, { node }) => set | this.#sets.contents(node), 0n);
      return { spots, isMovable, putFrom, takeFrom };
    });
  }

  /** Picking up a support may be enough. */
  #departure({ state, node, requirements }: ObjectCase): readonly [must: boolean, can: boolean] {
    const { can } = this.#space;
    for (const requirement of requirements) {
      if (requirement.kind !== 'away' || isFulfilled(state, node, requirement)) continue;
      let isFreed = false;
      for (let at = node; at !== requirement.atoms[0].y && state.parentOf(at) >= 0; at = state.parentOf(at)) {
        isFreed ||= can.pick[state.parentOf(at)] === 1;
      }
      if (!isFreed) return [true, can.pick[node] === 1];
    }
    return [false, true];
  }
}
