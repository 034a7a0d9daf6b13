import fc from 'fast-check';
import { expect, it } from 'vitest';
import { xmlFault } from '../../../envs/testing/well_formed.ts';
import type { Foon, FoonLevel, ObjectNode, ObjectState } from '../../../planners/foon/foon.ts';
import { objectKey } from '../../../planners/foon/foon.ts';
import { readFoon } from '../../../planners/foon/read_foon.ts';
import { arbitraryFoon } from '../../../planners/foon/testing/arbitrary_foon.ts';
import { SAMPLES, SAMPLES_MISSING } from '../../../planners/foon/testing/foon_samples.ts';
import { PORRIDGE, TEA_FOON } from '../../../planners/foon/testing/sample_foons.ts';
import { foonGraph, foonSvg, nodeShape, widthOf, wrap } from './foon_svg.ts';

const PORRIDGE_FOON = readFoon(PORRIDGE, 'porridge.txt').foon;

const checkWellFormed = (svg: string) => expect(xmlFault(svg)).toBeNull();

it('foonSvg() draws objects, motions, edges and goals', async () => {
  await expect(foonSvg(PORRIDGE_FOON, { title: 'How to cook porridge' })).toMatchFileSnapshot('golden/porridge.svg');
});

it('foonSvg() has a title, a background, and neither scripts nor references to elsewhere', () => {
  const svg = foonSvg(TEA_FOON);
  for (const drawn of [svg, foonSvg({ sources: [], units: [] })]) checkWellFormed(drawn);
  expect(svg).toContain('<title id="foon-title">FOON with 2 functional units</title>');
  expect(svg).toMatch(/<rect width="\d+" height="\d+" fill="#ffffff"\/>/);
  expect(svg).not.toMatch(/<script|<style|href|\son\w+=/);
  expect([...svg.matchAll(/https?:[^"]*/g)].map(([url]) => url)).toEqual(['http://www.w3.org/2000/svg']);
});

it('foonSvg() cuts and escapes hostile names', () => {
  const node: ObjectNode = {
    label: `</text><script>alert("1")</script>${'x'.repeat(1_000_000)}`,
    states: [{ kind: 'contents', label: 'contains', ingredients: new Array(10_000).fill('&') }],
    inMotion: true,
    isGoal: true,
  };
  const unit: Foon['units'][number] = { inputs: [node], motion: { label: '<'.repeat(1000) }, outputs: [node] };
  const svg = foonSvg({ sources: [], units: [unit] }, { title: '</title><script>' });
  checkWellFormed(svg);
  expect(svg).not.toContain('<script');
  expect(svg.length).toBeLessThan(15_000);
});

it('foonSvg() refuses a network that is too large to draw', () => {
  const unit = TEA_FOON.units[0]!;
  expect(() => foonSvg({ sources: [], units: new Array(501).fill(unit) })).toThrow('Cannot draw 501 functional units');
  expect(foonSvg({ sources: [], units: new Array(60).fill(unit) })).toContain('</svg>');
});

it('foonSvg() is well-formed with coordinates of at most two decimals, whatever the network is', () => {
  fc.assert(
    fc.property(arbitraryFoon, fc.constantFrom(1 as const, 2 as const, 3 as const), (foon, level) => {
      const svg = foonSvg(foon, { level });
      checkWellFormed(svg);
      const values = [...svg.matchAll(/ [a-z]+="([^"]*)"/g)].map(([, value]) => value);
      expect(values.filter((value) => /NaN|Infinity|undefined|\d\.\d{3}/.test(value ?? ''))).toEqual([]);
      expect(foonSvg(foon, { level })).toBe(svg);
    }),
  );
});

it.skipIf(SAMPLES.length === 0)(`foonSvg() draws the published networks (${SAMPLES.length || SAMPLES_MISSING})`, () => {
  for (const { name, text } of SAMPLES) checkWellFormed(foonSvg(readFoon(text, name).foon));
});

const objectShape = (label: string, states: ObjectState[] = [], isGoal = false) =>
  nodeShape({ kind: 'object', object: { label, states, inMotion: false, isGoal }, isGoal });
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, words]) => words);

it('nodeShape() shows an object’s label and states', () => {
  const shape = objectShape('cup', [
    { kind: 'plain', label: 'warm' },
    { kind: 'related', label: 'on', object: 'saucer' },
    { kind: 'contents', label: 'contains', ingredients: ['hot water', 'tea bag', 'refined sugar'] },
  ]);
  const contents = ['contains: hot water, tea bag,', 'refined sugar'];
  expect(textsOf(shape.paint(0, 0))).toEqual(['cup', 'warm', 'on saucer', ...contents]);
});

it('nodeShape() grows with its texts, up to a maximum', () => {
  const state: ObjectState = { kind: 'related', label: 'next to', object: 'the other one of the two' };
  const sizes = [0, 1, 2, 100].map((count) => objectShape('cup', new Array(count).fill(state)).height);
  expect(sizes).toEqual([29, 59, 89, 149]);
  expect(objectShape('cup'.repeat(100)).width).toBe(230);
  expect(textsOf(objectShape('cup', new Array(100).fill(state)).paint(0, 0)).at(-1)).toBe('…');
});

it('nodeShape() marks a goal by a second line', () => {
  const rects = (isGoal: boolean) => [...objectShape('tea', [], isGoal).paint(0, 0).matchAll(/<rect/g)].length;
  expect([rects(false), rects(true)]).toEqual([1, 2]);
});

it('nodeShape() shows a motion as a square with its number and verb, and its times and performer in the tool tip', () => {
  const shape = nodeShape({ kind: 'motion', motion: { label: 'pick and place' }, step: 3 });
  expect(shape.width).toBe(shape.height);
  expect(textsOf(shape.paint(0, 0))).toEqual(['3', 'pick and', 'place']);
  const long = nodeShape({ kind: 'motion', motion: { label: 'a b c '.repeat(20).trim() }, step: 1 });
  expect(textsOf(long.paint(0, 0))).toHaveLength(4);
  const performer = { name: 'robot', successRate: 0.9 };
  const motion = { label: 'stir', times: { start: '0:05', end: '0:09' }, performer };
  const svg = nodeShape({ kind: 'motion', motion, step: 1 }).paint(0, 0);
  expect(svg).toContain('<title>1. stir\n0:05 to 0:09\nrobot, 0.9</title>');
});

it.each([
  ['pick and place', 9, ['pick and', 'place']],
  ['pick-and-place', 9, ['pick-and-', 'place']],
  ['uninterrupted', 6, ['unint…']],
  ['', 6, []],
])('wrap() breaks "%s" at spaces and after hyphens', (words, most, lines) => {
  expect(wrap(words, most)).toEqual(lines);
});

it('wrap() returns no line that is too long', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 20 }), (words, most) => {
      for (const line of wrap(words, most)) expect([...line].length).toBeLessThanOrEqual(most);
    }),
  );
});

it('widthOf() grows with the number and the width of characters', () => {
  expect(widthOf('ill')).toBeLessThan(widthOf('now'));
  expect(widthOf('茶')).toBeGreaterThan(1);
  expect(widthOf('')).toBe(0);
});

const namesOf = (graph: ReturnType<typeof foonGraph>) =>
  graph.nodes.map((node) => (node.kind === 'object' ? node.object.label : `${node.step}. ${node.motion.label}`));

it('foonGraph() has one node for an output that a later unit needs, and for an input of two units that no unit makes', () => {
  const graph = foonGraph(TEA_FOON, 3);
  expect(namesOf(graph)).toEqual(['kettle', 'cup', '1. pour', 'cup', 'kettle', 'spoon', '2. stir', 'tea', 'spoon']);
  expect(graph.edges).toContainEqual({ from: 2, to: 3, inMotion: false });
  expect(graph.edges).toContainEqual({ from: 3, to: 6, inMotion: false });
  expect(graph.nodes.filter((node) => node.kind === 'object' && node.isGoal)).toHaveLength(1);
  expect(namesOf(foonGraph(PORRIDGE_FOON, 3)).filter((name) => name === 'stove')).toHaveLength(1);
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
