import { REFERENCE_CARRIED, REFERENCE_HAND, REFERENCE_ROBOT } from '../../queries/read_problems.ts';
import { blockBox, TABLE } from '../../table/table.ts';
import { HOME } from '../panda.ts';

export const LEFT: readonly number[] = [1.5, -0.785, 0, -2.356, 0, 1.571, 0.785];
export const THROUGH_TABLE: readonly number[] = [0, 1.7, 0, -0.5, 0, 0.5, 0];

export const BLOCK = blockBox([0.5, 0.2, 0.0275]);

export type AnyJson = Record<string, unknown>;

export function pathQuery(fields: AnyJson = {}): AnyJson {
  return { id: 7, kind: 'reach', set: 'natural', start: HOME, goal: LEFT, attached: false, blocks: [BLOCK], ...fields };
}

export function problemsFile(fields: AnyJson = {}, robot: AnyJson = {}): AnyJson {
  const selfCollisionPairs = 'links 0, 1, 2 against links 5, 6, 7, 8';
  return {
    robot: { ...(REFERENCE_ROBOT as AnyJson), selfCollisionPairs, ...robot },
    table: TABLE,
    blockSize: 0.055,
    attachedBlock: { ...(REFERENCE_CARRIED as AnyJson), checkedAgainst: 'links 0..4' },
    queries: [pathQuery()],
    ...fields,
  };
}

export const ROW = [-0.08, 0, 0.08].map((y) => blockBox([0.5, y, 0.0275]));

export function graspQuery(fields: AnyJson = {}): AnyJson {
  return { id: 3, tcp: [0.5, 0, 0.04], handFree: [false, true, false, true], blocks: ROW, ...fields };
}

export function graspsFile(fields: AnyJson = {}): AnyJson {
  const { capsules: handCapsules, yaws } = REFERENCE_HAND;
  return { handCapsules, yaws, start: HOME, queries: [graspQuery()], ...fields };
}
