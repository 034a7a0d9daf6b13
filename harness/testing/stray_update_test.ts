import { expect, it } from 'vitest';
import { strayUpdate } from './stray_update.ts';

it.each([
  ['run -u harness/testing/tidy/tidy_test.ts', '"harness/testing/tidy/tidy_test.ts" behind -u would be read as'],
  ['run --update tidy -t x', '"tidy" behind --update would be read as'],
])('strayUpdate() tells of `%s`', (line, message) => {
  expect(strayUpdate(line.split(' '))).toContain(message);
});

const FINE = [
  'run',
  'run harness/testing/tidy/tidy_test.ts -u',
  'run -u -t x',
  'run --update all',
  'run --update=all x',
];
it.each(FINE)('strayUpdate() accepts `%s`', (line) => expect(strayUpdate(line.split(' '))).toBeNull());
