import { expect, it } from 'vitest';
import { quoted } from './quoted.ts';

it('quoted() keeps what comes from outside on one line, and short', () => {
  expect(quoted('a\n"b"')).toBe('"a\\n\\"b\\""');
  expect(quoted('x'.repeat(10_000)).length).toBe(83);
});
