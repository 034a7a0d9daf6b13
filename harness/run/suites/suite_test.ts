import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { household } from '../../../envs/household/world.ts';
import { tabletop } from '../../../envs/tabletop/world.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import {
  planText,
  type ReferenceEntry,
  readPlanText,
  readReferences,
  readScenes,
  readSuite,
  referenceDigest,
  referencesPath,
  referencesText,
  type Suite,
  sceneNames,
} from './suite.ts';

const { file, read } = scratchFolder();

it('readSuite() finds a name that appears twice among 200,000', () => {
  const { folder: _, ...suite } = readSuite('tabletop');
  const scenes = [...Array.from({ length: 200_000 }, (_, index) => `s${index}`), 's199999'];
  const path = file('twice.json', JSON.stringify({ ...suite, scenes }));
  expect(() => readSuite(path)).toThrow('field scenes[200000]');
});

it.each(namesIn(PLACES.suites, '.json'))('suite %s has no field `recorded`', (name) => {
  expect(readSuite(name)).not.toHaveProperty('recorded');
});

describe('sceneNames()', () => {
  const suite = readSuite('tabletop');
  const folder = tabletop.scenesFolder;
  const known = namesIn(folder, '.json');
  const named = (...scenes: string[]) => sceneNames({ ...suite, scenes }, folder);

  it('expands patterns, each scene once', () => {
    expect(named('*')).toEqual(known);
    expect(named('tower_3_*', '*_3_*')).toEqual([
      ...known.filter((name) => name.startsWith('tower_3_')),
      ...known.filter((name) => name.includes('_3_') && !name.startsWith('tower_3_')),
    ]);
    expect(named('t*w*r_3_*')).toEqual(named('tower_3_*'));
  });

  it('reads a pattern as a regular expression would', () => {
    for (const pattern of ['*1', 't*', '*o*e*', 't*r*1', '**1**', '*_*_*1', 'tower_3_1*1', '*.*', 't.*']) {
      const regex = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
      const fitting = known.filter((name) => regex.test(name));
      if (fitting.length > 0) expect(named(pattern), pattern).toEqual(fitting);
      else expect(() => named(pattern), pattern).toThrow('scene');
    }
  });

  it('matches patterns with many stars quickly', () => {
    expect(() => named(`${'*_'.repeat(2)}${'*'.repeat(40)}!`)).toThrow('scene');
    expect(() => named(`${'*'.repeat(100_000)}!`)).toThrow('scene');
  });
});

function ownSuite() {
  const house = readFileSync(join(household.scenesFolder, 'house_1.json'), 'utf8').replace('"house_1"', '"cottage"');
  file('my_house.json', house);
  const suite = { name: 'mine', title: 'M', world: 'household', tasks: 'table_1', planners: ['oracle'], model: 'm' };
  return readSuite(file('suite.json', JSON.stringify({ ...suite, scenes: ['house_2', './my_house.json'] })));
}

describe('readScenes()', () => {
  const named = (wanted?: readonly string[]) => readScenes(ownSuite(), wanted).map(({ scene }) => scene.name);

  it('reads all scenes of a suite in its order, or one by number, path, file or own name', () => {
    expect(named()).toEqual(['house_2', 'cottage']);
    expect(named(['cottage', 'house_2'])).toEqual(['house_2', 'cottage']);
    for (const given of ['2', './my_house.json', 'my_house', 'cottage']) expect(named([given])).toEqual(['cottage']);
  });

  it('finds several scenes by a pattern, and lists file names and scene names for an unknown scene', () => {
    const towers = readScenes(readSuite('tabletop'), ['tower_*']).map(({ scene }) => scene.name);
    expect(towers).toHaveLength(50);
    expect(towers.filter((name) => !name.startsWith('tower_'))).toEqual([]);
    expect(named(['house_*'])).toEqual(['house_2']);
    expect(() => named(['flat_*'])).toThrow('is called "flat_*"');
    expect(() => named(['3'])).toThrow('is called "3"; known: house_2, ./my_house.json, cottage');
    expect(() => named(['constructor'])).toThrow('is called "constructor"');
  });

  it('gives a scene the same digest, whether it names its JSON Schema or not', () => {
    const digest = () => readScenes(ownSuite(), ['cottage'])[0]?.digest;
    const before = digest();
    file('other.json', read('my_house.json').replace('{', '{"$schema": "./schema.json",'));
    const suite = { ...ownSuite(), scenes: ['./other.json'] };
    expect(readScenes(suite, undefined)).toMatchObject([{ digest: before, scene: { name: 'cottage' } }]);
    expect(before).toMatch(/^[0-9a-f]{64}$/);
  });
});

const { folder } = scratchFolder();

const GROUND = { scene: 'a'.repeat(64), task: 'b'.repeat(64), envOptions: { hands: 1 } };
const ENTRY: ReferenceEntry = {
  ...{ scene: 'house_1', task: 'wait', digest: referenceDigest(GROUND), plan: ['move(kitchen1)', 'wait()'] },
  ...{ steps: 2, optimal: true, lowerBound: 2, expanded: 7 },
};

const suite = (name: string) => ({ name, folder }) as Suite;

describe('readReferences()', () => {
  it('reads back what referencesText() wrote, but nothing of a cell whose scene, task or options have changed', () => {
    writeFileSync(referencesPath(suite('mine')), referencesText('mine', [ENTRY]));
    expect(readReferences(suite('mine')).entry('house_1', 'wait', GROUND)).toEqual(ENTRY);
    const { entry } = readReferences(suite('mine'));
    expect(entry('house_1', 'wait', { ...GROUND, scene: 'c' })).toBeNull();
    expect(entry('house_1', 'wait', { ...GROUND, task: 'c' })).toBeNull();
    expect(entry('house_1', 'wait', { ...GROUND, envOptions: {} })).toBeNull();
    expect(entry('house_2', 'wait', GROUND)).toBeNull();
  });

  it('is empty without a file, and names the line of a damaged file', () => {
    expect(readReferences(suite('other')).entry('house_1', 'wait', GROUND)).toBeNull();
    const refused = (...entries: ReferenceEntry[]) => {
      writeFileSync(referencesPath(suite('bad')), referencesText('bad', entries));
      return () => readReferences(suite('bad'));
    };
    expect(refused({ ...ENTRY, steps: 0 })).toThrow(/bad\.references\.json", line 5/);
    expect(refused({ ...ENTRY, steps: 3 })).toThrow('as many actions as steps');
    expect(refused({ ...ENTRY, lowerBound: 3, optimal: false })).toThrow('no more than steps');
    expect(refused({ ...ENTRY, optimal: false })).toThrow('true if and only if lowerBound equals steps');
    expect(refused(ENTRY, ENTRY)).toThrow('line 6');
    writeFileSync(referencesPath(suite('bad')), referencesText('other', [ENTRY]));
    expect(() => readReferences(suite('bad'))).toThrow('the name of the suite');
  });
});

it('readPlanText() reads back what planText() wrote', () => {
  const plan = [
    { verb: 'placein', args: ['milk1', 'microwave1'] },
    { verb: 'wait', args: [] },
  ];
  expect(planText(plan)).toEqual(['placein(milk1, microwave1)', 'wait()']);
  expect(readPlanText(planText(plan))).toEqual(plan);
});
