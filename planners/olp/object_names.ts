/** Names of objects at the object level, as a model spells them. */

/** What two spellings of one name have in common: case, white space and a leading article do not matter. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(/^the /, '');
}

/** Names that every plan may use, and what they are to the robot. They are never grounded (see README, "Grounding"). */
const FIXED: ReadonlyMap<string, string> = new Map([
  ['hand', 'hand'],
  ['robot', 'hand'],
  ['robot hand', 'hand'],
  ["robot's hand", 'hand'],
  ['gripper', 'hand'],
  ['table', 'table'],
  ['table surface', 'table'],
  ['tabletop', 'table'],
  ['work surface', 'table'],
  ['air', 'air'],
  ['nothing', 'air'],
]);

/** `hand`, `table` or `air`; undefined for names that have to be grounded. */
export function fixedObject(name: string): 'hand' | 'table' | 'air' | undefined {
  return FIXED.get(nameKey(name)) as 'hand' | 'table' | 'air' | undefined;
}

/** `nameKey` of a name → the block, as the world spells it. */
export type Grounding = ReadonlyMap<string, string>;
