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

/** `npm run bench` and `npm run fuzz`, which are there for whoever works on the project. */
const SCRIPTS = ['harness/bench/bench.ts', 'harness/fuzz/fuzz_episodes.ts'];

const files: ImportGraph = new Map(MODULES.map((file) => [file, new Set(importedFiles(file))]));
const product: ImportGraph = new Map([...files].filter(([file]) => !FOR_TESTS.has(file)));

describe.each([
  ['files', files],
  ['folders', grouped(product, dirname)],
])('imports between %s', (_, graph) => {
  it('go round in no circle', () => expect(importCircles(graph)).toEqual([]));
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
