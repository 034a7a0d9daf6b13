import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tabletopObservation } from '../observer.ts';
import { referenceSensing } from '../testing/reference_sensing.ts';
import { NO_BLOCK } from './arrangement.ts';
import { BlockNames } from './block_names.ts';
import { sense } from './sensing.ts';
import type { Vector } from './table.ts';

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
    expect(states([below, [0.38, 0, 3 * Z + 0.004], [0.41, 0, 3 * Z]])).toEqual([
      'A: on table, under C',
      'B: on table, under nothing',
      'C: on A, under nothing',
    ]);
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
        const centres = drawn.map(
          ({ x, y, layer, off }): Vector => [x / 1000, y / 1000, Z * (2 * layer + 1) + off / 1000],
        );
        const held = hand < drawn.length && hand >= 0 ? hand : NO_BLOCK;
        const fallen = drawn.map((block) => falls && block.fallen);
        const fast = sensed(centres, { held, fallen });
        const seen = fast.blocks.map((name, block) => ({
          name,
          centre: centres[block]!,
          fallen: fallen[block] === true,
        }));
        const slow = referenceSensing(seen, fast.blocks[held] ?? null);
        expect(fast.states).toEqual(slow.states);
        expect(new Set(fast.facts.map(String))).toEqual(new Set(slow.facts.map(String)));
        expect(new Set(fast.facts.map(String)).size).toBe(fast.facts.length);
      }),
      { numRuns: 1000 },
    );
  });
});
