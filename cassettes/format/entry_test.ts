import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Address, addressId, addressSchema, compareAddresses, customId } from './entry.ts';

const KEY = 'a'.repeat(64);
const TOAST: Address = { task: 'house_1/make_toast', trial: 2, key: KEY, occurrence: 1 };

const addresses = fc.record({
  task: fc.stringMatching(/^[a-z0-9_-]{1,8}\/[a-z0-9_.-]{1,8}$/),
  trial: fc.nat(),
  key: fc.stringMatching(/^[0-9a-f]{64}$/),
  occurrence: fc.integer({ min: 1 }),
});

test('compareAddresses() sorts by code unit, and trials by value', () => {
  const sorted: Address[] = [
    { ...TOAST, trial: 9 },
    ...[1, 2, 10].map((occurrence) => ({ ...TOAST, trial: 10, occurrence })),
    { ...TOAST, trial: 10, key: 'b'.repeat(64) },
    { ...TOAST, task: 'house_1/z' },
  ];
  expect(sorted.toReversed().toSorted(compareAddresses)).toEqual(sorted);
});

test('customId() fits into a batch file, and stays', () => {
  expect(customId(TOAST)).toBe('rOMAmNPIoc9ppbofIP-e9mJQXODpKqW6zZY1dPcFQlc');
});

test('addressId() and customId() tell addresses apart', () => {
  fc.assert(
    fc.property(addresses, addresses, (a, b) => {
      for (const id of [addressId, customId]) expect(id(a) === id(b)).toBe(compareAddresses(a, b) === 0);
    }),
  );
});

test.each([
  ...['make_toast', '../make_toast', 'house_1/a/b'].map((task) => ({ task })),
  ...[{ trial: -1 }, { trial: 0.5 }, { key: 'abc' }, { occurrence: 0 }],
])('addressSchema refuses %o', (wrong) => {
  expect(addressSchema.safeParse({ ...TOAST, ...wrong }).success).toBe(false);
});
