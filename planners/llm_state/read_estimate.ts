/** Listing 4 and Listing 2 name the same functions differently. */
import type { ParseLog } from '../parse_log.ts';
import { readCalls, type Vocabulary } from '../read_calls.ts';
import type { ObjectEntries } from './state_text.ts';

const OBJECT_FUNCTIONS: Vocabulary = new Map(
  ['update_state', 'add_attribute'].map((name) => [name, ['name', 'line']] as const),
);
const SUMMARY_FUNCTIONS: Vocabulary = new Map(
  ['update_reasoning', 'generate_summary'].map((name) => [name, ['text']] as const),
);
const BOTH: Vocabulary = new Map([...OBJECT_FUNCTIONS, ...SUMMARY_FUNCTIONS]);

/** Ours: characters in a reply. */
const ATTRIBUTES_MAX = 20_000;

/** `parts`: what an ablation keeps. */
export function readEstimate(
  reply: string,
  known: Readonly<{
    keyObjects: { has(name: string): boolean };
    parts: Readonly<{ objects: boolean; summary: boolean }>;
  }>,
  log: ParseLog,
): { accepted: number; objects: ObjectEntries; reasoning: string | null } {
  const { objects: hasObjects, summary: hasSummary } = known.parts;
  const vocabulary = hasObjects && hasSummary ? BOTH : hasObjects ? OBJECT_FUNCTIONS : SUMMARY_FUNCTIONS;
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
      if (!known.keyObjects.has(object)) {
        log.discard('not_asked', { line, text }, `${name}: not a key object`);
        continue;
      }
      if (attributesLength + attributes.length > ATTRIBUTES_MAX) {
        log.discard('too_much', { line, text }, `${name}: more than ${ATTRIBUTES_MAX} characters of attributes`);
        continue;
      }
      attributesLength += attributes.length;
      if (objects.has(object)) repeated.add(object);
      objects.set(object, attributesOf(attributes));
    }
    accepted++;
  }
  if (summaries > 1) log.remark(`the summary is given ${summaries} times; the last one stands`);
  log.remarkNames('updated more than once; the last update stands', [...repeated]);
  return { accepted, objects, reasoning };
}

/** The prompts print an unknown state as `[]`. */
function attributesOf(text: string): string[] {
  return text
    .split('|')
    .map((attribute) => attribute.replace(/\s+/g, ' ').trim())
    .filter((attribute) => attribute !== '' && attribute !== '[]');
}
