/** Reads the motion reference's files, which may omit robot and table; a file with another robot is refused. */

import { z } from 'zod';
import { type CheckedJson, type JsonError, type JsonPath, readCheckedJson } from '../../checked_json.ts';
import { topGrasps } from '../motion/grasp.ts';
import {
  CAPSULES,
  CARRIED,
  type Capsule,
  DENAVIT_HARTENBERG,
  FLANGE_Z,
  HAND_CAPSULES,
  HAND_YAW,
  HOME,
  JOINTS,
  jointOutsideLimits,
  LOWER_LIMITS,
  SELF_LINKS,
  TABLE_LINK_FIRST,
  TCP_Z,
  UPPER_LIMITS,
} from '../motion/panda.ts';
import type { Configuration } from '../table/arm.ts';
import { type Box, TABLE, type Vector } from '../table/table.ts';

/** Our robot in the motion reference's format, for comparison with a file's robot. */
const LINKS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const inFile = ({ link, from, to, radius }: Capsule) => ({ link, p0: from, p1: to, radius });

export const REFERENCE_ROBOT: unknown = {
  a: DENAVIT_HARTENBERG.map(({ a }) => a),
  d: DENAVIT_HARTENBERG.map(({ d }) => d),
  alpha: DENAVIT_HARTENBERG.map(({ quarters }) => (quarters * Math.PI) / 2),
  lower: LOWER_LIMITS,
  upper: UPPER_LIMITS,
  home: HOME,
  flangeZ: FLANGE_Z,
  handYawAboutFlange: HAND_YAW,
  tcpZInHand: TCP_Z,
  capsules: CAPSULES.closed.map(inFile),
  tableCheckedLinks: LINKS.filter((link) => link >= TABLE_LINK_FIRST),
  blocksCheckedLinks: LINKS,
};

export const REFERENCE_CARRIED: unknown = { o: CARRIED.offset, radius: CARRIED.radius };

export const REFERENCE_HAND: { readonly capsules: unknown; readonly yaws: unknown } = {
  capsules: HAND_CAPSULES.open.map(inFile),
  yaws: topGrasps([0, 0, 0]).map(({ yaw }) => yaw),
};

export const REFERENCE_PAIRS: { readonly self: string; readonly carried: string } = {
  self: LINKS.filter((link) => link <= SELF_LINKS.near || link >= SELF_LINKS.far).join(' '),
  carried: `0 ${CARRIED.linkLast}`,
};

/** Files have nine digits. */
const TOLERANCE = 1e-6;

/** First difference above 1e-6, or null. Ignores keys that `ours` lacks; `ours` bounds the recursion. */
export function firstDifference(found: unknown, ours: unknown): { at: JsonPath; expected: string } | null {
  if (Array.isArray(ours)) {
    if (!Array.isArray(found) || found.length !== ours.length) return { at: [], expected: `a list of ${ours.length}` };
    return firstOf([...ours.keys()], (index) => firstDifference(found[index], ours[index]));
  }
  if (typeof ours === 'object' && ours !== null) {
    if (typeof found !== 'object' || found === null) return { at: [], expected: 'an object' };
    const [theirs, known] = [found, ours] as [Record<string, unknown>, Record<string, unknown>];
    return firstOf(Object.keys(known), (key) =>
      firstDifference(Object.hasOwn(theirs, key) ? theirs[key] : undefined, known[key]),
    );
  }
  const isSame = typeof found === 'number' && Math.abs(found - (ours as number)) <= TOLERANCE;
  return isSame ? null : { at: [], expected: String(ours) };
}

function firstOf<K extends string | number>(
  keys: readonly K[],
  differenceAt: (key: K) => { at: JsonPath; expected: string } | null,
): { at: JsonPath; expected: string } | null {
  for (const key of keys) {
    const difference = differenceAt(key);
    if (difference !== null) return { ...difference, at: [key, ...difference.at] };
  }
  return null;
}

export type PathQuery = {
  readonly id: number;
  readonly kind: string | null;
  readonly set: string | null;
  readonly start: Configuration;
  readonly goal: Configuration;
  /** A block in the hand has its centre at the tool's centre point. */
  readonly attached: boolean;
  readonly blocks: readonly Box[];
};

