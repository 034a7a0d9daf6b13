import { expect, test } from 'vitest';
import { optionsSchema } from './options_schema.ts';

test('optionsSchema refuses a state that would hold nothing', () => {
  expect(optionsSchema.safeParse({ summary: false, objects: false }).error?.issues[0]?.message).toBe(
    'a state without summary and without objects holds nothing; say states: false',
  );
  expect(optionsSchema.safeParse({ states: false, summary: false, objects: false }).success).toBe(true);
});

test.each([{ emptyPlansMax: 0 }, { emptyPlansMax: 1.5 }, { temperature: -1 }, { hands: 3 }, { update: 'never' }])(
  'optionsSchema refuses %j',
  (options) => {
    expect(optionsSchema.safeParse(options).success).toBe(false);
  },
);
