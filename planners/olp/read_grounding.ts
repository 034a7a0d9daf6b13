/** OLP, section IV-A, which assumes an exact mapping. */
import { z } from 'zod';
import type { Reading, Unusable } from '../ask_until_read.ts';
import type { FunctionalUnit } from '../foon/foon.ts';
import type { ParseLog } from '../parse_log.ts';
import { fixedObject, type Grounding, nameKey } from './object_names.ts';
import { issueText, readObject } from './read_plan.ts';

const MappingJson = z.record(z.string().max(200), z.union([z.string().max(200), z.null()]), {
  error: 'an object with texts as values',
});

export function namesToGround(units: readonly FunctionalUnit[]): string[] {
  const outputs = units.flatMap((unit) => unit.outputs).filter(({ label }) => fixedObject(label) === undefined);
  const names = outputs.flatMap(({ label, states }) => {
    return [label, ...states.flatMap((state) => (state.kind === 'related' ? [state.object] : []))];
  });
  const spellings = Map.groupBy(names, nameKey);
  return Array.from(spellings.values(), ([first]) => first!).filter((name) => fixedObject(name) === undefined);
}

type Known = Readonly<{ names: readonly string[]; blocks: readonly string[] }>;

export function readGrounding(reply: string, { names, blocks }: Known, log: ParseLog): Reading<Grounding> {
  const json = readObject(reply, log);
  if (!json.ok) return json;
  const { line } = json;
  const mapping = MappingJson.safeParse(json.value);
  const refusal = (failure: 'schema' | 'grounding', text: string, problem: string): Unusable => {
    log.discard(failure === 'schema' ? 'malformed' : 'argument', { line, text }, problem);
    return { ok: false, failure, problem };
  };
  if (!mapping.success) return refusal('schema', reply, `the mapping has another form: ${issueText(mapping.error)}`);
  const answers = new Map(Object.entries(mapping.data).map(([name, block]) => [nameKey(name), block]));
  const spelling = new Map(blocks.map((block) => [block.toLowerCase(), block]));
  const grounding = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const name of names) {
    const wanted = answers.get(nameKey(name));
    if (wanted === undefined || wanted === null) return refusal('grounding', name, `"${name}" is given no object`);
    const block = spelling.get(wanted.trim().toLowerCase());
    if (block === undefined) return refusal('grounding', name, `"${name}" is given "${wanted}", which is not there`);
    const other = owners.get(block);
    if (other !== undefined) return refusal('grounding', name, `"${other}" and "${name}" are both given "${block}"`);
    grounding.set(nameKey(name), block);
    owners.set(block, name);
  }
  for (const name of Object.keys(mapping.data)) {
    if (!grounding.has(nameKey(name))) log.discard('not_asked', { line, text: name }, 'is no name to be grounded');
  }
  return { ok: true, value: grounding, accepted: grounding.size };
}
