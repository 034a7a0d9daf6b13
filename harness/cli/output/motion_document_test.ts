import { describe, expect, it } from 'vitest';
import { GRASP_BOUNDS } from '../../../envs/tabletop/motion/plan_grasp.ts';
import type { ComparedClearance, GraspAnswer, PathAnswer } from '../../../envs/tabletop/queries/solve_queries.ts';
import { motionDocument, motionExitCode, motionText } from './motion_document.ts';

const path = (fields: Partial<PathAnswer> = {}): PathAnswer => ({
  ...{ id: 0, kind: 'reach', set: null, solved: true, reason: null, obstacle: null, ms: 1, checks: 10, iterations: 2 },
  ...{ rawLength: 4, simplifiedLength: 2, path: [[0, 0, 0, -1, 0, 1, 0]] },
  ...fields,
});
const NO_PATH = { solved: false, rawLength: null, simplifiedLength: null, path: null } as const;
const unsolved = (reason: PathAnswer['reason']) => path({ ...NO_PATH, reason, obstacle: 'block 3' });
const grasp = (fields: Partial<GraspAnswer> = {}): GraspAnswer => {
  const { kind: _kind, set: _set, reason: _reason, ...answer } = path();
  const handFree = [true, false, true, false];
  return { ...answer, handFree, expectedHandFree: handFree, yaw: Math.PI, level: null, isBounded: false, ...fields };
};
const noGrasp = (fields: Partial<GraspAnswer>) => grasp({ ...NO_PATH, obstacle: 'table', yaw: null, ...fields });
const compared = (fields: Partial<ComparedClearance> = {}): ComparedClearance => ({
  ...{ query: 0, clearance: 0.125, obstacle: 'table', tcp: [0.5, 0, 0.25], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
  ...{ expectedClearance: 0.125, clearanceDifference: 1e-9, tcpDifference: 2e-9, rotationDifference: null },
  ...fields,
});

const documentOf = (queries: readonly (PathAnswer | GraspAnswer)[], clearances: ComparedClearance[] | null = null) =>
  motionDocument(queries, { seed: 1, bounds: GRASP_BOUNDS, clearances });

describe('motionDocument()', () => {
  it('computes totals over solved queries, and has none without', () => {
    const queries = [5, 1, 4, 2, 3].map((ms) => path({ ms, rawLength: 2 * ms, simplifiedLength: ms }));
    const { totals } = documentOf([...queries, unsolved('goal')]);
    expect(totals).toEqual({
      ...{ queries: 6, solved: 5, msMedian: 3, msP95: 5, rawLengthMean: 6, simplifiedLengthMean: 3 },
      ...{ handFreeDifferent: null, clearanceDifferenceMax: null, tcpDifferenceMax: null, rotationDifferenceMax: null },
    });
    expect(documentOf([unsolved('goal')]).totals).toMatchObject({ msMedian: null, msP95: null, rawLengthMean: null });
  });

  it('counts hands and takes the greatest differences', () => {
    const { totals } = documentOf(
      [grasp(), grasp({ expectedHandFree: [true, true, true, true] }), grasp({ expectedHandFree: null })],
      [compared(), compared({ clearanceDifference: 3e-8 })],
    );
    expect(totals).toMatchObject({
      handFreeDifferent: 1,
      clearanceDifferenceMax: 3e-8,
      tcpDifferenceMax: 2e-9,
      rotationDifferenceMax: null,
    });
  });
});

it.for<[0 | 1 | 4, string, Parameters<typeof documentOf>]>([
  [0, 'all are solved', [[path()]]],
  [0, 'all is as expected', [[grasp()], [compared()]]],
  [1, 'an end collides', [[path(), unsolved('start')]]],
  [4, 'iterations ran out', [[path(), unsolved('iterations')]]],
  [1, 'one ran out and one has no path', [[unsolved('iterations'), unsolved('goal')]]],
  [1, 'no hand is free', [[noGrasp({ level: 'grasp' })]]],
  [4, 'iterations ran out on the way to a grasp', [[noGrasp({ level: 'path', isBounded: true })]]],
  [1, 'another hand is free', [[grasp({ expectedHandFree: [true, true, true, true] })]]],
  [1, 'a clearance differs', [[path()], [compared({ clearanceDifference: 2e-6 })]]],
  [1, 'a pose differs', [[path()], [compared({ rotationDifference: 2e-6 })]]],
  [1, 'a difference is no number', [[path()], [compared({ tcpDifference: Number.NaN })]]],
])('motionExitCode() is %i where %s', ([code, , given]) => expect(motionExitCode(documentOf(...given))).toBe(code));

describe('motionText()', () => {
  it('has a line for each query and one of totals', () => {
    expect(motionText(documentOf([path({ id: 12 }), { ...unsolved('goal'), id: 13 }])).split('\n')).toEqual([
      'query  kind   set  solved  ms    checks  raw length  simplified  unsolved because of',
      '12     reach  -    yes     1.00  10      4.00        2.00',
      '13     reach  -    no      1.00  10      -           -           goal: block 3',
      '',
      '1 of 2 solved; median 1.00 ms, p95 1.00 ms; mean length 4.00 raw, 2.00 simplified',
    ]);
  });

  it('has the yaws of grasps, in degrees, and clearances', () => {
    const text = motionText(
      documentOf([grasp(), noGrasp({ level: 'ik' })], [compared(), compared({ clearanceDifference: null })]),
    );
    expect(text.split('\n')).toEqual([
      'query  hand free at yaw 0 90 180 270  solved  yaw  ms    checks  raw length  simplified  unsolved because of',
      '0      yes no yes no                  yes     180  1.00  10      4.00        2.00',
      '0      yes no yes no                  no      -    1.00  10      -           -           ik: table',
      '',
      'sample  query  clearance m  nearest  difference  tool at x y z m             difference',
      '0       0      0.125000     table    1.0e-9      0.500000 0.000000 0.250000  2.0e-9',
      '1       0      0.125000     table    -           0.500000 0.000000 0.250000  2.0e-9',
      '',
      '1 of 2 solved; median 1.00 ms, p95 1.00 ms; mean length 4.00 raw, 2.00 simplified; free hands differ in 0 queries; 2 clearances; greatest difference 1.0e-9 m, of the tool 2.0e-9 m',
    ]);
  });
});
