import { expect, test } from 'vitest';
import { optionsSchema } from './options_schema.ts';

test.each([{ calls: 2 }, { preconditions: 'yes' }, { temperature: -1 }, { replyTokensMax: 1.5 }, { retriesMax: -1 }])(
  'optionsSchema refuses %j',
  (options) => {
    expect(optionsSchema.safeParse(options).success).toBe(false);
  },
);
