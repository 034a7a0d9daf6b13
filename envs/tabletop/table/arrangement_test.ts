import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tabletopObservation } from '../observer.ts';
import { referenceSensing } from '../testing/reference_sensing.ts';
import {
  type Arrangement,
  afterPick,
  afterPlace,
  BlockNames,
  foldCase,
  IN_HAND,
  NO_BLOCK,
  ON_TABLE,
  sense,
  stacksOf,
  stackUpTo,
} from './arrangement.ts';
import type { Vector } from './table.ts';

const start: Arrangement = { below: [ON_TABLE, 0, ON_TABLE], above: [1, -1, -1], held: -1, spots: [1, 0, 4] };

it('stacksOf() lists stacks from the bottom up, without the block in the hand', () => {
  expect(stacksOf(start)).toEqual([[0, 1], [2]]);
  expect(stacksOf(afterPick(start, 1))).toEqual([[0], [2]]);
  expect(stacksOf(afterPick(start, 2))).toEqual([[0, 1]]);
});

it('stackUpTo() lists what is below a block, and the block', () => {
  expect([stackUpTo(1, start), stackUpTo(0, start)]).toEqual([[0, 1], [0]]);
});

describe('afterPick() and afterPlace()', () => {
  it('move a block and nothing else, and leave the arrangement before as it was', () => {
    const copy = structuredClone(start);
    const held = afterPick(start, 1);
    expect(held).toEqual({ below: [ON_TABLE, IN_HAND, ON_TABLE], above: [-1, -1, -1], held: 1, spots: [1, 0, 4] });
    const moved = { below: [ON_TABLE, 2, ON_TABLE], above: [-1, -1, 1], held: -1, spots: [1, 0, 4] };
    expect(afterPlace(held, 2)).toEqual(moved);
    expect(afterPlace(held, 0)).toEqual(start);
    expect(start).toEqual(copy);
  });

  it('take and free spots of the table', () => {
    const onTable = afterPlace(afterPick(start, 1), ON_TABLE);
    expect(onTable.spots).toEqual([1, 2, 4]);
    expect(afterPick(onTable, 2).spots).toEqual([1, 2, 0]);
  });
});

const Z = 0.0275;

function sensed(centres: readonly Vector[], { held = NO_BLOCK, fallen = [] as boolean[] } = {}) {
  const names = centres.map((_, block) => 'ABCDEFGHIJ'[block]!);
  return tabletopObservation(new BlockNames(names).blocks, sense({ centres, held, fallen }));
}

function states(...given: Parameters<typeof sensed>): string[] {
  return sensed(...given).states.map(({ object, states }) => `${object}: ${states.join(', ')}`);
}

const below: Vector = [0.39, 0, Z];

describe('sense()', () => {
  it.each<[string, Vector, boolean]>([
    ['straight above', [0.39, 0, 3 * Z], true],
    ['over the edge of the box', [0.39 + 0.0275, 0.0275, 3 * Z], true],
    ['0.01 m above', [0.39, 0, 3 * Z + 0.0099], true],
    ['pressed in a little', [0.39, 0, 3 * Z - 0.002], true],
    ['beyond the edge', [0.39 + 0.0276, 0, 3 * Z], false],
    ['more than 0.01 m above', [0.39, 0, 3 * Z + 0.0101], false],
    ['beside', [0.39 + 0.055, 0, Z], false],
  ])('says whether a block lies on another, when it is %s', (_, above, lies) => {
    const [on, under] = lies ? ['A', 'B'] : ['table', 'nothing'];
    expect(states([below, above])).toEqual([`A: on table, under ${under}`, `B: on ${on}, under nothing`]);
  });

  it('takes the lowest of several candidates', () => {
    const seen = ['A: on table, under C', 'B: on table, under nothing', 'C: on A, under nothing'];
    expect(states([below, [0.38, 0, 3 * Z + 0.004], [0.41, 0, 3 * Z]])).toEqual(seen);
  });

  it.each([
    ['in the hand', { held: 1 }, 'B: in hand'],
    ['that has fallen', { fallen: [false, true] }, 'B: on table, under nothing'],
  ])('leaves a block out %s, wherever it was', (_, options, state) => {
    expect(states([below, [0.39, 0, 3 * Z]], options)).toEqual(['A: on table, under nothing', state]);
  });

  it('says what a slow sensing says, of blocks anywhere, overlapping or not', () => {
    const near = fc.record({
      x: fc.integer({ min: 330, max: 480 }),
      y: fc.integer({ min: -70, max: 70 }),
      layer: fc.integer({ min: 0, max: 3 }),
      off: fc.integer({ min: -12, max: 12 }),
      fallen: fc.boolean(),
    });
    const blocks = fc.array(near, { minLength: 1, maxLength: 8, size: 'max' });
    fc.assert(
      fc.property(blocks, fc.integer({ min: -8, max: 7 }), fc.boolean(), (drawn, hand, falls) => {
        const heightOf = (layer: number, off: number) => Z * (2 * layer + 1) + off / 1000;
        const centres = drawn.map(({ x, y, layer, off }): Vector => [x / 1000, y / 1000, heightOf(layer, off)]);
        const held = hand < drawn.length && hand >= 0 ? hand : NO_BLOCK;
        const fallen = drawn.map((block) => falls && block.fallen);
        const fast = sensed(centres, { held, fallen });
        const seen = fast.blocks.map((name, at) => ({ name, centre: centres[at]!, fallen: fallen[at] === true }));
        const slow = referenceSensing(seen, fast.blocks[held] ?? null);
        expect(fast.states).toEqual(slow.states);
        expect(new Set(fast.facts.map(String))).toEqual(new Set(slow.facts.map(String)));
        expect(new Set(fast.facts.map(String)).size).toBe(fast.facts.length);
      }),
      { numRuns: 1000 },
    );
  });
});

const names = new BlockNames(['K_block_1', 'L-2']);

it('BlockNames finds names in any case, but only of ASCII letters', () => {
  const known = ['K_block_1', 'k_BLOCK_1', 'l-2', 'Table', 'HAND', 'air'];
  expect(known.map((word) => names.find(word))).toEqual([0, 0, 1, ON_TABLE, 'hand', 'air']);
  // Full case folding makes the sign for Kelvin a k.
  const unknown = ['', ' K_block_1', '__proto__', 'constructor', '\u212a_block_1', 'x'.repeat(10_000_000)];
  for (const word of unknown) expect(names.find(word), word.slice(0, 20)).toBe(undefined);
  expect(foldCase('AzÄ\u212a')).toBe('azÄ\u212a');
});
