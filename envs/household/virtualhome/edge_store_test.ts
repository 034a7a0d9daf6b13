import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EdgeStore } from './edge_store.ts';
import { CLOSE, type EdgeTable, edgeTable } from './edge_table.ts';
import { RELATIONS, type SceneEdge, type SceneNode } from './graph_scene.ts';
import { edgeChanges } from './testing/state_changes.ts';

const NODES = 6;
const node = fc.nat({ max: NODES - 1 });
const relation = fc.nat({ max: RELATIONS.length - 1 });
const edge = fc.tuple(node, relation, node);
const change = fc.tuple(fc.constantFrom('add', 'remove', 'removeAll', 'removeOutgoing', 'reset'), edge);

function tableOf(edges: readonly (readonly [number, number, number])[]): EdgeTable {
  const nodes = Array.from({ length: NODES }, (_, id) => ({ id }) as SceneNode);
  const scene = edges.map(([from, each, to]): SceneEdge => [from, RELATIONS[each]!, to]);
  return edgeTable({ nodes, edges: scene, indexOf: new Map(), robot: 0, strayEdges: [] });
}

function edgesOf(store: EdgeStore): { out: string[]; into: string[] } {
  const keys = RELATIONS.flatMap((_, each) => Array.from({ length: NODES }, (_, at) => [at, each] as const));
  return {
    out: keys.flatMap(([from, each]) => store.targetsOf(from, each).map((to) => `${from} ${each} ${to}`)),
    into: keys.flatMap(([to, each]) => store.originsOf(to, each).map((from) => `${from} ${each} ${to}`)),
  };
}

describe('EdgeStore', () => {
  it('holds what a plain set holds, after any changes', () => {
    const scenes = fc.uniqueArray(edge, { maxLength: 30, selector: (each) => each.join(' ') });
    fc.assert(
      fc.property(scenes, fc.array(change, { maxLength: 60, size: 'max' }), (scene, changes) => {
        const store = new EdgeStore(tableOf(scene), 0);
        const before = new Set(scene.map((each) => each.join(' ')));
        let plain = new Set(before);
        for (const [kind, [from, each, to]] of changes) {
          if (kind === 'reset') {
            store.reset();
            plain = new Set(before);
          } else if (kind === 'add') {
            store.add(from, each, to);
            plain.add(`${from} ${each} ${to}`);
          } else if (kind === 'remove') {
            store.remove(from, each, to);
            plain.delete(`${from} ${each} ${to}`);
          } else {
            store[kind](from, each);
            for (const line of plain) {
              const [a, r, b] = line.split(' ').map(Number);
              if (r === each && (a === from || (kind === 'removeAll' && b === from))) plain.delete(line);
            }
          }
          const { out, into } = edgesOf(store);
          for (const edges of [out, into]) expect(new Set(edges)).toEqual(plain);
          expect([out.length, into.length]).toEqual([plain.size, plain.size]);
          expect(store.has(from, each, to)).toBe(plain.has(`${from} ${each} ${to}`));
          const near = Array.from(store.near, (_, at) => (plain.has(`0 ${CLOSE} ${at}`) ? 1 : 0));
          expect([...store.near]).toEqual(near);
        }
        const differences = edgeChanges(store, tableOf(scene)).map(([sign, ...each]) => sign + each.join(' '));
        const added = [...plain.difference(before)].map((line) => `+${line}`);
        const removed = [...before.difference(plain)].map((line) => `-${line}`);
        expect(differences.sort()).toEqual([...added, ...removed].sort());
      }),
      { numRuns: 300 },
    );
  });
});
