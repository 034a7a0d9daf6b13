/** Removes blocks of moves (Zeller and Hildebrandt 2002), then things, until all are needed. */
import { z } from 'zod';
import type { HouseCase, Move } from './play_tracker.ts';

type Fails = (candidate: HouseCase) => boolean | Promise<boolean>;

const ROUNDS_MAX = 100;

export async function shrinkCase(failing: HouseCase, fails: Fails): Promise<HouseCase> {
  let best = failing;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = best;
    best = await removeMoves(best, fails);
    best = await simplifyHouse(best, fails);
    if (best === before) break;
  }
  return best;
}

async function removeMoves(failing: HouseCase, fails: Fails): Promise<HouseCase> {
  let best = failing;
  for (let size = best.moves.length; size >= 1; size -= 1) {
    for (let end = best.moves.length; end > 0; end -= size) {
      const candidate = { ...best, moves: [...best.moves.slice(0, Math.max(0, end - size)), ...best.moves.slice(end)] };
      if (await fails(candidate)) best = candidate;
    }
  }
  return best;
}

async function simplifyHouse(failing: HouseCase, fails: Fails): Promise<HouseCase> {
  let best = failing;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const simpler = await firstThatFails(simplerHouses(best), fails);
    if (simpler === null) break;
    best = simpler;
  }
  return best;
}

const STEPS_MAX = 1_000;

async function firstThatFails(candidates: Iterable<HouseCase>, fails: Fails): Promise<HouseCase | null> {
  for (const candidate of candidates) if (await fails(candidate)) return candidate;
  return null;
}

const place = z.record(z.string(), z.unknown()).and(z.object({ is: z.string() }));

/** VirtualHome's graphs do not match and stay whole. */
const houseFile = z.looseObject({ robot: z.string(), rooms: z.array(place), things: z.array(place) });

type HouseFile = z.infer<typeof houseFile>;

function* simplerHouses({ house, moves }: HouseCase): Generator<HouseCase> {
  const read = houseFile.safeParse(JSON.parse(house));
  if (!read.success) return;
  const file = read.data;
  // within the robot's reach
  const rooms = file.rooms.map((room) => ({ ...room, anchor: [0, 0] }));
  const gathered = JSON.stringify({
    ...file,
    rooms,
    things: file.things.map((thing) => ({ ...thing, at: [0, 0, 0] })),
  });
  if (gathered !== JSON.stringify(file)) yield { house: gathered, moves };
  for (let at = file.things.length - 1; at >= 0; at -= 1) yield remove(file, moves, 'things', at);
  for (let at = file.rooms.length - 1; at >= 0; at -= 1) {
    if (file.rooms[at]?.is !== file.robot) yield remove(file, moves, 'rooms', at);
  }
  for (const [at, thing] of file.things.entries()) {
    for (const simple of simplerThings(thing, file.robot)) {
      yield { house: JSON.stringify({ ...file, things: file.things.with(at, simple) }), moves };
    }
  }
}

type Thing = HouseFile['things'][number];

function* simplerThings(thing: Thing, room: string): Generator<Thing> {
  const { locked, ungraspable, requiresClosed, states, ...plain } = thing;
  if ('locked' in thing || 'ungraspable' in thing || 'requiresClosed' in thing)
    yield { ...plain, ...(states === undefined ? {} : { states }) };
  if (Array.isArray(states) && states.length > 0) yield { ...thing, states: [] };
  if (JSON.stringify(thing['at']) !== '[0,0,0]') yield { ...thing, at: [0, 0, 0] };
  if (thing['in'] !== room) {
    const { in: _, on: __, ...placeless } = thing;
    yield { ...placeless, is: thing.is, in: room };
  }
}

/** Moves contents to the removed thing's place, and renumbers names within their class. */
function remove(file: HouseFile, moves: readonly Move[], list: 'rooms' | 'things', at: number): HouseCase {
  const removed = file[list][at]!;
  const remaining = file[list].toSpliced(at, 1);
  const { in: inside = file.robot, on } = removed as { in?: unknown; on?: unknown };
  const newPlace = on === undefined ? { in: inside } : { on };
  const smaller = { ...file, [list]: remaining };
  const things = smaller.things.map((thing) => {
    if (thing['in'] !== removed.is && thing['on'] !== removed.is) return thing;
    const { in: _, on: __, ...placeless } = thing;
    return { ...placeless, is: thing.is, ...newPlace };
  });
  const names = renumber(file, removed.is);
  const rename = (text: string) =>
    text.replaceAll(/"([a-z_]+\d+)"/g, (quoted, name: string) => names.get(name) ?? quoted);
  return {
    house: rename(JSON.stringify({ ...smaller, things })),
    moves: JSON.parse(rename(JSON.stringify(moves))) as Move[],
  };
}

function renumber({ rooms, things }: HouseFile, removed: string): Map<string, string> {
  const [className, number] = splitName(removed);
  return new Map(
    [...rooms, ...things].flatMap(({ is }) => {
      const [otherClass, count] = splitName(is);
      return otherClass === className && count > number ? [[is, `"${className}${count - 1}"`] as const] : [];
    }),
  );
}

function splitName(name: string): [className: string, number: number] {
  const digits = /(?<!\d)\d+$/.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - digits.length), Number(digits)];
}
