import { describe, expect, it } from 'vitest';
import { Scope } from './scope.ts';

describe('Scope', () => {
  it('looks inside first', () => {
    const outer = new Scope(
      new Map([
        ['?x', 1],
        ['?y', 2],
      ]),
    );
    const inner = new Scope(
      new Map([
        ['?y', 3],
        ['__proto__', 4],
      ]),
      outer,
    );
    expect(['?x', '?y', '__proto__', 'constructor'].map((name) => inner.get(name))).toEqual([1, 3, 4, undefined]);
    expect(outer.get('?y')).toBe(2);
    expect(inner.names()).toEqual(['?y', '__proto__', '?x', '?y']);
  });
});
