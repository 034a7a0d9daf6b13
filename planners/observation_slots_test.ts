import { expect, test } from 'vitest';
import { historyText, OBSERVATION_SLOTS, observationSlots } from './observation_slots.ts';
import { inKitchen, placed } from './testing/household_play.ts';

test('observationSlots() prints each part of an observation as Listing 3 does', () => {
  const seen = {
    objects: ['mug1 ON desk1', 'box1 IN bookshelf1'].map(placed),
    surfaces: [placed('desk1 IN bedroom1')],
  };
  const near = { rooms: ['bathroom1', 'bedroom1'], holding: ['book2'], closeTo: ['mug1', 'desk1'], room: 'bedroom1' };
  const slots = observationSlots(inKitchen({ ...seen, ...near }));
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
  const placing = { action: { verb: 'placein', args: ['cup1', 'cupboard1'] }, ok: true };
  const waiting = { action: { verb: 'wait', args: [] }, ok: false };
  expect(historyText([placing, waiting])).toBe(`["['placein', 'cup1', 'cupboard1'](Success)", "['wait'](Fail)"]`);
  const quoted = [{ action: { verb: 'move', args: ["Tom's mug"] }, ok: true }];
  expect(historyText(quoted)).toBe(`['[\\'move\\', "Tom\\'s mug"](Success)']`);
});
