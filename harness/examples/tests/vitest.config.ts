/**
 * Where Vitest finds the tests; Node's own runner finds them by itself.
 *
 * @module
 */
export default { test: { include: ['**/*_test.ts'], testTimeout: 60_000 } };
