import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import { PLACES } from '../io/places.ts';

export const FILES: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: PLACES.root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(PLACES.root, file)));

export const MODULES = FILES.filter((file) => /^(harness|planners|envs|cassettes)\/.*\.ts$/.test(file));

export const sources: ReadonlyMap<string, string> = new Map(
  MODULES.map((file) => [file, readFileSync(join(PLACES.root, file), 'utf8')]),
);

export const FOR_TESTS: ReadonlySet<string> = new Set(
  MODULES.filter((file) => /_(test|bench)\.ts$|\/(testing|bench)\//.test(file)),
);

const parsed = new Map<string, readonly string[]>();

export function importsOf(source: string): readonly string[] {
  const imports = parsed.get(source) ?? parsedImports(source);
  parsed.set(source, imports);
  return imports;
}

function parsedImports(source: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync('module.ts', source).module;
  const exported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value));
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  const later = dynamicImports.map(({ moduleRequest }) => /^'(.+)'$/.exec(textOf(moduleRequest))?.[1]);
  const names = [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...new Set(exported), ...later];
  return names.filter((name) => name !== undefined);
}

export function importedFiles(file: string): string[] {
  return importsOf(sources.get(file) ?? '')
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)));
}
