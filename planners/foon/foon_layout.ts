/**
 * What the text of a FOON carries beyond its meaning: identifiers, line ends, comments, other spellings of the same.
 *
 * A layout and a network together are a text, byte for byte.
 */
import type { Foon, FunctionalUnit, ObjectNode } from './foon.ts';
import { motionLine, objectLine, sourceLine, stateLine } from './foon_lines.ts';
import type { LayoutJson } from './foon_schema.ts';

/** As the JSON form has it, and the identifiers beside it. */
export type FoonLayout = LayoutJson & {
  /** Of objects, states and motions, in the order of their lines. */
  readonly ids: readonly string[];
};

export type LineLayout = LayoutJson['lines'][number];

export type NodeKind = 'object' | 'state' | 'motion';

/** A network and the text form it had. */
export type FoonDocument = { readonly foon: Foon; readonly layout: FoonLayout };

/** What one line says, in its canonical spelling; nodes have a label. */
export type Part =
  | { readonly kind: NodeKind; readonly label: string; readonly text: string }
  | { readonly kind: 'source' | 'unit_end'; readonly text: string };

/** What a network says line by line, in the canonical order. */
export function partsOf({ sources, units }: Foon): { readonly sources: Part[]; readonly units: Part[] } {
  return {
    sources: sources.map((source) => ({ kind: 'source', text: sourceLine(source) })),
    units: units.flatMap(unitParts),
  };
}

/** The nodes of a unit as they follow each other in a text, states behind their object. */
function unitParts({ inputs, motion, outputs }: FunctionalUnit): Part[] {
  return [
    ...inputs.flatMap(objectParts),
    { kind: 'motion', label: motion.label, text: motionLine(motion) },
    ...outputs.flatMap(objectParts),
    { kind: 'unit_end', text: '//' },
  ];
}

function objectParts(node: ObjectNode): Part[] {
  const states = node.states.map((state): Part => ({ kind: 'state', label: state.label, text: stateLine(state) }));
  return [{ kind: 'object', label: node.label, text: objectLine(node) }, ...states];
}

/**
 * The layout of a network that never was a text: sources first, `//` behind every unit, LF at every line's end, and things
 * of one kind numbered from 0 by their labels, in the order of their appearance.
 */
export function canonicalLayout(foon: Foon): FoonLayout {
  const { sources, units } = partsOf(foon);
  const parts = [...sources, ...units];
  const numbers = {
    object: new Map<string, string>(),
    state: new Map<string, string>(),
    motion: new Map<string, string>(),
  };
  const ids = parts.flatMap((part) => {
    if (!('label' in part)) return [];
    const known = numbers[part.kind];
    const id = known.get(part.label) ?? String(known.size);
    known.set(part.label, id);
    return [id];
  });
  return { byte_order_mark: false, lines: parts.map(({ kind }) => ({ kind, end: '\n' })), ids };
}
