import { expect, test } from 'vitest';
import { OBSERVATION_SLOTS, observationSlots } from './observation_slots.ts';

test('observationSlots() prints each part of an observation as Listing 3 does', () => {
  const slots = observationSlots({
    world: 'household',
    objects: [
      { name: 'mug1', relation: 'ON', place: 'desk1' },
      { name: 'box1', relation: 'IN', place: 'bookshelf1' },
    ],
    containers: [],
    surfaces: [{ name: 'desk1', relation: 'IN', place: 'bedroom1' }],
    rooms: ['bathroom1', 'bedroom1'],
    holding: ['book2'],
    closeTo: ['mug1', 'desk1'],
    room: 'bedroom1',
  });
  expect(slots).toEqual({
    object_list: "['mug1 ON desk1', 'box1 IN bookshelf1']",
    container_list: '[]',
    surface_list: "['desk1 IN bedroom1']",
    room_list: "['bathroom1', 'bedroom1']",
    holding: "['book2']",
    close_to: "['mug1', 'desk1']",
    current_room: 'bedroom1',
  });
  expect(Object.keys(slots)).toEqual([...OBSERVATION_SLOTS]);
});
