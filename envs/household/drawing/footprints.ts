/** How much floor things take, for houses that do not say: ordinary sizes of their classes, none of a particular house. */

/** Metres along the wall at which a thing stands, and from that wall into the room. */
export type Footprint = readonly [along: number, deep: number];

/** What stands on the floor or hangs on a wall. */
const FURNITURE: ReadonlyMap<string, Footprint> = new Map([
  ['bathroomcabinet', [2.4, 0.16]],
  ['bathroomcounter', [2.4, 0.6]],
  ['bathtub', [1.7, 0.8]],
  ['bed', [1.8, 2.1]],
  ['bench', [1.5, 0.4]],
  ['bookshelf', [1.8, 0.35]],
  ['cabinet', [1.1, 0.45]],
  ['chair', [0.5, 0.5]],
  ['closet', [1.5, 0.6]],
  ['coffeetable', [1.1, 0.8]],
  ['desk', [1.7, 0.8]],
  ['dishwasher', [0.7, 0.65]],
  ['fridge', [0.8, 0.7]],
  ['garbagecan', [0.35, 0.35]],
  ['kitchencabinet', [0.7, 0.35]],
  ['kitchencounter', [1.9, 0.65]],
  ['kitchentable', [1.7, 1]],
  ['nightstand', [0.6, 0.5]],
  ['sofa', [2.2, 0.95]],
  ['stall', [1.3, 1.3]],
  ['stove', [0.8, 0.65]],
  ['toilet', [0.45, 0.65]],
  ['towelrack', [0.5, 0.1]],
  ['tvstand', [1.6, 0.5]],
  ['wallshelf', [0.9, 0.28]],
  ['washingmachine', [0.65, 0.6]],
]);

/** What stands on furniture, and stays there. */
const DEVICES: ReadonlyMap<string, Footprint> = new Map([
  ['coffeemaker', [0.3, 0.3]],
  ['computer', [0.5, 0.25]],
  ['faucet', [0.15, 0.15]],
  ['microwave', [0.55, 0.4]],
  ['printer', [0.4, 0.35]],
  ['radio', [0.4, 0.2]],
  ['sink', [0.55, 0.4]],
  ['tablelamp', [0.25, 0.25]],
  ['toaster', [0.3, 0.25]],
  ['tv', [1, 0.15]],
]);

/** Null for what is drawn as a dot. */
export function footprintOf(className: string): Footprint | null {
  return FURNITURE.get(className) ?? DEVICES.get(className) ?? null;
}
