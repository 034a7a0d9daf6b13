import { expect, test } from 'vitest';
import { historyText, OBSERVATION_SLOTS, observationSlots } from './observation_slots.ts';

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

test('historyText() prints actions with their success as Listing 4 does', () => {
  expect(historyText([])).toBe('[]');
  expect(
    historyText([
      { action: { verb: 'placein', args: ['cup1', 'cupboard1'] }, ok: true },
      { action: { verb: 'wait', args: [] }, ok: false },
    ]),
  ).toBe(`["['placein', 'cup1', 'cupboard1'](Success)", "['wait'](Fail)"]`);
});

test('historyText() quotes a name with quotes twice, as Python does', () => {
  expect(historyText([{ action: { verb: 'move', args: ["Tom's mug"] }, ok: true }])).toBe(
    `['[\\'move\\', "Tom\\'s mug"](Success)']`,
  );
});
