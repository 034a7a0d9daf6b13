import type { Foon, ObjectNode } from './foon.ts';
import { motionLine, objectLine, sourceLine, stateLine } from './foon_lines.ts';
import type { LayoutJson } from './foon_schema.ts';

export type FoonLayout = LayoutJson & { readonly ids: readonly string[] };

export type LineLayout = LayoutJson['lines'][number];

export const NODE_KINDS = ['object', 'state', 'motion'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];
export const LETTERS: Readonly<Record<NodeKind, string>> = { object: 'O', state: 'S', motion: 'M' };

export type FoonDocument = Readonly<{ foon: Foon; layout: FoonLayout }>;

export type Part =
  | Readonly<{ kind: NodeKind; label: string; text: string }>
  | Readonly<{ kind: 'source' | 'unit_end'; text: string }>;

export function partsOf({ sources, units }: Foon): { sources: Part[]; units: Part[] } {
  return {
    sources: sources.map((source) => ({ kind: 'source', text: sourceLine(source) })),
    units: units.flatMap(({ inputs, motion, outputs }): Part[] => [
      ...inputs.flatMap(objectParts),
      { kind: 'motion', label: motion.label, text: motionLine(motion) },
      ...outputs.flatMap(objectParts),
      { kind: 'unit_end', text: '//' },
    ]),
  };
}

function objectParts(node: ObjectNode): Part[] {
  const states = node.states.map((state): Part => ({ kind: 'state', label: state.label, text: stateLine(state) }));
  return [{ kind: 'object', label: node.label, text: objectLine(node) }, ...states];
}

export function canonicalLayout(foon: Foon): FoonLayout {
  const { sources, units } = partsOf(foon);
  const parts = [...sources, ...units];
  const newMap = () => new Map<string, string>();
  const numbers = { object: newMap(), state: newMap(), motion: newMap() };
  const ids = parts.flatMap((part) => {
    if (!('label' in part)) return [];
    const known = numbers[part.kind];
    const id = known.get(part.label) ?? String(known.size);
    known.set(part.label, id);
    return [id];
  });
  return { byte_order_mark: false, lines: parts.map(({ kind }) => ({ kind, end: '\n' })), ids };
}
