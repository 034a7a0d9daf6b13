import { expect, test } from 'vitest';
import { optionsSchema } from './options_schema.ts';

test.each([
  { assertions: 'never' },
  { examples: 4 },
  { examples: -1 },
  { hands: 0 },
  { assertsMax: 1e9 },
  { resultsMax: 0.5 },
  { emptyProgramsMax: 0 },
  { temperature: 3 },
  { no_such_option: true },
])('optionsSchema refuses %j', (options) => {
  expect(optionsSchema.safeParse(options).success).toBe(false);
});
