import { describe, expect, it } from 'vitest';
import { ON_TABLE } from './arrangement.ts';
import { BlockNames, foldCase } from './block_names.ts';

const names = new BlockNames(['K_block_1', 'L-2']);

describe('BlockNames', () => {
  it('finds blocks, table, hand and air in any case', () => {
    expect(names.find('K_block_1')).toBe(0);
    expect(names.find('k_BLOCK_1')).toBe(0);
    expect(names.find('l-2')).toBe(1);
    expect(names.find('Table')).toBe(ON_TABLE);
    expect(names.find('HAND')).toBe('hand');
    expect(names.find('air')).toBe('air');
  });

  it.each([
    '',
    ' K_block_1',
    '__proto__',
    'constructor',
    '\u212a_block_1', // the sign for Kelvin, which full case folding makes a k
    'x'.repeat(10_000_000),
  ])('finds nothing else', (word) => {
    expect(names.find(word)).toBeUndefined();
  });
});

describe('foldCase()', () => {
  it('folds ASCII letters only', () => expect(foldCase('AzÄ\u212a')).toBe('azÄ\u212a'));
});
