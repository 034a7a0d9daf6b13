import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { grouped, type ImportGraph, importCircles } from '../import_circles.ts';
import { FILES, FOR_TESTS, importedFiles, MODULES } from '../source_tree.ts';

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

function wrongImports(isWrong: (target: string, file: string) => boolean): string[] {
  return [...product].flatMap(([file, targets]) =>
    [...targets].filter((target) => isWrong(target, file)).map((target) => `${file} imports ${target}`),
  );
}

describe('product code', () => {
  it('imports nothing that is there for tests or benchmarks', () => {
    expect(wrongImports((target) => FOR_TESTS.has(target))).toEqual([]);
  });

  it('imports the testing kit in its export and its command alone, where it is not the kit', () => {
    const mayOpen = (file: string) => IN_KIT.test(file) || OPENING_KIT.includes(file);
    expect(wrongImports((target, file) => IN_KIT.test(target) && !mayOpen(file))).toEqual([]);
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
  const inRooms = (file: string) => file.startsWith(`${folder}/`) && file.slice(folder.length + 1).includes('/');

  it(`are those that ${page} lists`, () => {
    const there = new Set(FILES.filter(inRooms).map(roomOf));
    expect(rooms.toSorted()).toEqual([...there].sort());
  });

  it('import only from those that stand above them there', () => {
    const isBelow = (target: string, file: string) => rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(file));
    expect(wrongImports((target, file) => [target, file].every(inRooms) && isBelow(target, file))).toEqual([]);
  });
});
