/**
 * Unit tests call modules. Integration tests carry out commands, start programs, threads, servers and browsers, pack and install, or go through all
 * that ships and all of other people's data. Stress tests take what is huge, damaged at every byte, or all states that can be reached.
 */
export const TEST_KINDS = {
  integration: [
    'harness/{cli/{author,evaluate,plans,tapes},testing/end_to_end,testing/walkthroughs}/**/*_test.ts',
    '{harness,planners,envs,cassettes}/**/*_integration_test.ts',
  ],
  stress: ['{harness,planners,envs,cassettes}/**/*_stress_test.ts'],
} as const;
