import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { shown } from './expression.ts';
import { readExpression } from './read_expression.ts';

describe('shown()', () => {
  it('shows how an expression begins', () => {
    const list = readExpression('(a () (B c) ((d)) ((d) e))', new Diagnostics('domain'));
    expect(list?.items.map(shown)).toEqual(['"a"', '"()"', '"(B …)"', '"((…)"', '"((… …)"']);
    const action = readExpression('(:action Go :effect)', new Diagnostics('domain'));
    expect(shown(action ?? undefined)).toBe('"(:action Go …)"');
    expect(shown(undefined)).toBe('nothing');
  });
});
