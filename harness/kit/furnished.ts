/**
 * The houses in which trackers and planners are tried unless others are given.
 *
 * @module
 */
import { arbitraryHouseOf } from '../../envs/household/kit/arbitrary_house.ts';

/** Houses in which there is something of everything to do, much of it within reach. */
export const FURNISHED = arbitraryHouseOf({
  roomsMax: 3,
  thingsMax: 12,
  always: ['kitchentable', 'fridge', 'mug', 'breadslice', 'toaster', 'microwave'],
  classNames: ['book', 'plate', 'mug', 'box', 'milk', 'breadslice', 'kitchencabinet', 'bookshelf', 'lightswitch'],
  spreadM: 2,
  flawsOneIn: 8,
});
