import { expect, test } from 'vitest';
import { optionsSchema } from './options_schema.ts';

test('optionsSchema refuses a reply that would take all tokens', () => {
  expect(optionsSchema.safeParse({ tokensMax: 256 }).error?.issues[0]).toMatchObject({
    path: ['replyTokens'],
    message: 'the reply takes all tokens; say fewer than tokensMax',
  });
  expect(optionsSchema.safeParse({ tokensMax: 257 }).success).toBe(true);
});

test.each([
  { tokensMax: 0 },
  { replyTokens: -1 },
  { triplesMax: 1.5 },
  { triplesMax: 'some' },
  { scene: 'long' },
  { hands: 3 },
  { emptyRepliesMax: 0 },
  { temperature: 3 },
])('optionsSchema refuses %j', (options) => {
  expect(optionsSchema.safeParse(options).success).toBe(false);
});
