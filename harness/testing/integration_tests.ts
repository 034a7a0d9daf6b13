/**
 * Test support: which tests are integration tests: what is run as its users run it, and how those files are called.
 *
 * They carry out commands, start programs, threads, servers and browsers, pack and install, or go through all of other people's data. All others are
 * unit tests, which call modules.
 *
 * @module
 */
export const INTEGRATION_TESTS: readonly string[] = [
  'harness/{commands,end_to_end,walkthroughs}/**/*_test.ts',
  '{harness,planners,envs,cassettes}/**/*_integration_test.ts',
];
