import { describe, expect, it } from 'vitest';
import { blockColours, instanceOf, letterOf } from './block_colours.ts';

describe('letterOf()', () => {
  it.each([
    ['K_block_1', 'K'],
    ['k', 'K'],
    ['ß', 'ß'],
    ['😀_block_1', '😀'],
    ['', '?'],
    ['<b>', '<'],
  ])('takes from %j the letter %s', (name, letter) => {
    expect(letterOf(name)).toBe(letter);
  });
});

describe('instanceOf()', () => {
  it.each([
    ['K_block_1', '1'],
    ['K_block_12', '12'],
    ['K_block_123', ''],
    ['K', ''],
    ['', ''],
  ])('takes from %j the number %j', (name, instance) => {
    expect(instanceOf(name)).toBe(instance);
  });
});

describe('blockColours()', () => {
  it('gives a colour a letter, whatever the order', () => {
    const names = ['M_block_1', 'O_block_1', 'T_block_1', 'I_block_1', 'O_block_2', 'N_block_1', 'A', 'B', 'C'];
    const colours = blockColours(names);
    expect(new Set([...colours.values()].map(({ front }) => front)).size).toBe(8);
    expect(blockColours([...names].reverse())).toEqual(colours);
  });

  it('writes with an ink that stands out from the front', () => {
    const brightness = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    for (const { front, top, ink } of blockColours([...'ABCDEFGH']).values()) {
      const contrast = (a: string, b: string) => {
        const [dark, light] = [brightness(a), brightness(b)].sort((x, y) => x - y) as [number, number];
        return (light + 0.05) / (dark + 0.05);
      };
      // WCAG's bound for large letters is 3.
      expect(contrast(front, ink)).toBeGreaterThan(4);
      expect(contrast(top, '#111111')).toBeGreaterThan(4);
    }
  });

  it('takes names that are names of an object’s own', () => {
    expect(blockColours(['__proto__', 'constructor']).get(letterOf('__proto__'))?.front).toMatch(/^#[0-9a-f]{6}$/);
  });
});
