import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EdgeSet } from './edge_set.ts';

describe('EdgeSet', () => {
  // A graph of 2,000 nodes is too large for a byte an edge.
  it.each([3, 2_000])('holds what a set of texts holds, in a graph of %i nodes', (nodes) => {
    const end = fc.nat({ max: nodes - 1 });
    const edges = fc.array(fc.tuple(end, fc.nat({ max: 6 }), end), { maxLength: 30 });
    const property = fc.property(edges, edges, (added, asked) => {
      const set = new EdgeSet(nodes, 7);
      const texts = new Set<string>();
      for (const edge of added) {
        expect(set.add(...edge)).toBe(!texts.has(edge.join()));
        texts.add(edge.join());
      }
      for (const edge of [...added, ...asked]) expect(set.has(...edge)).toBe(texts.has(edge.join()));
    });
    fc.assert(property);
  });
});
