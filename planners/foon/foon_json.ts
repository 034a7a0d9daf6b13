/**
 * Reads and writes the JSON form of a FOON.
 *
 * Both forms carry the same: what is read from one, and written in the other, comes back byte for byte.
 *
 * @module
 */

import { checkFoon } from './check_foon.ts';
import type { Foon } from './foon.ts';
import { FoonError } from './foon_error.ts';
import { canonicalLayout, type FoonDocument, type FoonLayout } from './foon_layout.ts';
import { FoonJson } from './foon_schema.ts';
import { type JsonPath, type LinedJson, readLinedJson } from './json_lines.ts';
import { idsOf, layoutFromJson, layoutToJson } from './layout_json.ts';
import { unitFromJson, unitToJson } from './unit_json.ts';
import { writeFoon } from './write_foon.ts';

/** Reads `text`. `path` is for messages only. Throws a FoonError with line and field. */
export function readFoonJson(text: string, path: string): FoonDocument {
  const json = readLinedJson(text, path);
  const parsed = FoonJson.safeParse(json.value);
  const complain = (at: JsonPath, expected: string) => {
    return new FoonError({
      task: 'read',
      path,
      line: json.lineOf(at),
      field: fieldOf(at),
      expected,
      found: foundAt(json, at),
    });
  };
  if (!parsed.success) {
    const { at, expected } = firstIssue(parsed.error.issues[0] as Issue);
    throw complain(at, expected);
  }
  const { functional_units, source, text_layout } = parsed.data;
  const units = functional_units.map((unit, index) => {
    return unitFromJson(unit, (at, expected) => complain(['functional_units', index, ...at], expected));
  });
  const foon: Foon = { sources: source === undefined ? [] : [source].flat(), units };
  const ids = idsOf(functional_units);
  if (text_layout === undefined) return { foon, layout: layoutFromJson(layoutToJson(canonicalLayout(foon)), ids) };
  const layout = layoutFromJson(text_layout, ids);
  try {
    writeFoon(foon, layout);
  } catch (error) {
    if (error instanceof FoonError) throw complain(['text_layout'], `${error.expected}, not ${error.found}`);
    throw error;
  }
  return { foon, layout };
}

/**
 * The JSON text of `foon`, two spaces a level. Identifiers come from `layout`, or else are the canonical ones; what else
 * the layout says beyond the canonical one goes into `text_layout`. Throws a FoonError as `writeFoon` does.
 */
export function writeFoonJson(foon: Foon, layout?: FoonLayout): string {
  if (layout === undefined) checkFoon(foon);
  else writeFoon(foon, layout); // refuses a layout of another network
  const canonical = canonicalLayout(foon);
  const ids = (layout ?? canonical).lines.flatMap((line) => ('id' in line ? [line.id] : [])).values();
  const nextId = () => ids.next().value ?? '';
  const functional_units = foon.units.map((unit) => unitToJson(unit, nextId));
  const text_layout = layoutToJson(layout ?? canonical);
  const isPlain = JSON.stringify(text_layout) === JSON.stringify(layoutToJson(canonical));
  const json: FoonJson = {
    functional_units,
    ...(foon.sources.length > 0 && { source: [...foon.sources] }),
    ...(!isPlain && { text_layout }),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

type Issue = {
  readonly code?: string;
  readonly path: JsonPath;
  readonly message: string;
  readonly keys?: readonly string[];
  readonly expected?: string;
  readonly values?: readonly unknown[];
};

/** Where an issue is, and what would have been accepted, in our words where zod's are not. */
function firstIssue({ code, path, message, keys, expected, values }: Issue): { at: JsonPath; expected: string } {
  if (code === 'unrecognized_keys') return { at: [...path, keys?.[0] ?? ''], expected: 'no such key' };
  if (code === 'invalid_value')
    return { at: path, expected: (values ?? []).map((v) => JSON.stringify(v)).join(' or ') };
  if (code === 'invalid_type' && message.startsWith('Invalid input')) {
    return { at: path, expected: `${/^[aeio]/.test(expected ?? '') ? 'an' : 'a'} ${expected}` };
  }
  return { at: path, expected: message };
}

function fieldOf(at: JsonPath): string {
  const parts = at.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    return /^[A-Za-z_]\w{0,40}$/.test(String(key))
      ? `.${String(key)}`
      : `[${JSON.stringify(String(key).slice(0, 40))}]`;
  });
  return parts.join('').replace(/^\./, '');
}

/** The value at a path, cut to one bounded line. */
function foundAt({ value }: LinedJson, at: JsonPath): string {
  let found: unknown = value;
  for (const key of at) {
    const inside = typeof found === 'object' && found !== null && Object.hasOwn(found, key);
    if (!inside) return 'nothing';
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  if (Array.isArray(found)) return `a list of ${found.length}`;
  if (typeof found === 'object' && found !== null) return 'an object';
  return JSON.stringify(typeof found === 'string' ? found.slice(0, 60).toWellFormed() : found);
}
