/** Routines after which trackers often err. */
import type { Action } from '../../../envs/env.ts';
import { pickAction } from '../../../envs/household/kit/walk_by.ts';
import type { HouseholdObservation, Placed } from '../../../envs/household/observation.ts';
import { CLASSES, type State } from '../../../envs/household/scene/class_table.ts';
import type { House } from '../../../envs/household/scene/house.ts';
import type { Move } from './play_tracker.ts';

export type Situation = Readonly<{
  house: House;
  hands: number;
  observation: HouseholdObservation;
  holds: (name: string | undefined, state: State) => boolean;
  choose: () => number;
}>;

export type Routine = (now: Situation) => Generator<Move>;

export const ROUTINES = {
  *doors(now) {
    const containers = upToThree(now, openable(now));
    for (const name of containers) yield* open(now, name);
    if (oneIn(now, 2)) yield* leave(now);
    for (const name of containers) if (oneIn(now, 2)) yield* close(now, name);
  },
  *switches(now) {
    const devices = upToThree(now, thingsThat(now, 'HAS_SWITCH'));
    for (const name of devices) yield* switchOn(now, name);
    yield* oneIn(now, 2) ? leave(now) : open(now, pick(now, openable(now)));
    for (const name of devices) if (oneIn(now, 2)) yield* switchOff(now, name);
  },
  *heat(now) {
    const device = pick(
      now,
      thingsThat(now, 'HAS_SWITCH', 'CONTAINERS').filter((name) => isHeater(now, name)),
    );
    if (oneIn(now, 3)) yield* switchOn(now, device);
    for (const name of oneOrTwo(now, takeable(now))) yield* putIn(now, name, device);
    yield* switchOff(now, device);
    yield* switchOn(now, device);
    yield* switchOff(now, device);
    for (const name of thingsAt(now, device)) yield* take(now, name);
  },
  *putAway(now) {
    const container = pick(now, openable(now));
    const names = oneOrTwo(now, takeable(now));
    for (const name of names) yield* putIn(now, name, container);
    yield* close(now, container);
    if (oneIn(now, 2)) yield* leave(now);
    if (oneIn(now, 2)) yield* oneIn(now, 2) ? open(now, container) : go(now, pick(now, names), 'pickup');
  },
  *takeOut(now) {
    const container = pick(now, openable(now));
    for (let time = 0; time < 2; time += 1) {
      yield* open(now, container);
      yield* close(now, container);
    }
    const name = pick(now, thingsAt(now, container));
    yield* take(now, name);
    yield* close(now, container);
    if (oneIn(now, 2)) yield* putDown(now, name);
    yield* open(now, container);
  },
  *bothHands(now) {
    for (const name of upToThree(now, takeable(now)).slice(0, now.hands)) yield* take(now, name);
    yield* go(now, pick(now, takeable(now)), 'pickup');
    yield* go(now, pick(now, thingsThat(now, 'CAN_OPEN')), oneIn(now, 2) ? 'open' : 'close');
    if (oneIn(now, 2)) yield* leave(now);
    yield* putDown(now, pick(now, now.observation.holding));
  },
  *provokeRefusals(now) {
    const container = pick(now, openable(now));
    const device = pick(now, thingsThat(now, 'HAS_SWITCH'));
    if (oneIn(now, 2)) yield* open(now, container);
    yield* leave(now);
    for (const name of upToThree(now, takeable(now))) yield* take(now, name);
    if (container !== undefined) yield { verb: now.holds(container, 'OPEN') ? 'close' : 'open', args: [container] };
    yield* go(now, device, now.holds(device, 'ON') ? 'switchoff' : 'switchon');
  },
  *putBack(now) {
    const name = pick(now, takeable(now));
    const before = placeOf(now, name);
    yield* take(now, name);
    if (oneIn(now, 3)) yield* leave(now);
    if (before !== undefined) yield* go(now, before.place, before.relation === 'IN' ? 'placein' : 'placeon', name);
  },
  *loadCarrier(now) {
    const carrier = pick(now, thingsThat(now, 'GRABBABLE', 'SURFACES'));
    if (oneIn(now, 2)) yield* putIn(now, carrier, pick(now, thingsThat(now, 'CONTAINERS')));
    const load = pick(now, takeable(now));
    yield* take(now, load);
    yield* go(now, carrier, 'placeon', load);
    if (oneIn(now, 2)) yield* close(now, placeOf(now, carrier)?.place);
    else yield* take(now, carrier);
    if (oneIn(now, 2)) yield* putDown(now, carrier);
  },
  *carry(now) {
    const { room } = now.observation;
    const name = pick(now, takeable(now));
    yield* take(now, name);
    yield* leave(now);
    yield* putDown(now, name);
    yield move(room);
  },
} as const satisfies Readonly<Record<string, Routine>>;

/** More steps than a short memory holds. */
const LINGER_STEPS = 10;
const WAIT: Action = { verb: 'wait', args: [] };

export function* explore({ observation: { rooms, room } }: Situation): Generator<Move> {
  for (const each of [...rooms.filter((name) => name !== room), room]) yield move(each);
}

