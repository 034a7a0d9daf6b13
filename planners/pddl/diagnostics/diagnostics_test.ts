import { describe, expect, it } from 'vitest';
import { byPlace, Diagnostics } from './diagnostics.ts';

const at = (line: number, column: number) => ({ line, column, start: 0, end: 0 });
const TYPE = { name: 'block', written: 'Block' };
const LIST = { shown: '"(define …)"', line: 1, column: 1 };

describe('Diagnostics', () => {
  it('keeps errors and warnings apart, with their places', () => {
    const diagnostics = new Diagnostics('problem');
    diagnostics.report('unknown_object', at(3, 5), 'a', { where: 'the goal' });
    diagnostics.report('duplicate_fact', at(2, 1), '(on a b)', at(1, 1));
    diagnostics.report('unsupported_fact', at(4, 1), 'timed_literal', '"(at …)"');
    expect(diagnostics.errors).toEqual([
      {
        status: 'invalid',
        kind: 'unknown_object',
        file: 'problem',
        line: 3,
        column: 5,
        message: 'problem, line 3, column 5: unknown object "a" in the goal',
      },
      expect.objectContaining({ status: 'unsupported', kind: 'unsupported_fact' }),
    ]);
    expect(diagnostics.warnings).toEqual([
      {
        kind: 'duplicate_fact',
        file: 'problem',
        line: 2,
        column: 1,
        message: 'problem, line 2, column 1: "(on a b)" is said twice, the first time at line 1, column 1',
      },
    ]);
  });

  it('says one thing at one place once', () => {
    const diagnostics = new Diagnostics('domain');
    diagnostics.report('unknown_type', at(1, 2), TYPE, 'a', new Set());
    diagnostics.report('unknown_type', at(1, 2), TYPE, 'b', new Set());
    diagnostics.report('duplicate_object', at(1, 1), 'b', null);
    diagnostics.report('unknown_type', at(1, 2), TYPE, 'b', new Set());
    diagnostics.report('unknown_type', at(1, 3), TYPE, 'c', new Set());
    expect(diagnostics.errors.map(({ column }) => column)).toEqual([2, 1, 3]);
  });

  it('keeps one imbalance, with the lists that were open', () => {
    const diagnostics = new Diagnostics('domain');
    diagnostics.unbalanced('missing_closing', at(3, 1), [at(1, 1)], 1, LIST, LIST);
    diagnostics.unbalanced('extra_closing', at(4, 1), [], ')', LIST, at(3, 9));
    expect(diagnostics.errors.map(({ kind }) => kind)).toEqual(['missing_closing']);
    expect(diagnostics.imbalance).toEqual({ error: diagnostics.errors[0], unfinished: [at(1, 1)] });
  });

  it('does not work out what it does not keep', () => {
    const diagnostics = new Diagnostics('domain');
    let count = 0;
    for (let i = 0; i < 1000; i++)
      diagnostics.report('unknown_object', at(i, 1), 'a', { where: 'the goal', hint: () => `${count++}` });
    expect(count).toBe(100);
  });
});

describe('byPlace()', () => {
  it('puts the domain first', () => {
    const place = (file: 'domain' | 'problem', line: number, column: number) => {
      return { kind: 'bad_fact', file, line, column, message: '' } as const;
    };
    const sorted = [place('problem', 1, 1), place('domain', 2, 3), place('domain', 2, 1)].sort(byPlace);
    expect(sorted.map(({ file, column }) => [file, column])).toEqual([
      ['domain', 1],
      ['domain', 3],
      ['problem', 1],
    ]);
  });
});
