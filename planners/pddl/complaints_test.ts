import { describe, expect, it } from 'vitest';
import { byPlace, Complaints } from './complaints.ts';

const at = (line: number, column: number) => ({ line, column, start: 0, end: 0 });

describe('Complaints', () => {
  it('keeps errors and warnings apart, with their places', () => {
    const complaints = new Complaints('problem');
    complaints.add('unknown_object', at(3, 5), 'unknown object "a"');
    complaints.add('duplicate_fact', at(2, 1), () => 'twice');
    complaints.add('unsupported_fact', at(4, 1), 'no');
    expect(complaints.errors).toEqual([
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
    expect(complaints.warnings).toEqual([
      { kind: 'duplicate_fact', file: 'problem', line: 2, column: 1, message: 'problem, line 2, column 1: twice' },
    ]);
  });

  it('says one thing at one place once', () => {
    const complaints = new Complaints('domain');
    complaints.add('unknown_type', at(1, 2), 'of "a"');
    complaints.add('unknown_type', at(1, 2), 'of "b"');
    complaints.add('duplicate_object', at(1, 1), 'b');
    complaints.add('unknown_type', at(1, 2), 'of "b"');
    complaints.add('unknown_type', at(1, 3), 'of "c"');
    expect(complaints.errors.map(({ column }) => column)).toEqual([2, 1, 3]);
  });

  it('keeps one imbalance, with the lists that were open', () => {
    const complaints = new Complaints('domain');
    complaints.unbalanced('missing_closing', at(3, 1), 'first', [at(1, 1)]);
    complaints.unbalanced('extra_closing', at(4, 1), () => 'second');
    expect(complaints.errors.map(({ kind }) => kind)).toEqual(['missing_closing']);
    expect(complaints.imbalance).toEqual({ error: complaints.errors[0], unfinished: [at(1, 1)] });
  });

  it('does not work out what it does not keep', () => {
    const complaints = new Complaints('domain');
    let count = 0;
    for (let i = 0; i < 1000; i++) complaints.add('unknown_object', at(i, 1), () => `${count++}`);
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
