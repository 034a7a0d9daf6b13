import { describe, expect, it } from 'vitest';
import { ON_TABLE } from './arrangement.ts';
import { BlockNames, foldCase } from './block_names.ts';

const names = new BlockNames(['K_block_1', 'L-2']);

describe('BlockNames', () => {
  it.each([
    ['K_block_1', 0],
    ['k_BLOCK_1', 0],
    ['l-2', 1],
    ['Table', ON_TABLE],
    ['HAND', 'hand'],
    ['air', 'air'],
    ['', undefined],
    [' K_block_1', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
    ['\u212a_block_1', undefined], // the sign for Kelvin, which full case folding makes a k
    ['x'.repeat(10_000_000), undefined],
  ])('finds %.20s in any case', (word, meaning) => expect(names.find(word)).toBe(meaning));
});

it('foldCase() folds ASCII letters only', () => expect(foldCase('AzÄ\u212a')).toBe('azÄ\u212a'));