export type GraspQuery = {
  readonly id: number;
  readonly start: Configuration;
  readonly tcp: Vector;
  readonly handFree: readonly boolean[] | null;
  readonly blocks: readonly Box[];
};

export type Problems =
  | { readonly kind: 'paths'; readonly table: Box; readonly queries: readonly PathQuery[] }
  | { readonly kind: 'grasps'; readonly table: Box; readonly queries: readonly GraspQuery[] };

/** Null fields have no expected value. */
export type ClearanceSample = {
  readonly query: number;
  readonly q: Configuration;
  readonly tcp: Vector | null;
  /** Row-major. */
  readonly rotation: readonly number[] | null;
  readonly clearance: number | null;
};

const ANOTHER = 'another robot than the Panda is not supported';

const number = z.number('a number');
const vector = z.tuple([number, number, number], 'three numbers');
const joints = z.array(number, `${JOINTS} angles`).length(JOINTS, `${JOINTS} angles`);
const box = z.object({ min: vector, max: vector }, 'a box with "min" and "max"');
const blocks = z.array(box, 'a list of boxes');
const id = z.int('an id, an integer').min(0, 'an id, at least 0');
const queries = z.array(z.looseObject({ id }), 'a list of queries').min(1, 'at least one query');

const pathFile = z.object({
  robot: z.record(z.string(), z.unknown(), 'the description of a robot').optional(),
  table: box.default({ min: [...TABLE.min], max: [...TABLE.max] }),
  blockSize: number.positive().optional(),
  attachedBlock: z.record(z.string(), z.unknown(), 'the description of a carried block').optional(),
  queries,
});
const pathQuery = z.object({
  id,
  kind: z.string('a text').nullable().default(null),
  set: z.string('a text').nullable().default(null),
  start: joints,
  goal: joints,
  attached: z.boolean('true or false'),
  blocks,
});
const graspFile = z.object({
  handCapsules: z.array(z.unknown()),
  yaws: z.array(z.unknown()),
  start: joints,
  table: box.default({ min: [...TABLE.min], max: [...TABLE.max] }),
  queries,
});
const graspQuery = z.object({
  id,
  tcp: vector,
  handFree: z
    .array(z.boolean('true or false'), 'true or false for each yaw')
    .length(4, 'four yaws')
    .nullable()
    .default(null),
  blocks,
});
const sampleFile = z.object({
  samples: z.array(z.looseObject({ query: id }), 'a list of samples').min(1, 'at least one sample'),
});
const sample = z.object({
  query: id,
  q: joints,
  tcp: vector.nullable().default(null),
  R: z.array(number, 'nine numbers').length(9, 'nine numbers').nullable().default(null),
  clearance: number.nullable().default(null),
});

/** Grasp problems have `handCapsules`. Throws a JsonError. */
export function readProblems(text: string, path: string): Problems {
  const isGrasps = Object.hasOwn(readCheckedJson(text, z.looseObject({}), path).value, 'handCapsules');
  return isGrasps ? readGrasps(text, path) : readPaths(text, path);
}

function readPaths(text: string, path: string): Problems {
  const checked = readCheckedJson(text, pathFile, path);
  const { robot, table, attachedBlock } = checked.value;
  if (robot !== undefined) {
    checkRobot(checked, ['robot'], [robot, REFERENCE_ROBOT]);
    checkPairs(checked, ['robot', 'selfCollisionPairs'], [robot['selfCollisionPairs'], REFERENCE_PAIRS.self]);
  }
  if (attachedBlock !== undefined) {
    const pairs = attachedBlock['checkedAgainst'];
    checkRobot(checked, ['attachedBlock'], [attachedBlock, REFERENCE_CARRIED]);
    checkPairs(checked, ['attachedBlock', 'checkedAgainst'], [pairs, REFERENCE_PAIRS.carried]);
  }
  checkBox(checked, ['table'], { box: table, of: 'the table' });
  return { kind: 'paths', table, queries: readQueries(checked, pathQuery) };
}

