import { describe, expect, it } from 'vitest';
import { FoonError, quoted } from './foon_error.ts';

describe('FoonError', () => {
  it('says what failed, where, what should be and what is', () => {
    const fault = { task: 'read', path: 'a.json', line: 3, field: 'b[0]', expected: 'a label', found: '7' } as const;
    expect(new FoonError(fault).message).toBe(
      'Cannot read FOON "a.json", line 3, field b[0]: expected a label, found 7',
    );
    expect(new FoonError({ task: 'write', field: '', expected: 'x', found: 'y' }).message).toBe(
      'Cannot write FOON: expected x, found y',
    );
  });
});

describe('quoted()', () => {
  it('shows any text on one line, and not all of a long one', () => {
    expect(quoted('a\tb\n')).toBe('"a\\tb\\n"');
    expect(quoted('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(60)}…"`);
  });
});
