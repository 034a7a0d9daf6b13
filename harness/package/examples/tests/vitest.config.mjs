/** Where Vitest finds the tests. */
export default { test: { include: ['**/*_test.mjs'], testTimeout: 60_000 } };
