/** Integration tests run commands, programs, threads and servers, or all data; stress tests take huge or damaged input. */
export const TEST_KINDS = {
  integration: [
    'harness/{cli/{author,evaluate,plans,tapes},testing/end_to_end,testing/walkthroughs}/**/*_test.ts',
    '{harness,planners,envs,cassettes}/**/*_integration_test.ts',
  ],
  stress: ['{harness,planners,envs,cassettes}/**/*_stress_test.ts'],
} as const;
