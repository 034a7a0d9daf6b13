/** The bounds are our choice. */
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { ParseLog } from '../parse_log.ts';
import { PRIMITIVES, readCalls, type Vocabulary } from '../read_calls.ts';
import type { ObjectEntries } from './state_text.ts';

const ATTENTION: Vocabulary = new Map([['add_related_objects', ['name']]]);
const PLACEHOLDER = 'object';
const KEY_OBJECTS_MAX = 200;

/** Accepts rooms and unobserved names: the paper does not mention them. */
export function readAttention(
  reply: string,
  known: Readonly<{ keyObjects: Pick<ReadonlySet<string>, 'size' | 'has'>; observation: HouseholdObservation }>,
  log: ParseLog,
): { accepted: number; added: string[] } {
  let accepted = 0;
  const added = new Set<string>();
  const repeated = new Set<string>();
  for (const { args, line, text } of readCalls(reply, ATTENTION, log)) {
    const name = oneLine(args[0] ?? '');
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
    (isRepeated ? repeated : added).add(name);
  }
  const { objects, containers, surfaces, rooms, holding } = known.observation;
  const seen = new Set([...[...objects, ...containers, ...surfaces].map(({ name }) => name), ...holding, ...rooms]);
  log.remarkNames('already key objects', [...repeated]);
  const addedRooms = rooms.filter((room) => added.has(room));
  log.remarkNames('rooms as key objects', addedRooms);
  const unseen = [...added].filter((name) => !seen.has(name));
  log.remarkNames('not in the observation', unseen);
  return { accepted, added: [...added] };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Listings 4 and 2 name the same functions differently. */
const OBJECT_FUNCTIONS: Vocabulary = new Map(
  ['update_state', 'add_attribute'].map((name) => [name, ['name', 'line']] as const),
);
const SUMMARY_FUNCTIONS: Vocabulary = new Map(
  ['update_reasoning', 'generate_summary'].map((name) => [name, ['text']] as const),
);

const ATTRIBUTES_MAX = 20_000; // characters in a reply

export function readEstimate(
  reply: string,
  {
    keyObjects,
    parts,
  }: { keyObjects: Pick<ReadonlySet<string>, 'has'>; parts: Record<'objects' | 'summary', boolean> },
  log: ParseLog,
): { accepted: number; objects: ObjectEntries; reasoning: string | null } {
  const vocabulary = new Map([...(parts.objects ? OBJECT_FUNCTIONS : []), ...(parts.summary ? SUMMARY_FUNCTIONS : [])]);
  let accepted = 0;
  let summaries = 0;
  let attributesLength = 0;
  let reasoning: string | null = null;
  const objects = new Map<string, readonly string[]>();
  const repeated = new Set<string>();
  for (const { name, args, line, text } of readCalls(reply, vocabulary, log)) {
    if (SUMMARY_FUNCTIONS.has(name)) {
      summaries++;
      reasoning = args[0] || null;
    } else {
      const [object = '', attributes = ''] = args;
      if (!keyObjects.has(object)) {
        log.discard('not_asked', { line, text }, `${name}: not a key object`);
        continue;
      }
      if (attributesLength + attributes.length > ATTRIBUTES_MAX) {
        log.discard('too_much', { line, text }, `${name}: more than ${ATTRIBUTES_MAX} characters of attributes`);
        continue;
      }
      attributesLength += attributes.length;
      if (objects.has(object)) repeated.add(object);
      // The prompts print an unknown state as `[]`.
      const list = attributes
        .split('|')
        .map(oneLine)
        .filter((attribute) => attribute !== '' && attribute !== '[]');
      objects.set(object, list);
    }
    accepted++;
  }
  if (summaries > 1) log.remark(`the reply has ${summaries} summaries; the last one counts`);
  log.remarkNames('updated more than once; the last update counts', [...repeated]);
  return { accepted, objects, reasoning };
}

const STEPS_REQUESTED = 20; // "less than 20 steps" (Listing 5)
const STEPS_MAX = 1000; // above the step limit of any task

export function readPlan(reply: string, log: ParseLog): Action[] {
  const calls = readCalls(reply, PRIMITIVES, log);
  if (calls.length >= STEPS_REQUESTED) {
    log.remark(`the plan has ${calls.length} steps; the prompt asks for fewer than ${STEPS_REQUESTED}`);
  }
  for (const { name, line, text } of calls.slice(STEPS_MAX)) {
    log.discard('too_much', { line, text }, `${name}: more than ${STEPS_MAX} actions`);
  }
  return calls.slice(0, STEPS_MAX).map(({ name, args }) => ({ verb: name, args }));
}
