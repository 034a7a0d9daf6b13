/** README, "Invariants", defines evidence. */
import type { Action } from '../../env.ts';
import type { Dimension, Seen, SeenThing } from './lexicon.ts';

/** `ok` is the outcome as reported to the robot. */
export type ReportedAction = Readonly<{ action: Action; ok: boolean }>;

/** `after` is null at the start and after a look. */
export type Moment = Readonly<{ observation: Seen; after: ReportedAction | null }>;

export class Evidence {
  readonly #names = new Set<string>();
  readonly #classes = new Set<string>();
  readonly #carried = new Set<string>();
  readonly #reached = new Set<string>();
  #hasMoved = false;

  constructor([first, ...later]: readonly Moment[]) {
    let before = first;
    for (const moment of later) {
      if (before !== undefined) this.#add(before.observation, moment);
      before = moment;
    }
  }

  bearsOn(name: string, dimension: Dimension): boolean {
    if (this.#names.has(name)) return true;
    if (dimension === 'graspable') return this.#classes.has(classOf(name));
    if (dimension === 'near' && this.#reached.has(name)) return true;
    if (!this.#hasMoved) return false;
    return ['near', 'visible', 'robot'].includes(dimension) || (dimension === 'room' && this.#carried.has(name));
  }

  #add(before: Seen, { observation: now, after }: Moment): void {
    if (after !== null) {
      for (const name of after.action.args) {
        this.#classes.add(classOf(name));
        for (const seen of [before, now]) for (const kin of relatives(name, seen)) this.#names.add(kin);
      }
      if (after.ok && after.action.verb === 'move') this.#hasMoved = true;
    }
    if (before.room !== now.room) this.#hasMoved = true;
    for (const name of [...before.holding, ...now.holding]) this.#carried.add(name);
    for (const name of difference(before.holding, now.holding)) this.#names.add(name);
    for (const name of difference(before.closeTo, now.closeTo)) this.#reached.add(name);
    for (const name of changedPlaces(before, now)) this.#names.add(name);
  }
}

function classOf(name: string): string {
  return name.replace(/\d{1,9}$/, '');
}

function relatives(name: string, observation: Seen): Set<string> {
  const { rooms } = observation;
  const places = placesOf(observation);
  const above = new Set([name]);
  for (let at = places.get(name)?.place; at !== undefined && !above.has(at) && !rooms.includes(at); ) {
    above.add(at);
    at = places.get(at)?.place;
  }
  const below = new Set(rooms.includes(name) ? [] : [name]);
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const { name: thing, place } of places.values()) if (below.has(place)) below.add(thing);
  }
  return new Set([...above, ...below]);
}

const placesCache = new WeakMap<Seen, ReadonlyMap<string, SeenThing>>();

export function placesOf(observation: Seen): ReadonlyMap<string, SeenThing> {
  const cached = placesCache.get(observation);
  if (cached !== undefined) return cached;
  const places = new Map(LISTS.flatMap((list) => observation[list]).map((placed) => [placed.name, placed]));
  placesCache.set(observation, places);
  return places;
}

const LISTS = ['objects', 'containers', 'surfaces'] as const;

function* changedPlaces(before: Seen, now: Seen): Generator<string> {
  if (LISTS.every((list) => before[list] === now[list])) return;
  const [oldPlaces, newPlaces] = [placesOf(before), placesOf(now)];
  for (const name of new Set([...oldPlaces.keys(), ...newPlaces.keys()])) {
    const [old, placed] = [oldPlaces.get(name), newPlaces.get(name)];
    if (old?.place === placed?.place && old?.relation === placed?.relation) continue;
    yield* [name, ...[old, placed].flatMap((each) => each?.place ?? [])];
  }
}

function difference(before: readonly string[], now: readonly string[]): string[] {
  return [...before.filter((name) => !now.includes(name)), ...now.filter((name) => !before.includes(name))];
}
