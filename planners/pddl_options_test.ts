import { expect, test } from 'vitest';
import { pddlOptions } from './pddl_options.ts';

test('pddlOptions is the release by default', () => {
  expect(pddlOptions.parse({})).toEqual({
    temperature: 0.1,
    replyTokensMax: 2500,
    retriesMax: 0,
    solver: 'embedded',
    expansionsMax: 100_000,
  });
});

test.each([{ temperature: 3 }, { replyTokensMax: 0 }, { retriesMax: 11 }, { solver: 'other' }, { expansionsMax: 0 }])(
  'pddlOptions refuses %j',
  (options) => {
    expect(pddlOptions.safeParse(options).success).toBe(false);
  },
);
