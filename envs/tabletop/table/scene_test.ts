import { describe, expect, it } from 'vitest';
import { letterOf } from './scene.ts';

describe('letterOf()', () => {
  it.each([
    ['K_block_1', 'K'],
    ['k_block_1', 'K'],
    ['red_block_2', 'RED'],
    ['K', 'K'],
    ['K-1', 'K-1'],
  ])('of %s is %s', (name, letter) => expect(letterOf(name)).toBe(letter));
});
