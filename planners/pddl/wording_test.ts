import { describe, expect, it } from 'vitest';
import { Complaints } from './complaints.ts';
import { readExpression } from './expression.ts';
import { alternatives, closestName, listed, quoted, shown } from './wording.ts';

describe('quoted()', () => {
  it('keeps a name on one line and cuts it to length', () => {
    expect(quoted('on')).toBe('"on"');
    expect(quoted('a"\0\n')).toBe('"a\\"\\u0000\\n"');
    expect(quoted('x'.repeat(1000))).toBe(`"${'x'.repeat(60)}…"`);
  });
});

describe('shown()', () => {
  it('shows how an expression begins', () => {
    const list = readExpression('(a () (B c) ((d)) ((d) e))', new Complaints('domain'));
    expect(list?.items.map(shown)).toEqual(['"a"', '"()"', '"(B …)"', '"((…)"', '"((… …)"']);
    expect(shown(undefined)).toBe('nothing');
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

  it('takes the first of several', () => {
    expect(closestName('block3', ['block1', 'block2'])).toBe('block1');
  });
});

describe('alternatives()', () => {
  it('says what there is', () => {
    expect(alternatives('claer', ['on', 'clear'])).toBe('did you mean "clear"? Declared: "on", "clear"');
    expect(alternatives('x', [], 'Known')).toBe('Known: none');
    expect(listed(Array.from({ length: 20 }, (_, i) => `a${i}`))).toMatch(/^"a0", .*"a11", and 8 more$/);
  });
});
