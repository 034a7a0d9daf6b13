import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { strayUpdate } from './harness/testing/stray_update.ts';
import { TEST_KINDS } from './harness/testing/test_kinds.ts';

const stray = strayUpdate(process.argv);
if (stray !== null) {
  console.error(stray);
  process.exit(2);
}

export default defineConfig({
  // As an importer of the package sees it.
  resolve: {
    alias: [
      {
        find: /^tapedeck$/,
        replacement: fileURLToPath(new URL('harness/package/exports/tapedeck.ts', import.meta.url)),
      },
      {
        find: /^tapedeck\/(\w+)$/,
        replacement: fileURLToPath(new URL('harness/package/exports/$1.ts', import.meta.url)),
      },
    ],
  },
  test: {
    // `npm test` runs the unit tests; projects start in alphabetical order, so the long ones come first.
    projects: [
      { extends: true, test: { name: 'integration', include: [...TEST_KINDS.integration] } },
      { extends: true, test: { name: 'stress', include: [...TEST_KINDS.stress] } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{harness,planners,envs,cassettes}/**/*_test.ts'],
          exclude: [...configDefaults.exclude, ...Object.values(TEST_KINDS).flat()],
        },
      },
    ],
    setupFiles: ['harness/testing/loopback_only.ts', 'harness/testing/property_size.ts'],
    // Spares started tests the compilation.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.tapedeck/compiled', import.meta.url)) },
    reporters: ['default', ['json', { outputFile: 'node_modules/.tapedeck/tests.json' }]],
    isolate: false, // a minute less; tests that need fresh modules call vi.resetModules()
    restoreMocks: true,
    unstubGlobals: true,
    maxWorkers: 2, // CI has two cores, of which Vitest would use one
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } }, // a page of the report may exceed Vitest's second on busy cores
    chaiConfig: { truncateThreshold: 400 },
  },
});
