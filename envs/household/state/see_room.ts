/** Visible things can be seen and are in nothing closed. Linear in the nodes, however deep things lie. */
import { STATE_BITS } from '../scene/house_tables.ts';
import { IN, NONE, type StateColumns } from './state_columns.ts';

type Room = { readonly room: number; readonly seeable: Uint8Array };

const SHOWN = 1;
const HIDDEN = 2;

export function seeRoom({ parent, relation, states, seen, room: rooms }: StateColumns, { room, seeable }: Room): void {
  const verdicts = new Uint8Array(seen.length);
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || seeable[start] === 0 || rooms[start] !== room) continue;
    let verdict = verdicts[start]!;
    for (let node = start; verdict === 0; ) {
      const above = parent[node]!;
      if (above === NONE) verdict = SHOWN;
      else if (relation[node] === IN && (states[above]! & STATE_BITS.CLOSED) !== 0) verdict = HIDDEN;
      else verdict = verdicts[above]!;
      node = above;
    }
    // The verdict also serves all nodes on the way up, but not what hides them.
    for (let node = start; node !== NONE && verdicts[node] === 0; ) {
      const above = parent[node]!;
      verdicts[node] = verdict;
      const hides = relation[node] === IN && above !== NONE && (states[above]! & STATE_BITS.CLOSED) !== 0;
      node = hides ? NONE : above;
    }
    if (verdict === SHOWN) seen[start] = 1;
  }
}
