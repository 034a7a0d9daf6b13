import { expect, test } from 'vitest';
import { pddlOptions } from './pddl_options.ts';

test.each([{ temperature: 3 }, { replyTokensMax: 0 }, { retriesMax: 11 }, { solver: 'other' }, { expansionsMax: 0 }])(
  'pddlOptions refuses %j',
  (options) => {
    expect(pddlOptions.safeParse(options).success).toBe(false);
  },
);
