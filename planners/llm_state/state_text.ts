/**
 * The state representation (LLM-State, section IV-B) as prompt text, without empty parts. The listings print it in four
 * ways: a blank line after the entries (3 and 4), summary two blank lines below (5), summary above (7), no summary (6).
 */

/** Key object → attributes in order of discovery. Key objects only grow. */
export type ObjectEntries = ReadonlyMap<string, readonly string[]>;

export type StateRepresentation = { readonly objects: ObjectEntries; readonly reasoning: string | null };

export function stateText(state: StateRepresentation, place: 'end' | 'start'): string {
  const entries = entryLines(state.objects).join('\n');
  if (state.reasoning === null) return entries;
  const reasoning = `Reasoning: ${state.reasoning}`;
  if (entries === '') return reasoning;
  return place === 'end' ? `${entries}\n\n\n${reasoning}` : `${reasoning}\n\n${entries}`;
}

/** A blank line follows the entries. */
export function entriesText(objects: ObjectEntries): string {
  return entryLines(objects)
    .map((line) => `${line}\n`)
    .join('');
}

function entryLines(objects: ObjectEntries): string[] {
  return Array.from(objects, ([name, attributes]) => `${name}: ${attributes.join(' | ') || '[]'}`);
}
