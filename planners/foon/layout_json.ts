/**
 * The layout of a text form inside the JSON form, and the identifiers beside it.
 *
 * @module
 */
import type { FoonLayout, LineLayout } from './foon_layout.ts';
import type { LayoutJson, NodeJson, UnitJson } from './foon_schema.ts';

/** The identifiers in the order of the text form; empty where there is none. */
export function idsOf(units: readonly UnitJson[]): string[] {
  return units.flatMap(({ input_nodes, motion_node, output_nodes }) => [
    ...input_nodes.flatMap(objectIds),
    String(motion_node.motion_id ?? ''),
    ...output_nodes.flatMap(objectIds),
  ]);
}

function objectIds({ object_id, object_states }: NodeJson): string[] {
  return [String(object_id ?? ''), ...object_states.map(({ state_id }) => String(state_id ?? ''))];
}

export function layoutToJson({ byteOrderMark, lines }: FoonLayout): LayoutJson {
  return { byte_order_mark: byteOrderMark, lines: lines.map(lineToJson) };
}

function lineToJson(line: LineLayout): LayoutJson['lines'][number] {
  if (line.kind === 'aside') return line;
  const { kind, spelled, end } = line;
  return { kind, ...(spelled !== undefined && { spelled }), end };
}

/** Each line of a node takes the next of `ids`. */
export function layoutFromJson({ byte_order_mark, lines }: LayoutJson, ids: readonly string[]): FoonLayout {
  const next = ids.values();
  const withIds = lines.map((line): LineLayout => {
    if (line.kind === 'aside') return line;
    const { kind, ...rest } = line;
    if (kind === 'source' || kind === 'unit_end') return { kind, ...rest };
    return { kind, id: next.next().value ?? '', ...rest };
  });
  return { byteOrderMark: byte_order_mark, lines: withIds };
}
