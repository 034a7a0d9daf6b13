import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HOME } from '../motion/panda.ts';
import { problemsFile, THROUGH_TABLE } from '../motion/testing/problems_fixture.ts';
import { CLEARANCE_DIFFERENCE_MAX, compareClearances } from './compare_clearance.ts';
import { type ClearanceSample, readClearanceSamples, readProblems } from './read_problems.ts';

const SHARED = new URL('../../../../shared/motion/', import.meta.url);
const problems = readProblems(JSON.stringify(problemsFile()), 'a.json');
const sample = (fields: Partial<ClearanceSample> = {}): ClearanceSample => {
  return { query: 7, q: HOME, tcp: null, rotation: null, clearance: null, ...fields };
};

describe('compareClearances()', () => {
  it('gives pose and clearance of a configuration in the scene of its query', () => {
    const [home] = compareClearances([sample()], problems);
    expect(home?.tcp.map((value) => Number(value.toFixed(4)))).toEqual([0.3069, 0, 0.4869]);
    expect(home?.rotation.map((value) => Math.round(value) + 0)).toEqual([1, 0, 0, 0, -1, 0, 0, 0, -1]);
    expect(home).toMatchObject({ query: 7, expectedClearance: null, clearanceDifference: null, tcpDifference: null });
    const [low] = compareClearances([sample({ q: THROUGH_TABLE })], problems);
    expect(low).toMatchObject({ obstacle: 'table', clearance: expect.any(Number) });
    expect(low?.clearance).toBeLessThan(0);
  });

  it('measures how far it is from what is expected', () => {
    const [bare] = compareClearances([sample()], problems);
    const clearance = (bare?.clearance as number) + 0.25;
    const tcp = [0, 1, 2].map((axis) => bare!.tcp[axis]! - 0.125 * axis) as [number, number, number];
    const rotation = (bare?.rotation ?? []).map((value, at) => (at === 5 ? value + 0.5 : value));
    const [compared] = compareClearances([sample({ clearance, tcp, rotation })], problems);
    expect(compared?.clearanceDifference).toBeCloseTo(0.25, 12);
    expect(compared?.tcpDifference).toBeCloseTo(0.25, 12);
    expect(compared?.rotationDifference).toBeCloseTo(0.5, 12);
  });

  it('throws on a sample without a query', () => {
    expect(() => compareClearances([sample({ query: 1 })], problems)).toThrow('id 1');
  });

  it.skipIf(!existsSync(SHARED))(
    "agrees with the motion reference's samples (skipped without ../shared/motion)",
    () => {
      const text = (name: string) => readFileSync(new URL(name, SHARED), 'utf8');
      const reference = readProblems(text('problems.json'), 'problems.json');
      const samples = readClearanceSamples(text('clearance-samples.json'), 'clearance-samples.json', reference);
      for (const { clearanceDifference, tcpDifference, rotationDifference } of compareClearances(samples, reference)) {
        expect(Math.max(clearanceDifference!, tcpDifference!, rotationDifference!)).toBeLessThanOrEqual(
          CLEARANCE_DIFFERENCE_MAX,
        );
      }
    },
  );
});
