/**
 * Where Vitest finds the tests.
 *
 * @module
 */
export default { test: { include: ['**/*_test.mjs'], testTimeout: 60_000 } };
