import { expect, it } from 'vitest';
import { canonicalLayout } from './foon_layout.ts';
import { TEA_FOON } from './testing/sample_foons.ts';

it('canonicalLayout() numbers things of one kind by their labels', () => {
  const { byte_order_mark, lines, ids } = canonicalLayout(TEA_FOON);
  expect([byte_order_mark, lines.every(({ end }) => end === '\n')]).toEqual([false, true]);
  const next = ids.values();
  const shown = lines.map(({ kind }) => (/^(object|state|motion)$/.test(kind) ? kind[0] + next.next().value! : kind));
  expect(shown.join(' ')).toBe('source o0 s0 o1 s0 s1 m0 o1 s0 s1 o0 s2 unit_end o1 s0 s1 o2 m1 o3 s3 o2 s4 unit_end');
});
