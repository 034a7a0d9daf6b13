/**
 * Holds that imports, those of types included, go round in no circle, and that product code needs nothing that is there
 * for tests.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from './places.ts';
import { grouped, type ImportGraph, importCircles } from './testing/import_circles.ts';
import { FOR_TESTS, importedFiles, MODULES } from './testing/source_tree.ts';

/** An import that closes a circle: by whom (a file, or a folder with a slash behind it), and of what. */
type KnownImport = readonly [from: string, to: string];

/** To be undone one by one; whoever undoes one strikes it out. None may be added. */
const KNOWN_BETWEEN_FILES: readonly KnownImport[] = [
  ['harness/run_cassette.ts', 'harness/run_episodes.ts'],
  ['harness/thread_messages.ts', 'harness/run_episodes.ts'],
];

/** The same between the folders that files lie in, tests and their support left out. */
const KNOWN_BETWEEN_FOLDERS: readonly KnownImport[] = [['harness', 'harness/commands']];

/** `npm run bench` and `npm run fuzz`, which are there for whoever works on the project. */
const SCRIPTS = ['harness/bench/bench.ts', 'harness/fuzz/fuzz_episodes.ts'];

const files: ImportGraph = new Map(MODULES.map((file) => [file, new Set(importedFiles(file))]));
const product: ImportGraph = new Map([...files].filter(([file]) => !FOR_TESTS.has(file)));

function isKnown([from, to]: KnownImport, node: string, target: string): boolean {
  return to === target && (from.endsWith('/') ? node.startsWith(from) : node === from);
}

function without(graph: ImportGraph, known: readonly KnownImport[]): ImportGraph {
  const keeps = (node: string, target: string) => !known.some((each) => isKnown(each, node, target));
  return new Map([...graph].map(([node, targets]) => [node, new Set([...targets].filter((to) => keeps(node, to)))]));
}

describe.each([
  ['files', files, KNOWN_BETWEEN_FILES],
  ['folders', grouped(product, dirname), KNOWN_BETWEEN_FOLDERS],
])('imports between %s', (_, graph, known) => {
  it('go round in no circle but through those that are known', () => {
    expect(importCircles(without(graph, known))).toEqual([]);
  });

  it('are known only where they close a circle', () => {
    const circles = importCircles(graph);
    const closing = circles.flatMap((circle) =>
      circle.flatMap((node) => circle.map((target) => [node, target] as const)),
    );
    expect(known.filter((each) => !closing.some(([node, target]) => isKnown(each, node, target)))).toEqual([]);
  });
});

describe('product code', () => {
  it('imports nothing that is there for tests or benchmarks', () => {
    const wrong = [...product]
      .filter(([file]) => !SCRIPTS.includes(file))
      .flatMap(([file, targets]) =>
        [...targets].filter((target) => FOR_TESTS.has(target)).map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('planners/pddl', () => {
  const folder = 'planners/pddl';
  const readme = readFileSync(join(PLACES.root, folder, 'README.md'), 'utf8');
  const stages = [...readme.matchAll(/^(\w+)\/ {2,}/gm)].map(([, stage]) => `${folder}/${stage}`);

  it('has the folders that its README lists', () => {
    const folders = new Set([...files.keys()].filter((file) => file.startsWith(`${folder}/`)).map(dirname));
    expect(stages.toSorted()).toEqual([...folders].sort());
  });

  it('imports in each folder only from those that stand above it there', () => {
    const wrong = [...grouped(product, dirname)]
      .filter(([stage]) => stages.includes(stage))
      .flatMap(([stage, targets]) =>
        [...targets]
          .filter((target) => stages.indexOf(target) > stages.indexOf(stage))
          .map((target) => `${stage} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});
