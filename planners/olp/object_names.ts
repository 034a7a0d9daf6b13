/** Ignores case, white space and a leading article. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(/^the /, '');
}

/** Never grounded (see README, "Grounding"). */
const FIXED = [
  ['hand', ['hand', 'robot', 'robot hand', "robot's hand", 'gripper']],
  ['table', ['table', 'table surface', 'tabletop', 'work surface']],
  ['air', ['air', 'nothing']],
] as const;

export function fixedObject(name: string): 'hand' | 'table' | 'air' | undefined {
  const key = nameKey(name);
  return FIXED.find(([, names]) => (names as readonly string[]).includes(key))?.[0];
}

/** `nameKey` of a name → block. */
export type Grounding = ReadonlyMap<string, string>;
