import { expect, it } from 'vitest';
import { FoonError, quoted } from './foon_error.ts';

it('FoonError names task, place, expectation and finding', () => {
  const fault = { task: 'read', path: 'a.json', line: 3, field: 'b[0]', expected: 'a label', found: '7' } as const;
  const message = 'Cannot read FOON "a.json", line 3, field b[0]: expected a label, found 7';
  expect(new FoonError(fault).message).toBe(message);
  const short = new FoonError({ task: 'write', field: '', expected: 'x', found: 'y' });
  expect(short.message).toBe('Cannot write FOON: expected x, found y');
});

it('quoted() shows any text on one line, and cuts a long one', () => {
  expect(quoted('a\tb\n')).toBe('"a\\tb\\n"');
  expect(quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(quoted('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
});
