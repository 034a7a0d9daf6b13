/** The state of LLM-State, section IV-B, as Listings 3 to 7 print it. */

/** Key object → attributes. */
export type ObjectEntries = ReadonlyMap<string, readonly string[]>;

export type StateRepresentation = Readonly<{ objects: ObjectEntries; reasoning: string | null }>;

export function stateText(state: StateRepresentation, place: 'end' | 'start'): string {
  const entries = entryLines(state.objects).join('\n');
  if (state.reasoning === null) return entries;
  const reasoning = `Reasoning: ${state.reasoning}`;
  if (entries === '') return reasoning;
  return place === 'end' ? `${entries}\n\n\n${reasoning}` : `${reasoning}\n\n${entries}`;
}

export function entriesText(objects: ObjectEntries): string {
  return entryLines(objects)
    .map((line) => `${line}\n`)
    .join('');
}

function entryLines(objects: ObjectEntries): string[] {
  return Array.from(objects, ([name, attributes]) => `${name}: ${attributes.join(' | ') || '[]'}`);
}
