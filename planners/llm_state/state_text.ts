/**
 * The state representation (LLM-State, section IV-B): object entries with attributes and a retrospective summary, and its
 * text in the prompts.
 *
 * The listings print it in four ways: with one blank line after the entries in the prompts of Attention and State
 * Estimator (Listings 3 and 4), with the summary two blank lines below the entries (Listing 5), with the summary above
 * them (Listing 7), and without one (Listing 6). A part that is empty is left out, with the lines that set it apart.
 */

/** Key object → attributes, in the order of discovery. Key objects only grow. */
export type ObjectEntries = ReadonlyMap<string, readonly string[]>;

export type StateRepresentation = {
  readonly objects: ObjectEntries;
  /** The retrospective summary; null where there is none. */
  readonly reasoning: string | null;
};

/** What the Policy reads; `place` says where the summary stands. */
export function stateText(state: StateRepresentation, place: 'end' | 'start'): string {
  const entries = entryLines(state.objects).join('\n');
  if (state.reasoning === null) return entries;
  const reasoning = `Reasoning: ${state.reasoning}`;
  if (entries === '') return reasoning;
  return place === 'end' ? `${entries}\n\n\n${reasoning}` : `${reasoning}\n\n${entries}`;
}

/** What Attention and State Estimator read: the entries alone, each line closed, so that a blank line follows. */
export function entriesText(objects: ObjectEntries): string {
  return entryLines(objects)
    .map((line) => `${line}\n`)
    .join('');
}

function entryLines(objects: ObjectEntries): string[] {
  return Array.from(objects, ([name, attributes]) => `${name}: ${attributes.join(' | ') || '[]'}`);
}
