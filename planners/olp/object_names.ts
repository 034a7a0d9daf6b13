/** Ignores case, white space and a leading article. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(/^the /, '');
}

/** Names that every plan may use; never grounded (see README, "Grounding"). */
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

export function fixedObject(name: string): 'hand' | 'table' | 'air' | undefined {
  return FIXED.get(nameKey(name)) as 'hand' | 'table' | 'air' | undefined;
}

/** `nameKey` of a name → the block in the world's spelling. */
export type Grounding = ReadonlyMap<string, string>;
