import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { household } from '../../../envs/household/world.ts';
import { readScenes } from './read_scenes.ts';
import { readSuite } from './suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-scenes-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A suite of a shipped house and one of its own, whose file is called otherwise than the house in it. */
function ownSuite() {
  const house = readFileSync(join(household.scenesFolder, 'house_1.json'), 'utf8').replace('"house_1"', '"cottage"');
  writeFileSync(join(folder, 'my_house.json'), house);
  const suite = { name: 'mine', title: 'M', world: 'household', tasks: 'table_1', planners: ['oracle'], model: 'm' };
  writeFileSync(join(folder, 'suite.json'), JSON.stringify({ ...suite, scenes: ['house_2', './my_house.json'] }));
  return readSuite(join(folder, 'suite.json'));
}

describe('readScenes()', () => {
  const named = (wanted?: readonly string[]) => readScenes(ownSuite(), wanted).map(({ scene }) => scene.name);

  it('reads all scenes of a suite in its order', () => {
    expect(named()).toEqual(['house_2', 'cottage']);
    expect(named(['cottage', 'house_2'])).toEqual(['house_2', 'cottage']);
  });

  it.for(['2', './my_house.json', 'my_house', 'cottage'])(
    'finds a scene by number, path, file or own name: %s',
    (given) => {
      expect(named([given])).toEqual(['cottage']);
    },
  );

  it('finds several scenes by a pattern', () => {
    const suite = readSuite('tabletop');
    const towers = readScenes(suite, ['tower_*']).map(({ scene }) => scene.name);
    expect(towers).toHaveLength(50);
    expect(towers.filter((name) => !name.startsWith('tower_'))).toEqual([]);
    expect(named(['house_*'])).toEqual(['house_2']);
    expect(() => named(['flat_*'])).toThrow('is called "flat_*"');
  });

  it('gives a scene the same digest, whether it names its JSON Schema or not', () => {
    const digest = () => readScenes(ownSuite(), ['cottage'])[0]?.digest;
    const before = digest();
    const house = readFileSync(join(folder, 'my_house.json'), 'utf8');
    writeFileSync(join(folder, 'other.json'), house.replace('{', '{"$schema": "./schema.json",'));
    const suite = { ...ownSuite(), scenes: ['./other.json'] };
    expect(readScenes(suite, undefined)).toMatchObject([{ digest: before, scene: { name: 'cottage' } }]);
    expect(before).toMatch(/^[0-9a-f]{64}$/);
  });

  it('lists both names, when there is no such scene', () => {
    expect(() => named(['3'])).toThrow('is called "3"; known: house_2, ./my_house.json, cottage');
    expect(() => named(['constructor'])).toThrow('is called "constructor"');
  });
});
