/**
 * The houses in which trackers and planners are tried unless others are given.
 *
 * @module
 */
import * as fc from 'fast-check';
import { arbitraryHouseOf } from '../../../envs/household/kit/arbitrary_house.ts';

const ALWAYS = ['kitchentable', 'fridge', 'mug', 'breadslice', 'toaster', 'microwave'];

/** With what there always is, each makes two of a class, or of what opens, three. */
const TWINS = [
  ['fridge', 'plate'],
  ['microwave', 'plate'],
  ['toaster', 'plate'],
  ['mug', 'breadslice'],
  ['kitchencabinet', 'kitchencabinet'],
  ['lightswitch', 'lightswitch'],
];

/** Houses in which there is something of everything to do, and two of something, much of it within reach. */
export const FURNISHED = fc.oneof(
  ...TWINS.map((twins) =>
    arbitraryHouseOf({
      roomsMax: 3,
      thingsMax: 7,
      always: [...ALWAYS, ...twins],
      classNames: ['book', 'plate', 'mug', 'box', 'milk', 'breadslice', 'kitchencabinet', 'bookshelf', 'lightswitch'],
      spreadM: 1,
      flawsOneIn: 8,
    }),
  ),
);
