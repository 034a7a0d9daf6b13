import { describe, expect, it } from 'vitest';
import { alternatives, closestName, pluralize, quote, quoteAll } from './wording.ts';

describe('quote()', () => {
  it('keeps a name on one line and cuts it to length', () => {
    expect(quote('on')).toBe('"on"');
    expect(quote('a"\0\n')).toBe('"a\\"\\u0000\\n"');
    expect(quote('x'.repeat(1000))).toBe(`"${'x'.repeat(60)}…"`);
  });
});

describe('pluralize()', () => {
  it('puts a noun in the plural where it must', () => {
    expect([0, 1, 2].map((count) => pluralize(count, 'part'))).toEqual(['no parts', '1 part', '2 parts']);
  });
});

describe('closestName()', () => {
  it('finds what was meant', () => {
    const known = [':parameters', ':precondition', ':effect', 'on', 'clear', 'on-table'];
    expect(closestName(':preconditon', known)).toBe(':precondition');
    expect(closestName(':efect', known)).toBe(':effect');
    expect(closestName('claer', known)).toBe('clear');
    expect(closestName('ontable', known)).toBe('on-table');
    expect(closestName('clear-block', known)).toBe('clear');
  });

  it('finds nothing where nothing is near', () => {
    expect(closestName('holding', ['on', 'clear'])).toBeNull();
    expect(closestName('on', ['at', 'in-hand', 'x'])).toBeNull();
    expect(closestName('x'.repeat(10_000), ['x'.repeat(9_999)])).toBeNull();
  });

  it('does not suggest one short name for another, or one number', () => {
    expect(closestName('d', ['a', 'b'])).toBeNull();
    expect(closestName('?x', ['?y', '?z'])).toBeNull();
    expect(closestName('-', ['a'])).toBeNull();
    expect(closestName('b1', ['b2', 'a1'])).toBeNull();
    expect(closestName('block3', ['block1', 'block2'])).toBeNull();
    expect(closestName('?from', ['?form'])).toBe('?form');
  });

  it('looks through marks around a name', () => {
    expect(closestName('a', ['b', 'a,'])).toBe('a,');
    expect(closestName('"a"', ['b', 'a'])).toBe('a');
    expect(closestName('init', [':goal', ':init'])).toBe(':init');
  });

  it('gets through long runs of marks', () => {
    expect(closestName(`${','.repeat(1_000_000)}a,`, ['a'])).toBeNull();
    expect(closestName('a', [`${'"'.repeat(1_000_000)}a`])).toBe(`${'"'.repeat(1_000_000)}a`);
    expect(closestName('ab', [`x${'"'.repeat(1_000_000)}a`])).toBeNull();
  });

  it('takes the first of several', () => {
    expect(closestName('blocs', ['block', 'blobs'])).toBe('block');
  });
});

describe('alternatives()', () => {
  it('says what there is', () => {
    expect(alternatives('claer', ['on', 'clear'])).toBe('did you mean "clear"? Declared: "on", "clear"');
    expect(alternatives('x', [], 'Known')).toBe('Known: none');
    expect(quoteAll(Array.from({ length: 20 }, (_, i) => `a${i}`))).toMatch(/^"a0", .*"a11", and 8 more$/);
  });
});
