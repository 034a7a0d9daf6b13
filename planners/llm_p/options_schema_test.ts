import { expect, test } from 'vitest';
import { optionsSchema } from './options_schema.ts';

test('optionsSchema is the release by default', () => {
  expect(optionsSchema.parse({})).toEqual({
    temperature: 0.1,
    replyTokensMax: 2500,
    retriesMax: 0,
    solver: 'embedded',
    expansionsMax: 100_000,
  });
});

test.each([{ temperature: 3 }, { replyTokensMax: 0 }, { retriesMax: 11 }, { solver: 'other' }, { expansionsMax: 0 }])(
  'optionsSchema refuses %j',
  (options) => {
    expect(optionsSchema.safeParse(options).success).toBe(false);
  },
);