function readGrasps(text: string, path: string): Problems {
  const checked = readCheckedJson(text, graspFile, path);
  const { handCapsules, yaws, start, table } = checked.value;
  checkRobot(checked, ['handCapsules'], [handCapsules, REFERENCE_HAND.capsules]);
  checkRobot(checked, ['yaws'], [yaws, REFERENCE_HAND.yaws]);
  checkJoints(checked, ['start'], { q: start, of: 'the start' });
  checkBox(checked, ['table'], { box: table, of: 'the table' });
  return { kind: 'grasps', table, queries: readQueries(checked, graspQuery).map((query) => ({ ...query, start })) };
}

type Query = { readonly id: number; readonly start?: number[]; readonly goal?: number[]; readonly blocks: Box[] };

function readQueries<T extends Query>(
  checked: CheckedJson<{ queries: readonly { readonly id: number }[] }>,
  schema: z.ZodType<T>,
): T[] {
  const ids = new Set<number>();
  return checked.value.queries.map((loose, index) => {
    const at = ['queries', index];
    const of = `query ${loose.id}`;
    if (ids.has(loose.id)) throw checked.problem([...at, 'id'], 'an id that no other query has');
    ids.add(loose.id);
    const query = parsed(checked, at, { value: loose, schema, of });
    if (query.start !== undefined) checkJoints(checked, [...at, 'start'], { q: query.start, of });
    if (query.goal !== undefined) checkJoints(checked, [...at, 'goal'], { q: query.goal, of });
    for (const [block, edges] of query.blocks.entries()) {
      checkBox(checked, [...at, 'blocks', block], { box: edges, of: `block ${block} of ${of}` });
    }
    return query;
  });
}

/** Throws a JsonError. */
export function readClearanceSamples(text: string, path: string, problems: Problems): readonly ClearanceSample[] {
  const checked = readCheckedJson(text, sampleFile, path);
  const ids = new Set(problems.queries.map((query) => query.id));
  return checked.value.samples.map((loose, index) => {
    const at = ['samples', index];
    const of = `sample ${index} of query ${loose.query}`;
    if (!ids.has(loose.query)) throw checked.problem([...at, 'query'], 'the id of a query of the problems');
    const { query, q, tcp, R, clearance } = parsed(checked, at, { value: loose, schema: sample, of });
    checkJoints(checked, [...at, 'q'], { q, of });
    return { query, q, tcp, rotation: R, clearance };
  });
}

type Complainer = { problem(at: JsonPath, expected: string): JsonError };

function parsed<T>(
  checked: Complainer,
  at: JsonPath,
  { value, schema, of }: { value: unknown; schema: z.ZodType<T>; of: string },
): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw checked.problem([...at, ...(issue.path as (string | number)[])], `${issue.message} in ${of}`);
}

function checkJoints(checked: Complainer, at: JsonPath, { q, of }: { q: readonly number[]; of: string }): void {
  const joint = jointOutsideLimits(q);
  if (joint === null) return;
  const limits = `${LOWER_LIMITS[joint]} to ${UPPER_LIMITS[joint]}`;
  throw checked.problem([...at, joint], `an angle from ${limits}, the limits of joint ${joint + 1}, in ${of}`);
}

function checkBox(checked: Complainer, at: JsonPath, { box, of }: { box: Box; of: string }): void {
  const axis = [0, 1, 2].find((each) => box.min[each]! >= box.max[each]!);
  if (axis !== undefined) throw checked.problem([...at, 'max', axis], `more than "min" in ${of}`);
}

function checkRobot(checked: Complainer, at: JsonPath, [found, ours]: readonly [unknown, unknown]): void {
  const difference = firstDifference(found, ours);
  if (difference === null) return;
  throw checked.problem([...at, ...difference.at], `${difference.expected} (${ANOTHER})`);
}

function checkPairs(checked: Complainer, at: JsonPath, [found, links]: readonly [unknown, string]): void {
  const named = typeof found === 'string' ? found.match(/\d+/g)?.join(' ') : undefined;
  if (named !== links) throw checked.problem(at, `a text that names the links ${links} (${ANOTHER})`);
}
