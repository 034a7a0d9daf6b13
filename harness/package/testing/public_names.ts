import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { PLACES } from '../../io/places.ts';

const ENTRIES = join(PLACES.root, 'harness/package/exports');

export type PublicName = Readonly<{ name: string; path: string; docstring: string }>;

export type Entry = Readonly<{
  /** As in `tapedeck/NAME`; `tapedeck` for the first. */
  name: string;
  path: string;
  docstring: string;
  names: readonly PublicName[];
}>;

export function publicEntries(): Entry[] {
  return readdirSync(ENTRIES)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('_test.ts'))
    .sort()
    .map((file) => entryAt(join(ENTRIES, file), file.slice(0, -'.ts'.length)));
}

function entryAt(path: string, name: string): Entry {
  const source = readFileSync(path, 'utf8');
  const entries = parseSync(path, source).module.staticExports.flatMap((statement) => statement.entries);
  return {
    name,
    path,
    docstring: docstringAt(source, 0),
    names: entries
      .filter(({ isType }) => !isType)
      .map(({ exportName, moduleRequest }) => {
        if (exportName.name === null || moduleRequest === null)
          throw new Error(`${path} has more than exports by name`);
        return publicName(exportName.name, join(dirname(path), moduleRequest.value));
      }),
  };
}

function publicName(name: string, path: string): PublicName {
  const source = readFileSync(path, 'utf8');
  const declared = new RegExp(`^export (?:async )?(?:function\\*?|class|const) ${name}\\b`, 'm').exec(source);
  if (declared === null) throw new Error(`${path} does not declare "${name}" in one line`);
  const start = source.lastIndexOf('/**', declared.index);
  const isBefore = start !== -1 && source.indexOf('*/\n', start) + '*/\n'.length === declared.index;
  return { name, path, docstring: isBefore ? docstringAt(source, start) : '' };
}

function docstringAt(source: string, start: number): string {
  const lines = source.slice(start, source.indexOf('*/', start)).split('\n');
  return lines.map((line) => line.replace(/^ ?\/?\*{1,2} ?/, '')).join('\n');
}

export function examplesIn(docstring: string): string[] {
  return Array.from(docstring.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, example = '']) => example);
}
