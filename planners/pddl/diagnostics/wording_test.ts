import { describe, expect, it } from 'vitest';
import { alternatives, closestName, pluralize, quote, quoteAll } from './wording.ts';

it('quote() keeps a name on one line and cuts it to length', () => {
  expect(quote('a"\0\n')).toBe('"a\\"\\u0000\\n"');
  expect(quote('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(quote('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
});

it('pluralize() puts a noun in the plural where it must', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'part'))).toEqual(['no parts', '1 part', '2 parts']);
});

describe('closestName()', () => {
  const manyMarks = `${'"'.repeat(1_000_000)}a`;
  it.each([
    [':preconditon', ':precondition'],
    [':efect', ':effect'],
    ['claer', 'clear'],
    ['ontable', 'on-table'],
    ['clear-block', 'clear'],
    ['holding', null],
    ['on', 'on'],
    ['?x', null],
    ['b1', null],
    ['block3', null],
    ['?from', '?form'],
    ['"on"', 'on'],
    ['init', ':init'],
    ['on,', 'on'],
    ['blobz', 'blobs'],
    ['-', null],
  ])('finds for %j what is meant, %j', (name, meant) => {
    const known = [':parameters', ':precondition', ':effect', 'on', 'clear', 'on-table', 'at'];
    const others = ['?y', 'b2', 'a1', 'block1', 'block2', '?form', ':goal', ':init', 'blobs', 'blobt'];
    expect(closestName(name, [...known, ...others])).toBe(meant);
  });

  it('gets through long names and long runs of marks', () => {
    expect(closestName('x'.repeat(61), ['x'.repeat(60)])).toBeNull();
    expect(closestName(`${','.repeat(1_000_000)}a,`, ['a'])).toBeNull();
    expect(closestName('a', [manyMarks])).toBe(manyMarks);
    expect(closestName('ab', [`x${manyMarks}`])).toBeNull();
  });
});

it('alternatives() says what there is', () => {
  expect(alternatives('claer', ['on', 'clear'])).toBe('did you mean "clear"? Declared: "on", "clear"');
  expect(alternatives('x', [], { label: 'Known' })).toBe('known: none');
  expect(quoteAll(Array.from({ length: 20 }, (_, i) => `a${i}`))).toMatch(/^"a0", .*"a11", and 8 more$/);
});
