/**
 * What the text of a FOON carries beyond its meaning: identifiers, line ends, comments, other spellings of the same.
 *
 * A layout and a network together are a text, byte for byte.
 *
 * @module
 */
import type { Foon, FunctionalUnit, ObjectNode } from './foon.ts';

export type FoonLayout = {
  readonly byteOrderMark: boolean;
  /** Every line of the text, in order. */
  readonly lines: readonly LineLayout[];
};

export type LineEnd = '\n' | '\r\n' | '';

export type LineLayout =
  | { readonly kind: 'aside'; readonly text: string; readonly end: LineEnd }
  | { readonly kind: NodeKind; readonly id: string; readonly spelled?: string; readonly end: LineEnd }
  | { readonly kind: 'source' | 'unit_end'; readonly spelled?: string; readonly end: LineEnd };

export type NodeKind = 'object' | 'state' | 'motion';

/** A network and the text form it had. */
export type FoonDocument = { readonly foon: Foon; readonly layout: FoonLayout };

/**
 * The layout of a network that never was a text: sources first, `//` behind every unit, LF at every line's end, and things
 * of one kind numbered from 0 by their labels, in the order of their appearance.
 */
export function canonicalLayout(foon: Foon): FoonLayout {
  const lines: LineLayout[] = foon.sources.map(() => ({ kind: 'source', end: '\n' }));
  const numbers = { object: new Map(), state: new Map(), motion: new Map() } satisfies Record<
    NodeKind,
    Map<string, string>
  >;
  const add = (kind: NodeKind, label: string) => {
    const known: Map<string, string> = numbers[kind];
    const id = known.get(label) ?? String(known.size);
    known.set(label, id);
    lines.push({ kind, id, end: '\n' });
  };
  for (const unit of foon.units) {
    for (const part of partsOf(unit)) add(part.kind, part.label);
    lines.push({ kind: 'unit_end', end: '\n' });
  }
  return { byteOrderMark: false, lines };
}

/** The nodes of a unit as they follow each other in a text, states behind their object. */
function partsOf(unit: FunctionalUnit): { kind: NodeKind; label: string }[] {
  return [
    ...unit.inputs.flatMap(objectParts),
    { kind: 'motion' as const, label: unit.motion.label },
    ...unit.outputs.flatMap(objectParts),
  ];
}

function objectParts(node: ObjectNode): { kind: NodeKind; label: string }[] {
  return [
    { kind: 'object', label: node.label },
    ...node.states.map(({ label }) => ({ kind: 'state' as const, label })),
  ];
}
