import { expect, test } from 'vitest';
import { optionsSchema } from './options_schema.ts';

test('optionsSchema is the method as the papers have it by default', () => {
  expect(optionsSchema.parse({})).toEqual({
    assertions: 'llm',
    comments: true,
    examples: 3,
    hands: 2,
    resultsMax: 200,
    assertsMax: 50,
    emptyProgramsMax: 5,
    temperature: 0,
  });
});

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
