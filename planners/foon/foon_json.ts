/**
 * The JSON form of a FOON: a network out of a document that was checked against `FoonJson`, and its JSON text.
 *
 * Both forms carry the same: what is read from one, and written in the other, comes back byte for byte.
 */
import type { Foon } from './foon.ts';
import { FoonError, JSON_CHARACTERS_MAX } from './foon_error.ts';
import { canonicalLayout, type FoonDocument, type FoonLayout } from './foon_layout.ts';
import type { FoonJson, NodeJson, UnitJson } from './foon_schema.ts';
import { unitFromJson, unitToJson } from './unit_json.ts';
import { writeFoon } from './write_foon.ts';

/** A document of the form `FoonJson`, and the error for a place in it that has the right form but no meaning. */
export type CheckedFoonJson = {
  readonly value: FoonJson;
  problem(at: readonly (string | number)[], expected: string): Error;
};

/** The network of a document, and the layout of its text form. Throws what `problem` gives. */
export function foonFromJson({ value, problem }: CheckedFoonJson): FoonDocument {
  const { functional_units, source, text_layout } = value;
  const units = functional_units.map((unit, index) => {
    return unitFromJson(unit, (at, expected) => problem(['functional_units', index, ...at], expected));
  });
  const foon: Foon = { sources: source === undefined ? [] : [source].flat(), units };
  const layout = { ...(text_layout ?? canonicalLayout(foon)), ids: functional_units.flatMap(idsOf) };
  if (text_layout === undefined) return { foon, layout };
  try {
    writeFoon(foon, layout);
  } catch (error) {
    if (error instanceof FoonError) throw problem(['text_layout'], `${error.expected}, not ${error.found}`);
    throw error;
  }
  return { foon, layout };
}

/** The identifiers in the order of the text form; empty where there is none. */
function idsOf({ input_nodes, motion_node, output_nodes }: UnitJson): string[] {
  return [...input_nodes.flatMap(objectIds), String(motion_node.motion_id ?? ''), ...output_nodes.flatMap(objectIds)];
}

function objectIds({ object_id, object_states }: NodeJson): string[] {
  return [String(object_id ?? ''), ...object_states.map(({ state_id }) => String(state_id ?? ''))];
}

/**
 * The JSON text of `foon`, two spaces a level. Identifiers come from `layout`, or else are the canonical ones; what else
 * the layout says beyond the canonical one goes into `text_layout`. Throws a FoonError where it would be too long to be read again.
 */
export function writeFoonJson(foon: Foon, layout?: FoonLayout): string {
  const canonical = canonicalLayout(foon);
  const { ids: allIds, ...text_layout } = layout ?? canonical;
  const ids = allIds.values();
  const functional_units = foon.units.map((unit) => unitToJson(unit, () => ids.next().value ?? ''));
  const isPlain = JSON.stringify(text_layout) === JSON.stringify({ ...canonical, ids: undefined });
  const json: FoonJson = {
    functional_units,
    ...(foon.sources.length > 0 && { source: [...foon.sources] }),
    ...(!isPlain && { text_layout }),
  };
  const text = `${JSON.stringify(json, null, 2)}\n`;
  if (text.length <= JSON_CHARACTERS_MAX) return text;
  const expected = `at most ${JSON_CHARACTERS_MAX} characters of JSON`;
  throw new FoonError({ task: 'write', expected, found: String(text.length) });
}
