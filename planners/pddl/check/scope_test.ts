import { expect, it } from 'vitest';
import { Scope } from './scope.ts';

it('Scope looks inside first', () => {
  const outer = new Scope(new Map(Object.entries({ '?x': 1, '?y': 2 })));
  const inner = new Scope(new Map([['?y', 3] as const, ['__proto__', 4] as const]), outer);
  expect(['?x', '?y', '__proto__', 'constructor'].map((name) => inner.get(name))).toEqual([1, 3, 4, undefined]);
  expect(inner.names()).toEqual(['?y', '__proto__', '?x', '?y']);
});
