import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tabletop } from '../../../envs/tabletop/world.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import { readSuite, sceneNames } from './suite.ts';

it('readSuite() finds a name that stands twice among 200,000', () => {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { folder: _, ...suite } = readSuite('tabletop');
  const scenes = [...Array.from({ length: 200_000 }, (_, index) => `s${index}`), 's199999'];
  writeFileSync(join(folder, 'suite.json'), JSON.stringify({ ...suite, scenes }));
  expect(() => readSuite(join(folder, 'suite.json'))).toThrow('field scenes[200000]');
});

it.each(namesIn(PLACES.suites, '.json'))('suite %s says what is wanted, not what is recorded', (name) => {
  expect(readSuite(name)).not.toHaveProperty('recorded');
});

describe('sceneNames()', () => {
  const suite = readSuite('tabletop');
  const folder = tabletop.scenesFolder;
  const known = namesIn(folder, '.json');
  const named = (...scenes: string[]) => sceneNames({ ...suite, scenes }, folder);

  it('fills in patterns, each scene once', () => {
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

  it('does not try all ways to share a name among many stars', () => {
    expect(() => named(`${'*_'.repeat(2)}${'*'.repeat(40)}!`)).toThrow('scene');
    expect(() => named(`${'*'.repeat(100_000)}!`)).toThrow('scene');
  });
});
