/**
 * What a planner believes, as entries that can be compared with what it believed before.
 *
 * A belief is JSON in the planner's own terms. An entry is one text of it under a label that says where it stands; things that have a
 * name, such as LLM-State's key objects, stand under that name.
 *
 * @module
 */

export type BeliefEntry = { readonly label: string; readonly text: string };

export type ComparedEntry = BeliefEntry & {
  /** Against the belief before: there, not yet there, or no longer there. */
  readonly change: 'same' | 'new' | 'gone';
};

export function beliefEntries(belief: unknown, label = ''): BeliefEntry[] {
  if (typeof belief !== 'object' || belief === null) return [{ label, text: String(belief) }];
  if (Array.isArray(belief)) {
    if (belief.every(isFlat)) return belief.map((item) => ({ label, text: flatText(item) }));
    return belief.flatMap((item, at) => beliefEntries(item, isNamed(item) ? label : joined(label, String(at + 1))));
  }
  if (isNamed(belief)) {
    const { name, ...rest } = belief;
    const values = Object.entries(rest);
    const entries = values.flatMap(([key, value]) =>
      beliefEntries(value, values.length === 1 ? name : joined(name, key)),
    );
    return entries.length === 0 ? [{ label: name, text: '' }] : entries;
  }
  const told = Object.entries(belief).filter(([, value]) => value !== '');
  return told.flatMap(([key, value]) => beliefEntries(value, joined(label, key)));
}

/** Entries of now with those that have gone, by label in the order of now; without a belief before, nothing is new. */
export function comparedEntries(now: unknown, before: unknown): ComparedEntry[] {
  const [entries, old] = [beliefEntries(now), before === undefined ? null : beliefEntries(before)];
  if (old === null) return entries.map((entry) => ({ ...entry, change: 'same' }));
  const [known, kept] = [old, entries].map((list) => new Set(list.map(keyOf))) as [Set<string>, Set<string>];
  const compared: ComparedEntry[] = entries.map((entry) => ({
    ...entry,
    change: known.has(keyOf(entry)) ? 'same' : 'new',
  }));
  const gone = old.filter((entry) => !kept.has(keyOf(entry)));
  return [...compared, ...gone.map((entry): ComparedEntry => ({ ...entry, change: 'gone' }))];
}

/** Beliefs of one kind have the same keys: OLP notes sketches, plans and groundings in turn. */
export function beliefKind(belief: unknown): string {
  return isComposite(belief) && !Array.isArray(belief) ? Object.keys(belief).sort().join(' ') : typeof belief;
}

function keyOf({ label, text }: BeliefEntry): string {
  return JSON.stringify([label, text]);
}

function joined(label: string, key: string): string {
  return label === '' ? key : `${label} ${key}`;
}

function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A single value, or a fact such as `["on", "table", "K_block_1"]`. */
function isFlat(item: unknown): boolean {
  return !isComposite(item) || (Array.isArray(item) && item.every((part) => !isComposite(part)));
}

function flatText(item: unknown): string {
  return Array.isArray(item) ? `(${item.join(' ')})` : String(item);
}

function isNamed(value: unknown): value is { readonly name: string } {
  return isComposite(value) && 'name' in value && typeof value.name === 'string';
}
