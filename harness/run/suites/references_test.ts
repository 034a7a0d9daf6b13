import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import {
  planText,
  type ReferenceEntry,
  readPlanText,
  readReferences,
  referenceDigest,
  referencesPath,
  referencesText,
} from './references.ts';
import type { Suite } from './suite.ts';

const { folder } = scratchFolder();

const GROUND = { scene: 'a'.repeat(64), task: 'b'.repeat(64), envOptions: { hands: 1 } };
const ENTRY: ReferenceEntry = {
  scene: 'house_1',
  task: 'wait',
  digest: referenceDigest(GROUND),
  steps: 2,
  optimal: true,
  lowerBound: 2,
  expanded: 7,
  plan: ['move(kitchen1)', 'wait()'],
};

const suite = (name: string) => ({ name, folder }) as Suite;

describe('readReferences()', () => {
  it('reads back what referencesText() wrote', () => {
    writeFileSync(referencesPath(suite('mine')), referencesText('mine', [ENTRY]));
    expect(readReferences(suite('mine')).entry('house_1', 'wait', GROUND)).toEqual(ENTRY);
  });

  it('has no entry for a cell whose scene, task or options have changed', () => {
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
    expect(refused({ ...ENTRY, optimal: false })).toThrow('true exactly if lowerBound equals steps');
    expect(refused(ENTRY, ENTRY)).toThrow('line 6');
    writeFileSync(referencesPath(suite('bad')), referencesText('other', [ENTRY]));
    expect(() => readReferences(suite('bad'))).toThrow('the name of the suite');
  });
});

describe('readPlanText()', () => {
  it('reads back what planText() wrote', () => {
    const plan = [
      { verb: 'placein', args: ['milk1', 'microwave1'] },
      { verb: 'wait', args: [] },
    ];
    expect(planText(plan)).toEqual(['placein(milk1, microwave1)', 'wait()']);
    expect(readPlanText(planText(plan))).toEqual(plan);
  });
});
