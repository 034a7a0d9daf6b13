import { describe, expect, it } from 'vitest';
import { byPlace, Diagnostics } from './diagnostics.ts';

const at = (line: number, column: number) => ({ line, column, start: 0, end: 0 });

describe('Diagnostics', () => {
  it('keeps errors and warnings apart, with their places', () => {
    const diagnostics = new Diagnostics('problem');
    diagnostics.report('unknown_object', at(3, 5), 'unknown object "a"');
    diagnostics.report('duplicate_fact', at(2, 1), () => 'twice');
    diagnostics.report('unsupported_fact', at(4, 1), 'no');
    expect(diagnostics.errors).toEqual([
      {
        status: 'invalid',
        kind: 'unknown_object',
        file: 'problem',
        line: 3,
        column: 5,
        message: 'problem, line 3, column 5: unknown object "a"',
      },
      expect.objectContaining({ status: 'unsupported', kind: 'unsupported_fact' }),
    ]);
    expect(diagnostics.warnings).toEqual([
      { kind: 'duplicate_fact', file: 'problem', line: 2, column: 1, message: 'problem, line 2, column 1: twice' },
    ]);
  });

  it('says one thing at one place once', () => {
    const diagnostics = new Diagnostics('domain');
    diagnostics.report('unknown_type', at(1, 2), 'of "a"');
    diagnostics.report('unknown_type', at(1, 2), 'of "b"');
    diagnostics.report('duplicate_object', at(1, 1), 'b');
    diagnostics.report('unknown_type', at(1, 2), 'of "b"');
    diagnostics.report('unknown_type', at(1, 3), 'of "c"');
    expect(diagnostics.errors.map(({ column }) => column)).toEqual([2, 1, 3]);
  });

  it('keeps one imbalance, with the lists that were open', () => {
    const diagnostics = new Diagnostics('domain');
    diagnostics.unbalanced('missing_closing', at(3, 1), 'first', [at(1, 1)]);
    diagnostics.unbalanced('extra_closing', at(4, 1), () => 'second');
    expect(diagnostics.errors.map(({ kind }) => kind)).toEqual(['missing_closing']);
    expect(diagnostics.imbalance).toEqual({ error: diagnostics.errors[0], unfinished: [at(1, 1)] });
  });

  it('does not work out what it does not keep', () => {
    const diagnostics = new Diagnostics('domain');
    let count = 0;
    for (let i = 0; i < 1000; i++) diagnostics.report('unknown_object', at(i, 1), () => `${count++}`);
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
