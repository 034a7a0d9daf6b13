/**
 * What a robot has learned between two moments: which things an action, its result or a change in what is seen bears on.
 *
 * The definition stands in README.md, "Invariants".
 *
 * @module
 */
import type { Action } from '../../env.ts';
import type { Dimension, Seen, SeenThing } from './lexicon.ts';

/** An action, and whether the robot was told that it was carried out. */
export type Done = { readonly action: Action; readonly ok: boolean };

/** A moment: what is seen, and the action that led to it; none at the start and after a look. */
export type Moment = { readonly observation: Seen; readonly after: Done | null };

/** What the moments after the first tell of. */
export class Evidence {
  readonly #names = new Set<string>();
  readonly #classes = new Set<string>();
  readonly #carried = new Set<string>();
  /** What came into reach, or out of it. */
  readonly #reached = new Set<string>();
  #hasMoved = false;

  constructor([first, ...later]: readonly Moment[]) {
    let before = first;
    for (const moment of later) {
      if (before !== undefined) this.#add(before.observation, moment);
      before = moment;
    }
  }

  /** Whether some of it bears on what is believed of a thing or room in this regard. */
  bearsOn(name: string, dimension: Dimension): boolean {
    if (this.#names.has(name)) return true;
    if (dimension === 'graspable') return this.#classes.has(classOf(name));
    if (dimension === 'near' && this.#reached.has(name)) return true;
    if (!this.#hasMoved) return false;
    return WHERE_THE_ROBOT_IS.includes(dimension) || (dimension === 'room' && this.#carried.has(name));
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
    for (const [name, places] of changedPlaces(before, now))
      for (const each of [name, ...places]) this.#names.add(each);
  }
}

/** What depends on where the robot stands. */
const WHERE_THE_ROBOT_IS: readonly Dimension[] = ['near', 'visible', 'robot'];

/** `mug` for `mug1`. */
function classOf(name: string): string {
  return name.replace(/\d{1,9}$/, '');
}

/** The thing, all that it is on or in short of a room, and all that is on or in it. */
function relatives(name: string, observation: Seen): Set<string> {
  const places = placesOf(observation);
  const above = bearersOf(name, places, observation);
  const below = [...places.keys()].filter((other) => bearersOf(other, places, observation).has(name));
  return new Set([name, ...above, ...below]);
}

/** What a thing is on or in, and what that is on or in, short of the room; bounded, for what is seen may be wrong. */
function bearersOf(name: string, places: ReadonlyMap<string, SeenThing>, { rooms }: Seen): Set<string> {
  const bearers = new Set<string>();
  for (let at = places.get(name)?.place; at !== undefined && !bearers.has(at) && !rooms.includes(at); ) {
    bearers.add(at);
    at = places.get(at)?.place;
  }
  return bearers;
}

/** Each thing that is listed, with its place. */
export function placesOf({ objects, containers, surfaces }: Seen): Map<string, SeenThing> {
  return new Map([...objects, ...containers, ...surfaces].map((placed) => [placed.name, placed]));
}

/** Things that came, went or are elsewhere, with where they were and are. */
function* changedPlaces(before: Seen, now: Seen): Generator<[string, string[]]> {
  const lists = ['objects', 'containers', 'surfaces'] as const;
  if (lists.every((list) => before[list] === now[list])) return; // shared where nothing has changed
  const [then, since] = [placesOf(before), placesOf(now)];
  for (const name of new Set([...then.keys(), ...since.keys()])) {
    const [old, placed] = [then.get(name), since.get(name)];
    if (old?.place === placed?.place && old?.relation === placed?.relation) continue;
    yield [name, [old, placed].flatMap((each) => each?.place ?? [])];
  }
}

function difference(before: readonly string[], now: readonly string[]): string[] {
  return [...before.filter((name) => !now.includes(name)), ...now.filter((name) => !before.includes(name))];
}
