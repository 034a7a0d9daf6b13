/**
 * Holds that imports, those of types included, go round in no circle, and that product code needs nothing that is there
 * for tests.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { grouped, type ImportGraph, importCircles } from '../import_circles.ts';
import { FILES, FOR_TESTS, importedFiles, MODULES } from '../source_tree.ts';

/** `npm run bench` and `npm run fuzz`, for those who work on the project. */
const SCRIPTS = ['harness/testing/bench/bench.ts', 'harness/testing/fuzz/fuzz_episodes.ts'];

/** Contracts, arbitraries and checks for tests of one's own. */
const IN_KIT = /\/kit\//;
const OPENING_KIT = ['harness/package/exports/testing.ts', 'harness/cli/author/check_planner.ts'];

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

  it('imports the testing kit in its export and its command alone, where it is not the kit', () => {
    const wrong = [...product]
      .filter(([file]) => !IN_KIT.test(file) && !OPENING_KIT.includes(file))
      .flatMap(([file, targets]) =>
        [...targets].filter((target) => IN_KIT.test(target)).map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe.each([
  ['planners/pddl', 'planners/pddl/README.md'],
  ['cassettes', 'cassettes/README.md'],
  ['harness', 'ARCHITECTURE.md'],
])('the rooms of %s', (folder, page) => {
  const text = readFileSync(join(PLACES.root, page), 'utf8');
  const list = text.split('```').find((part) => part.includes('\ntesting/ ')) ?? '';
  const rooms = [...list.matchAll(/^(\w+)\/ {2,}/gm)].map(([, room]) => room ?? '');
  const roomOf = (file: string) => file.slice(folder.length + 1).split('/')[0] ?? '';
  const inRooms = (file: string) =>
    file.startsWith(`${folder}/`) && file.split('/').length > folder.split('/').length + 1;

  it(`are those that ${page} lists`, () => {
    const there = new Set(FILES.filter(inRooms).map(roomOf));
    expect(rooms.toSorted()).toEqual([...there].sort());
  });

  it('import only from those that stand above them there', () => {
    const wrong = [...product]
      .filter(([file]) => inRooms(file))
      .flatMap(([file, targets]) =>
        [...targets]
          .filter((target) => inRooms(target) && rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(file)))
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});
