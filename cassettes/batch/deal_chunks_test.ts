import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunkItem, dealChunks } from './deal_chunks.ts';

const PLANNERS = ['attention', 'policy', 'plan'];

test('dealChunks() puts items that share a label into different chunks, as few as possible, and fills them to the given size', () => {
  const items = grid(['house_1', 'house_2'], ['toast', 'lights']);
  const chunks = dealChunks(items, { size: 10, seed: 0 });
  const pairs = chunks.map((chunk) =>
    chunk
      .map(({ id }) => id)
      .toSorted()
      .join(),
  );
  expect(pairs.toSorted()).toEqual(['house_1 lights,house_2 toast', 'house_1 toast,house_2 lights']);
  expect(dealChunks([], { size: 10, seed: 0 })).toEqual([]);
  const free = Array.from({ length: 25 }, (_, at) => ({ id: `${at}`, uniqueLabels: [], spreadLabels: [] }));
  expect(sizesOf(dealChunks(free, { size: 10, seed: 0 }))).toEqual([8, 8, 9]);
});

test('dealChunks() puts every item into one of the fewest chunks, equal in size, in which no label appears twice', () => {
  fc.assert(
    fc.property(itemsArbitrary(), fc.integer({ min: 1, max: 12 }), fc.integer(), (items, size, seed) => {
      const chunks = dealChunks(items, { size, seed });
      expect(chunks.flat()).toHaveLength(items.length);
      expect(new Set(chunks.flat())).toEqual(new Set(items));
      const labelsOf = (some: readonly ChunkItem[], at: number) =>
        some.flatMap(({ uniqueLabels }) => uniqueLabels[at] ?? []);
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

test('dealChunks() depends on the seed, not on the order of the items', () => {
  fc.assert(
    fc.property(itemsArbitrary(), fc.integer(), (items, seed) => {
      expect(dealChunks(items.toReversed(), { size: 5, seed })).toEqual(dealChunks(items, { size: 5, seed }));
    }),
  );
  const items = grid(['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']);
  expect(dealChunks(items, { size: 4, seed: 1 })).not.toEqual(dealChunks(items, { size: 4, seed: 2 }));
});

test('dealChunks() spreads planners evenly over the chunks', () => {
  const scenes = Array.from({ length: 10 }, (_, at) => `house_${at}`);
  const tasks = Array.from({ length: 10 }, (_, at) => `task_${at}`);
  for (const seed of [1, 2, 3]) {
    const items = PLANNERS.flatMap((planner) =>
      grid(scenes, tasks).map((item) => ({ ...item, id: `${item.id} ${planner}`, spreadLabels: [planner] })),
    );
    const counts = dealChunks(items, { size: 9, seed }).map((chunk) =>
      PLANNERS.map((planner) => chunk.filter(({ spreadLabels }) => spreadLabels.includes(planner)).length),
    );
    expect(Math.max(...counts.flat())).toBeLessThanOrEqual(4);
    expect(Math.min(...counts.flat())).toBeGreaterThanOrEqual(2);
  }
});

function grid(scenes: readonly string[], tasks: readonly string[]): ChunkItem[] {
  return scenes.flatMap((scene) =>
    tasks.map((task) => ({ id: `${scene} ${task}`, uniqueLabels: [scene, task], spreadLabels: [] })),
  );
}

function itemsArbitrary(): fc.Arbitrary<ChunkItem[]> {
  const label = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__');
  const uniqueLabels = fc.oneof(fc.tuple(label, label), fc.tuple(label), fc.constant([]));
  const item = fc.record({ uniqueLabels, spreadLabels: fc.array(fc.constantFrom(...PLANNERS), { maxLength: 2 }) });
  return fc.array(item, { maxLength: 60 }).map((items) => items.map((item, at) => ({ ...item, id: `${at}` })));
}

function sizesOf(chunks: readonly (readonly unknown[])[]): number[] {
  return chunks.map(({ length }) => length).toSorted((a, b) => a - b);
}
