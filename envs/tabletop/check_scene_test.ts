import { describe, expect, it } from 'vitest';
import { JsonError } from '../checked_json.ts';
import { readScene, SceneError, sceneProblem } from './check_scene.ts';
import { micrometres, SPOTS, spotsTaken, type Vector } from './table/table.ts';
import { sceneText } from './testing/make_scenes.ts';
import { sceneOf } from './testing/scene_of.ts';

describe('sceneProblem()', () => {
  it('accepts blocks on the table', () => {
    expect(sceneProblem([{ name: 'A', centre: [0.39, 0, 0.0275] }])).toBeNull();
  });

  it.each([NaN, Infinity, -Infinity])('refuses %d as a coordinate', (bad) => {
    for (const axis of [0, 1, 2]) {
      const centre = ([0.39, 0, 0.0275] as const).map((at, index) => (index === axis ? bad : at)) as unknown as Vector;
      const problem = { at: ['blocks', 0, 'centre'], problem: 'not_finite' };
      expect(sceneProblem([{ name: 'A', centre }])).toMatchObject(problem);
    }
  });

  it('counts every spot that a block between spots takes', () => {
    const [[x1, y], [, y2]] = SPOTS as unknown as [[number, number], [number, number]];
    const between = { name: 'Z', centre: [x1, (y + y2) / 2, 0.0275] as const };
    const towers = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const [x, side] = SPOTS[14 - Math.floor(index / 7)]!;
        return { name: `A_${index}`, centre: [x, side, micrometres(0.0275 + 0.055 * (index % 7))] as const };
      });
    const taken = Math.max(1, SPOTS.filter((_, spot) => (spotsTaken(between.centre) >> spot) & 1).length);
    expect(sceneProblem([between, ...towers(SPOTS.length - taken)])).toBeNull();
    expect(sceneProblem([between, ...towers(SPOTS.length - taken + 1)])).toMatchObject({ problem: 'too_many_blocks' });
  });
});

it('SceneError names scene, block and problem', () => {
  const blocks = [{ name: 'A', centre: [9, 0, 0] as const }];
  const error = new SceneError({ name: 'mine', blocks }, sceneProblem(blocks)!);
  expect(error.message).toContain('Cannot use scene "mine": block 1 (off_table): expected a block on the table');
});

const SCENE = `{
  "name": "mine",
  "blocks": [
    { "name": "K_block_1", "centre": [0.39, 0.11, 0.0275] },
    { "name": "L_block_1", "centre": [0.39, 0.11, 0.0825] },
    { "name": "M_block_1", "centre": [0.5, 0, 0.0275] }
  ]
}
`;

function errorOf(find: string, replace: string): JsonError {
  expect(SCENE).toContain(find);
  try {
    readScene(SCENE.replace(find, replace), 'mine.json');
  } catch (error) {
    if (error instanceof JsonError) return error;
  }
  throw new Error('Expected a JsonError');
}

const CENTRE = '[0.5, 0, 0.0275]';
const placed = (problem: string, ...centres: string[]) =>
  centres.map((centre) => [CENTRE, centre, 'blocks[2].centre', problem]);

describe('readScene()', () => {
  it('reads what sceneText() writes', () => {
    const scene = readScene(SCENE, 'mine.json');
    expect(scene.blocks).toHaveLength(3);
    expect(sceneText(scene)).toBe(SCENE);
    const seeded = { ...scene, setting: 'tower_3', seed: 7 };
    expect(readScene(sceneText(seeded), 'mine.json')).toEqual(seeded);
    const offSpot = SCENE.replace(CENTRE, '[0.46, -0.031, 0.0275]');
    expect(readScene(offSpot, 'mine.json').blocks).toHaveLength(3);
  });

  it.each([
    [CENTRE, '[NaN, 0, 0.0275]', 'centre', 'JSON (invalid symbol)'],
    [CENTRE, '[1e999, 0, 0.0275]', 'blocks[2].centre[0]', 'a finite number of metres'],
    [CENTRE, '["0.5", 0, 0.0275]', 'blocks[2].centre[0]', 'a finite number of metres'],
    [CENTRE, '[0.5, 0]', 'blocks[2].centre', 'three finite numbers'],
    ['M_block_1', 'K_block_1', 'blocks[2].name', 'name_used_twice'],
    ['M_block_1', 'k_BLOCK_1', 'blocks[2].name', '"K_block_1" precedes it'],
    ...['Air', 'hand', 'TABLE'].map((name) => ['M_block_1', name, 'blocks[2].name', 'reserved_name']),
    ...['M block', '1M', '', 'constructor)'].map((name) => ['M_block_1', name, 'blocks[2].name', 'bad_name']),
    ...placed('off_table', '[1.2, 0, 0.0275]', '[0.5, -0.74, 0.0275]', '[0.5, 0, -0.1]'),
    ...placed('out_of_reach', '[0.9, 0, 0.0275]', '[0.1, 0.1, 0.0275]', '[0.5, 0, 0.8]'),
    ...placed('floating', '[0.5, 0, 0.05]', '[0.42, 0.11, 0.1375]'),
    ...placed('overlaps "L_block_1"', '[0.42, 0.11, 0.0825]'),
    ...placed('occupied by "K_block_1"', '[0.39, 0.11, 0.0275]'),
    ...placed('occupied_spot', '[0.41, 0.13, 0.0275]'),
    ['"mine"', '"Mine!"', 'name', 'a name in snake_case'],
    ['"mine"', '"mine", "title": "Mine"', '', 'name, setting, seed, blocks'],
  ] as [string, string, string, string][])(
    'names place and problem, given %s → %s',
    (find, replace, field, expected) => {
      const error = errorOf(find, replace);
      const line = SCENE.slice(0, SCENE.indexOf(find)).split('\n').length;
      expect(error.message).toContain('Cannot read "mine.json"');
      if (field !== 'centre') expect(error.field).toBe(field);
      expect(error.line).toBe(line);
      expect(error.expected).toContain(expected);
    },
  );

  it('refuses two blocks on one', () => {
    const leaning = '[0.4175, 0.11, 0.1375] }, { "name": "N", "centre": [0.3625, 0.11, 0.1375] }';
    expect(() => readScene(SCENE.replace('[0.5, 0, 0.0275] }', leaning), 'mine.json')).toThrow('occupied_block');
  });

  it('refuses more blocks than the table has spots', () => {
    const full = (count: number) => {
      const places = Array.from({ length: count }, (_, index) => [0.39, index < 8 ? 0 : 0.11, index % 8] as const);
      return sceneText(sceneOf(Object.fromEntries(places.map((place, index) => [`A_${index}`, place]))));
    };
    expect(() => readScene(full(16), 'full.json')).toThrow('too_many_blocks');
    expect(readScene(full(15), 'full.json').blocks).toHaveLength(15);
  });
});
