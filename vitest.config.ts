import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{harness,planners,envs,cassettes}/**/*_test.ts'],
    setupFiles: ['harness/loopback_only.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    chaiConfig: { truncateThreshold: 400 },
  },
});