export function* linger(now: Situation): Generator<Move> {
  const { room } = now.observation;
  yield* leave(now);
  for (let step = 0; step < LINGER_STEPS; step += 1) yield oneIn(now, 4) ? 'look' : WAIT;
  yield move(room);
}

export function* randomAction(now: Situation): Generator<Move> {
  yield pickAction(now.observation, now.house.names, now.choose());
}

function* take(now: Situation, name: string | undefined): Generator<Move> {
  if (name === undefined || now.observation.holding.includes(name)) return;
  const placed = placeOf(now, name);
  if (placed?.relation === 'IN') yield* open(now, placed.place);
  yield* freeHand(now);
  yield* go(now, name, 'pickup');
}

function* putIn(now: Situation, name: string | undefined, container: string | undefined): Generator<Move> {
  if (name === container) return;
  yield* take(now, name);
  yield* open(now, container);
  yield* go(now, container, 'placein', name);
}

function* putDown(now: Situation, name: string | undefined): Generator<Move> {
  const near = now.observation.surfaces.filter((each) => now.observation.closeTo.includes(each.name));
  yield* go(now, pick(now, near.length > 0 ? near : now.observation.surfaces)?.name, 'placeon', name);
}

function* freeHand(now: Situation): Generator<Move> {
  if (now.observation.holding.length >= now.hands) yield* putDown(now, pick(now, now.observation.holding));
}

function* open(now: Situation, name: string | undefined): Generator<Move> {
  if (!now.holds(name, 'CLOSED')) return;
  yield* switchOff(now, name);
  yield* freeHand(now);
  yield* go(now, name, 'open');
}

function* close(now: Situation, name: string | undefined): Generator<Move> {
  if (now.holds(name, 'OPEN')) yield* go(now, name, 'close');
}

function* switchOn(now: Situation, name: string | undefined): Generator<Move> {
  if (!now.holds(name, 'OFF')) return;
  yield* close(now, name);
  yield* freeHand(now);
  yield* go(now, name, 'switchon');
}

function* switchOff(now: Situation, name: string | undefined): Generator<Move> {
  if (!now.holds(name, 'ON')) return;
  yield* freeHand(now);
  yield* go(now, name, 'switchoff');
}

function* go(now: Situation, name: string | undefined, verb: string, held?: string): Generator<Move> {
  if (name === undefined || (verb.startsWith('place') && held === undefined)) return;
  if (!now.observation.closeTo.includes(name)) yield move(name);
  yield { verb, args: held === undefined ? [name] : [held, name] };
}

function move(name: string): Action {
  return { verb: 'move', args: [name] };
}

function* leave(now: Situation): Generator<Move> {
  const rooms = now.observation.rooms.filter((room) => room !== now.observation.room);
  const room = pick(now, rooms);
  if (room !== undefined) yield move(room);
}

function oneOrTwo(now: Situation, names: readonly string[]): string[] {
  return upToThree(now, names).slice(0, 1 + (now.choose() % 2));
}

function upToThree(now: Situation, names: readonly string[]): string[] {
  const first = pick(now, names);
  if (first === undefined) return [];
  const others = names.filter((name) => name !== first);
  const sameClass = others.filter((name) => classOf(now, name) === classOf(now, first));
  const second = pick(now, sameClass.length > 0 && oneIn(now, 2) ? sameClass : others);
  const unchosen = others.filter((name) => name !== second);
  return [first, second, oneIn(now, 2) ? pick(now, unchosen) : undefined].filter((name) => name !== undefined);
}

function classOf({ house }: Situation, name: string): string {
  return nodeOf(house, name)?.className ?? '';
}

function nodeOf({ nodes, indexOf }: House, name: string): House['nodes'][number] | undefined {
  return nodes[indexOf.get(name) ?? -1];
}

function isHeater(now: Situation, name: string): boolean {
  const { heats = false, toasts = false } = CLASSES.get(classOf(now, name)) ?? {};
  return heats || toasts;
}

function placedThings({ objects, containers, surfaces }: HouseholdObservation): Placed[] {
  return [...objects, ...containers, ...surfaces];
}

function placeOf({ observation }: Situation, name: string | undefined): Placed | undefined {
  return placedThings(observation).find((each) => each.name === name);
}

function thingsAt({ observation }: Situation, place: string | undefined): string[] {
  return observation.objects.filter((each) => each.place === place).map(({ name }) => name);
}

function thingsThat({ house, observation }: Situation, ...properties: readonly string[]): string[] {
  const names = new Set(placedThings(observation).map(({ name }) => name));
  const propertiesOf = (name: string) => nodeOf(house, name)?.properties ?? [];
  return [...names].filter((name) => properties.every((property) => propertiesOf(name).includes(property)));
}

function takeable(now: Situation): string[] {
  return thingsThat(now, 'GRABBABLE');
}

function openable(now: Situation): string[] {
  return thingsThat(now, 'CAN_OPEN', 'CONTAINERS');
}

function pick<T>({ choose }: Situation, list: readonly T[]): T | undefined {
  return list[choose() % list.length];
}

function oneIn({ choose }: Situation, count: number): boolean {
  return choose() % count === 0;
}
