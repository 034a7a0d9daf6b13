import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { FOR_TESTS, importedFiles, sources } from '../source_tree.ts';
import { TEST_KINDS } from '../test_kinds.ts';

const STARTING: Readonly<Record<string, string>> = {
  'cassettes/writing/tape_lock_test.ts': 'who holds a lock, to be killed',
  'harness/episode/any_language/running_programs_test.ts': 'sleep',
  'harness/io/read_text_test.ts': 'mkfifo',
  'harness/io/errors/counted_test.ts': 'sh, which reads what is quoted',
  'harness/testing/regexes_test.ts': 'git ls-files',
  'harness/testing/tidy/tidy_imports_test.ts': 'git ls-files',
  'harness/testing/tidy/tidy_pages_test.ts': 'git ls-files',
  'harness/testing/tidy/tidy_test.ts': 'git ls-files',
  'harness/testing/tidy/tidy_tests_test.ts': 'git ls-files',
};

const TESTS = [...FOR_TESTS].filter((file) => file.endsWith('_test.ts'));
const OTHERS: readonly string[] = Object.values(TEST_KINDS).flat();
const isUnit = (file: string) => !OTHERS.some((glob) => matchesGlob(file, glob));

function startsPrograms(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  if (/^import (?!type\b)[^;]*'node:child_process'/m.test(sources.get(file) ?? '')) return true;
  return importedFiles(file).some((target) => FOR_TESTS.has(target) && startsPrograms(target, seen));
}

describe('tests', () => {
  it('are unit tests only where they start no program, but for these', () => {
    const starting = TESTS.filter((file) => isUnit(file) && startsPrograms(file));
    expect(starting.sort()).toEqual(Object.keys(STARTING).sort());
  });

  it('are of other kinds by their names or their folders', () => {
    for (const glob of OTHERS) expect(TESTS.filter((file) => matchesGlob(file, glob)).length, glob).toBeGreaterThan(0);
  });

  it('are all run by `npm run ok`, and so by .ci/run', () => {
    const { scripts } = JSON.parse(readFileSync(join(PLACES.root, 'package.json'), 'utf8'));
    expect(scripts['test:all']).toBe('vitest run');
    expect(scripts['ok']).toMatch(/ && npm run -s test:all$/);
    expect(readFileSync(join(PLACES.root, '.ci/run'), 'utf8')).toContain('\nstep ok npm run ok\n');
  });
});
