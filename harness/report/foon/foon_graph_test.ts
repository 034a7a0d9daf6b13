import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ObjectNode } from '../../../planners/foon/foon.ts';
import { readFoon } from '../../../planners/foon/read_foon.ts';
import { arbitraryFoon } from '../../../planners/foon/testing/arbitrary_foon.ts';
import { PORRIDGE, TEA_FOON } from '../../../planners/foon/testing/sample_foons.ts';
import { type FoonLevel, objectKey } from '../../../planners/foon/unit_key.ts';
import { foonGraph } from './foon_graph.ts';

const namesOf = (graph: ReturnType<typeof foonGraph>) =>
  graph.nodes.map((node) => (node.kind === 'object' ? node.object.label : `${node.step}. ${node.motion.label}`));

it('foonGraph() has one node for an output that a later unit needs', () => {
  const graph = foonGraph(TEA_FOON, 3);
  expect(namesOf(graph)).toEqual(['kettle', 'cup', '1. pour', 'cup', 'kettle', 'spoon', '2. stir', 'tea', 'spoon']);
  expect(graph.edges).toContainEqual({ from: 2, to: 3, inMotion: false });
  expect(graph.edges).toContainEqual({ from: 3, to: 6, inMotion: false });
  expect(graph.nodes.filter((node) => node.kind === 'object' && node.isGoal)).toHaveLength(1);
});

it('foonGraph() has one node for an input of two units that no unit makes', () => {
  const { foon } = readFoon(PORRIDGE, 'porridge.txt');
  expect(namesOf(foonGraph(foon, 3)).filter((name) => name === 'stove')).toHaveLength(1);
});

it('foonGraph() merges more objects at a lower level', () => {
  const text =
    'O1\tcup\t0\nM1\tfill\t<Assumed>\nO1\tcup\t0\nS1\thas\t{tea}\n//\nO1\tcup\t0\nS1\thas\t{milk}\nM2\tdrink\t<Assumed>\nO1\tcup\t0\n//\n';
  const { foon } = readFoon(text, 'cups.txt');
  expect(([3, 2, 1] as const).map((level) => foonGraph(foon, level).nodes.length)).toEqual([6, 5, 5]);
});

it('foonGraph() has two nodes for two equal inputs of a unit', () => {
  const egg: ObjectNode = { label: 'egg', states: [], inMotion: true, isGoal: false };
  const unit = { inputs: [egg, egg], motion: { label: 'crack' }, outputs: [egg] } as const;
  expect(namesOf(foonGraph({ sources: [], units: [unit] }, 1))).toEqual(['egg', 'egg', '1. crack', 'egg']);
});

it('foonGraph() has an edge for every object of every unit, none into a node behind one out of it, and equal objects where edges meet', () => {
  fc.assert(
    fc.property(arbitraryFoon, fc.constantFrom<FoonLevel>(1, 2, 3), (foon, level) => {
      const { nodes, edges } = foonGraph(foon, level);
      const objects = foon.units.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]);
      const drawn = edges.map(({ from, to }) => [nodes[from], nodes[to]].find((node) => node?.kind === 'object'));
      expect(drawn.map((node) => (node?.kind === 'object' ? objectKey(node.object, level) : ''))).toEqual(
        objects.map((object) => objectKey(object, level)),
      );
      const left = new Set<number>();
      for (const { from, to } of edges) {
        expect(left.has(to)).toBe(false);
        left.add(from);
      }
    }),
  );
});
