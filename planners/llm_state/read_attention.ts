import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { ParseLog } from '../parse_log.ts';
import { readCalls, type Vocabulary } from '../read_calls.ts';

const VOCABULARY: Vocabulary = new Map([['add_related_objects', ['name']]]);
const PLACEHOLDER = 'object';
/** Ours. */
const KEY_OBJECTS_MAX = 200;

/** Accepts unobserved names and rooms, with a remark: the paper is silent on them. */
export function readAttention(
  reply: string,
  known: Readonly<{
    keyObjects: { readonly size: number; has(name: string): boolean };
    observation: HouseholdObservation;
  }>,
  log: ParseLog,
): { accepted: number; added: string[] } {
  let accepted = 0;
  const added = new Set<string>();
  const repeated = new Set<string>();
  for (const { args, line, text } of readCalls(reply, VOCABULARY, log)) {
    // Each entry of the state is one line.
    const name = (args[0] ?? '').replace(/\s+/g, ' ').trim();
    if (name === '' || name === PLACEHOLDER) {
      log.discard('argument', { line, text }, 'add_related_objects: names no object');
      continue;
    }
    const isRepeated = known.keyObjects.has(name) || added.has(name);
    if (!isRepeated && known.keyObjects.size + added.size >= KEY_OBJECTS_MAX) {
      log.discard('too_much', { line, text }, `add_related_objects: more than ${KEY_OBJECTS_MAX} key objects`);
      continue;
    }
    accepted++;
    if (isRepeated) repeated.add(name);
    else added.add(name);
  }
  const { objects, containers, surfaces, rooms, holding } = known.observation;
  const seen = new Set([...[...objects, ...containers, ...surfaces].map(({ name }) => name), ...holding]);
  log.remarkNames('already key objects', [...repeated]);
  const asRooms = rooms.filter((room) => added.has(room));
  const unseen = [...added].filter((name) => !seen.has(name) && !rooms.includes(name));
  log.remarkNames('rooms as key objects', asRooms);
  log.remarkNames('not in the observation', unseen);
  return { accepted, added: [...added] };
}
