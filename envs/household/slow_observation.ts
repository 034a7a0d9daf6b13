/**
 * The observation once more, slow and obvious: recomputed from scratch, list by list (LLM-State, Listing 3).
 *
 * @module
 */
import type { HouseholdObservation, Placed } from '../env.ts';
import type { SlowHousehold, SlowThing } from './slow_household.ts';

/** What the robot knows by its eyes in a slow household. */
export function slowObservation(household: SlowHousehold): HouseholdObservation {
  const known: SlowThing[] = [];
  for (const thing of household.things.values()) {
    if (thing.seen && thing.category !== 'Rooms' && !household.hands.includes(thing)) known.push(thing);
  }
  const objects = known.filter(isObject);
  const containers = known.filter(isContainer);
  const surfaces = known.filter(isSurface);
  const near = known
    .filter((thing) => isObject(thing) || isContainer(thing) || isSurface(thing))
    .filter((thing) => household.isClose(thing) && household.isVisible(thing));
  const distance = (thing: SlowThing) => (thing.x - household.x) ** 2 + (thing.z - household.z) ** 2;
  return {
    world: 'household',
    objects: objects.map((thing) => entry(household, thing)),
    containers: containers.map((thing) => entry(household, thing)),
    surfaces: surfaces.map((thing) => entry(household, thing)),
    rooms: [...household.things.values()].filter(({ category }) => category === 'Rooms').map(({ name }) => name),
    holding: household.hands.filter((thing) => thing !== null).map(({ name }) => name),
    closeTo: near.toSorted((a, b) => distance(a) - distance(b)).map(({ name }) => name),
    room: household.room.name,
  };
}

function isObject({ properties }: SlowThing): boolean {
  return properties.includes('GRABBABLE') || properties.includes('HAS_SWITCH');
}

function isContainer({ properties }: SlowThing): boolean {
  const opens = properties.includes('CAN_OPEN') && properties.includes('CONTAINERS');
  return opens && !properties.includes('GRABBABLE');
}

function isSurface({ properties }: SlowThing): boolean {
  return properties.includes('SURFACES');
}

/** Who perceives all the time, and everything, knows where things are; who does not, where they were. */
function entry({ options }: SlowHousehold, { name, place: truth, lastKnown }: SlowThing): Placed {
  const place = options.perception === 'always' && options.misses === undefined ? truth : lastKnown;
  if (place === null) throw new Error(`"${name}" has no place, though it is neither a room nor held`);
  return { name, relation: place.relation, place: place.at.name };
}
