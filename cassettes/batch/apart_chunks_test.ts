import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apartChunks, type ChunkItem } from './apart_chunks.ts';

const PLANNERS = ['attention', 'policy', 'plan'];

test('apartChunks() keeps items with a label in common apart, in as few chunks as that takes, and deals the rest by size', () => {
  const items = grid(['house_1', 'house_2'], ['toast', 'lights']);
  const chunks = apartChunks(items, { size: 10, seed: 0 });
  expect(chunks.map((chunk) => chunk.map(({ id }) => id).toSorted()).toSorted()).toEqual([
    ['house_1 lights', 'house_2 toast'],
    ['house_1 toast', 'house_2 lights'],
  ]);
  expect(apartChunks([], { size: 10, seed: 0 })).toEqual([]);
  const free = Array.from({ length: 25 }, (_, at) => ({ id: `${at}`, apart: [], mixed: [] }));
  expect(sizesOf(apartChunks(free, { size: 10, seed: 0 }))).toEqual([8, 8, 9]);
});

test('apartChunks() puts everything once into as few chunks of like size as there can be, none with a label twice', () => {
  fc.assert(
    fc.property(itemsArbitrary(), fc.integer({ min: 1, max: 12 }), fc.integer(), (items, size, seed) => {
      const chunks = apartChunks(items, { size, seed });
      expect(chunks.flat()).toHaveLength(items.length);
      expect(new Set(chunks.flat())).toEqual(new Set(items));
      const labelsOf = (some: readonly ChunkItem[], at: number) => some.flatMap(({ apart }) => apart[at] ?? []);
      const counts = [0, 1].flatMap((at) => {
        for (const labels of chunks.map((chunk) => labelsOf(chunk, at)))
          expect(new Set(labels).size).toBe(labels.length);
        return Array.from(Map.groupBy(labelsOf(items, at), String).values(), ({ length }) => length);
      });
      expect(chunks).toHaveLength(Math.max(Math.ceil(items.length / size), ...counts));
      const sizes = sizesOf(chunks);
      expect((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

test('apartChunks() depends on the seed, and not on the order in which items are given', () => {
  fc.assert(
    fc.property(itemsArbitrary(), fc.integer(), (items, seed) => {
      expect(apartChunks(items.toReversed(), { size: 5, seed })).toEqual(apartChunks(items, { size: 5, seed }));
    }),
  );
  const items = grid(['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']);
  expect(apartChunks(items, { size: 4, seed: 1 })).not.toEqual(apartChunks(items, { size: 4, seed: 2 }));
});

test('apartChunks() mixes planners, so that a chunk has each about as often as the next', () => {
  const scenes = Array.from({ length: 10 }, (_, at) => `house_${at}`);
  const tasks = Array.from({ length: 10 }, (_, at) => `task_${at}`);
  for (const seed of [1, 2, 3]) {
    const items = PLANNERS.flatMap((planner) =>
      grid(scenes, tasks).map(({ id, apart }) => ({ id: `${id} ${planner}`, apart, mixed: [planner] })),
    );
    const counts = apartChunks(items, { size: 9, seed }).map((chunk) =>
      PLANNERS.map((planner) => chunk.filter(({ mixed }) => mixed.includes(planner)).length),
    );
    expect(Math.max(...counts.flat())).toBeLessThanOrEqual(4);
    expect(Math.min(...counts.flat())).toBeGreaterThanOrEqual(2);
  }
});

function grid(scenes: readonly string[], tasks: readonly string[]): ChunkItem[] {
  return scenes.flatMap((scene) => tasks.map((task) => ({ id: `${scene} ${task}`, apart: [scene, task], mixed: [] })));
}

function itemsArbitrary(): fc.Arbitrary<ChunkItem[]> {
  const label = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__');
  const apart = fc.oneof(fc.tuple(label, label), fc.tuple(label), fc.constant([]));
  const item = fc.record({ apart, mixed: fc.array(fc.constantFrom(...PLANNERS), { maxLength: 2 }) });
  return fc
    .array(item, { maxLength: 60 })
    .map((items) => items.map(({ apart, mixed }, at) => ({ id: `${at}`, apart: [...apart], mixed })));
}

function sizesOf(chunks: readonly (readonly unknown[])[]): number[] {
  return chunks.map(({ length }) => length).toSorted((a, b) => a - b);
}
