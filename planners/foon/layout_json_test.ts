import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnitJson } from './foon_schema.ts';
import { idsOf, layoutFromJson, layoutToJson } from './layout_json.ts';
import { arbitraryDocument } from './testing/arbitrary_foon.ts';

describe('idsOf()', () => {
  it('gives the identifiers in the order of the text, states behind their object', () => {
    const node = {
      object_id: 3,
      object_label: 'cup',
      object_states: [{ state_id: '04', state_label: 'hot' }],
      object_in_motion: 1 as const,
    };
    const unit: UnitJson = { input_nodes: [node], motion_node: { motion_label: 'wash' }, output_nodes: [node, node] };
    expect(idsOf([unit])).toEqual(['3', '04', '', '3', '04', '3', '04']);
  });
});

describe('layoutFromJson()', () => {
  it('gives back a layout, with the identifiers from beside it', () => {
    fc.assert(
      fc.property(arbitraryDocument, ({ layout }) => {
        const ids = layout.lines.flatMap((line) => ('id' in line ? [line.id] : []));
        expect(JSON.stringify(layoutToJson(layout))).not.toContain('"id"');
        expect(layoutFromJson(layoutToJson(layout), ids)).toEqual(layout);
      }),
    );
  });
});
