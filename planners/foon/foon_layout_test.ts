import { describe, expect, it } from 'vitest';
import { canonicalLayout } from './foon_layout.ts';
import { TEA_FOON } from './testing/sample_foons.ts';

describe('canonicalLayout()', () => {
  it('numbers things of one kind by their labels', () => {
    const { byte_order_mark, lines, ids } = canonicalLayout(TEA_FOON);
    expect(byte_order_mark).toBe(false);
    const next = ids.values();
    expect(lines.every(({ end }) => end === '\n')).toBe(true);
    expect(
      lines.map(({ kind }) => (['object', 'state', 'motion'].includes(kind) ? `${kind} ${next.next().value}` : kind)),
    ).toEqual([
      ...['source', 'object 0', 'state 0', 'object 1', 'state 0', 'state 1', 'motion 0'],
      ...['object 1', 'state 0', 'state 1', 'object 0', 'state 2', 'unit_end'],
      ...[
        'object 1',
        'state 0',
        'state 1',
        'object 2',
        'motion 1',
        'object 3',
        'state 3',
        'object 2',
        'state 4',
        'unit_end',
      ],
    ]);
  });
});
