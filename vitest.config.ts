import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{harness,planners,envs,cassettes}/**/*_test.ts'],
    setupFiles: ['harness/loopback_only.ts'],
    reporters: ['default', ['json', { outputFile: 'node_modules/.tapedeck/tests.json' }]],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    chaiConfig: { truncateThreshold: 400 },
  },
});
