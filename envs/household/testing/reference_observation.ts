/** The observation once more, slow and obvious: recomputed from scratch, list by list (LLM-State, Listing 3). */
import type { HouseholdObservation, Placed } from '../observation.ts';
import type { ReferenceHousehold, ReferenceThing } from './reference_household.ts';

export function referenceObservation(household: ReferenceHousehold): HouseholdObservation {
  const known: ReferenceThing[] = [];
  for (const thing of household.things.values()) {
    if (thing.seen && thing.category !== 'Rooms' && !household.hands.includes(thing)) known.push(thing);
  }
  const objects = known.filter(isObject);
  const containers = known.filter(isContainer);
  const surfaces = known.filter(isSurface);
  const near = known
    .filter((thing) => isObject(thing) || isContainer(thing) || isSurface(thing))
    .filter((thing) => household.isClose(thing) && household.isVisible(thing));
  const distance = (thing: ReferenceThing) => (thing.x - household.x) ** 2 + (thing.z - household.z) ** 2;
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

function isObject({ properties }: ReferenceThing): boolean {
  return properties.includes('GRABBABLE') || properties.includes('HAS_SWITCH');
}

function isContainer({ properties }: ReferenceThing): boolean {
  const opens = properties.includes('CAN_OPEN') && properties.includes('CONTAINERS');
  return opens && !properties.includes('GRABBABLE');
}

function isSurface({ properties }: ReferenceThing): boolean {
  return properties.includes('SURFACES');
}

function entry({ options }: ReferenceHousehold, { name, place: truth, lastKnown }: ReferenceThing): Placed {
  const place = options.perception === 'always' && options.misses === undefined ? truth : lastKnown;
  if (place === null) throw new Error(`"${name}" has no place, though it is neither a room nor held`);
  return { name, relation: place.relation, place: place.at.name };
}
