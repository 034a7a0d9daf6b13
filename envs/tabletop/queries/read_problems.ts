/** Reads the motion reference's files; robot and table are optional, and only the Panda is supported. */
import { z } from 'zod';
import { type CheckedJson, type JsonPath, readCheckedJson } from '../../checked_json.ts';
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
import { type Box, TABLE } from '../table/table.ts';

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
  selfCollisionPairs: LINKS.filter((link) => link <= SELF_LINKS.near || link >= SELF_LINKS.far).join(' '),
};

export const REFERENCE_CARRIED: unknown = {
  o: CARRIED.offset,
  radius: CARRIED.radius,
  checkedAgainst: `0 ${CARRIED.linkLast}`,
};

export const REFERENCE_HAND: Readonly<{ capsules: unknown; yaws: unknown }> = {
  capsules: HAND_CAPSULES.open.map(inFile),
  yaws: topGrasps([0, 0, 0]).map(({ yaw }) => yaw),
};

/** The files have nine digits. */
const TOLERANCE = 1e-6;

type Difference = { at: JsonPath; expected: string };

/** Compares only the keys of `ours`, and only the numbers in strings. */
export function firstDifference(found: unknown, ours: unknown): Difference | null {
  if (typeof ours === 'string') {
    const links = typeof found === 'string' ? found.match(/\d+/g)?.join(' ') : undefined;
    return links === ours ? null : { at: [], expected: `a text with the links ${ours}` };
  }
  if (typeof ours !== 'object' || ours === null) {
    const isSame = typeof found === 'number' && Math.abs(found - (ours as number)) <= TOLERANCE;
    return isSame ? null : { at: [], expected: String(ours) };
  }
  if (Array.isArray(ours)) {
    if (!Array.isArray(found) || found.length !== ours.length) return { at: [], expected: `a list of ${ours.length}` };
  } else if (typeof found !== 'object' || found === null) return { at: [], expected: 'an object' };
  for (const [key, value] of Object.entries(ours)) {
    const theirs = Object.hasOwn(found, key) ? (found as Record<string, unknown>)[key] : undefined;
    const difference = firstDifference(theirs, value);
    if (difference === null) continue;
    return { ...difference, at: [Array.isArray(ours) ? Number(key) : key, ...difference.at] };
  }
  return null;
}

const number = z.number('a number');
const vector = z.tuple([number, number, number], 'three numbers').readonly();
const joints = z.array(number, `${JOINTS} angles`).length(JOINTS, `${JOINTS} angles`).readonly();
const box = z.object({ min: vector, max: vector }, 'a box with "min" and "max"').readonly();
const id = z.int('an integer id').min(0, 'a non-negative id');
const inEveryFile = {
  table: box.default(TABLE),
  queries: z.array(z.looseObject({ id }), 'a list of queries').min(1, 'at least one query'),
};
const inEveryQuery = { id, blocks: z.array(box, 'a list of boxes').readonly() };

const pathFile = z.object({
  ...inEveryFile,
  robot: z.record(z.string(), z.unknown(), 'the description of a robot').optional(),
  blockSize: number.positive().optional(),
  attachedBlock: z.record(z.string(), z.unknown(), 'the description of a carried block').optional(),
});
const pathQuery = z.object({
  ...inEveryQuery,
  kind: z.string('a string').nullable().default(null),
  set: z.string('a string').nullable().default(null),
  start: joints,
  goal: joints,
  /** The block's center is at the tool's center point. */
  attached: z.boolean('true or false'),
});
const graspFile = z.object({
  ...inEveryFile,
  handCapsules: z.array(z.unknown()),
  yaws: z.array(z.unknown()),
  start: joints,
});
const graspQuery = z.object({
  ...inEveryQuery,
  tcp: vector,
  handFree: z
    .array(z.boolean('true or false'), 'true or false for each yaw')
    .length(4, 'four yaws')
    .readonly()
    .nullable()
    .default(null),
});
const sampleFile = z.object({
  samples: z.array(z.looseObject({ query: id }), 'a list of samples').min(1, 'at least one sample'),
});
const sample = z
  .object({
    query: id,
    q: joints,
    tcp: vector.nullable().default(null),
    /** Row-major. */
    R: z.array(number, 'nine numbers').length(9, 'nine numbers').readonly().nullable().default(null),
    clearance: number.nullable().default(null),
  })
  .transform(({ R: rotation, ...rest }) => ({ ...rest, rotation }));

export type PathQuery = z.infer<typeof pathQuery>;
export type GraspQuery = z.infer<typeof graspQuery> & { readonly start: Configuration };
export type ClearanceSample = z.infer<typeof sample>;

export type Problems =
  | Readonly<{ kind: 'paths'; table: Box; queries: readonly PathQuery[] }>
  | Readonly<{ kind: 'grasps'; table: Box; queries: readonly GraspQuery[] }>;

/** Throws a JsonError. */
export function readProblems(text: string, path: string): Problems {
  const isGrasps = Object.hasOwn(readCheckedJson(text, z.looseObject({}), path).value, 'handCapsules');
  return isGrasps ? readGrasps(text, path) : readPaths(text, path);
}

function readPaths(text: string, path: string): Problems {
  const checked = readCheckedJson(text, pathFile, path);
  const { robot, table, attachedBlock } = checked.value;
  if (robot !== undefined) checkRobot(checked, ['robot'], robot, REFERENCE_ROBOT);
  if (attachedBlock !== undefined) checkRobot(checked, ['attachedBlock'], attachedBlock, REFERENCE_CARRIED);
  checkBox(table, partOf(checked, ['table'], 'the table'));
  return { kind: 'paths', table, queries: readQueries(checked, pathQuery) };
}

function readGrasps(text: string, path: string): Problems {
  const checked = readCheckedJson(text, graspFile, path);
  const { handCapsules, yaws, start, table } = checked.value;
  checkRobot(checked, ['handCapsules'], handCapsules, REFERENCE_HAND.capsules);
  checkRobot(checked, ['yaws'], yaws, REFERENCE_HAND.yaws);
  checkJoints(start, partOf(checked, ['start'], 'the start'));
  checkBox(table, partOf(checked, ['table'], 'the table'));
  return { kind: 'grasps', table, queries: readQueries(checked, graspQuery).map((query) => ({ ...query, start })) };
}

type Query = Pick<PathQuery, 'id' | 'blocks'> & Partial<Pick<PathQuery, 'start' | 'goal'>>;

function readQueries<T extends Query>(
  checked: CheckedJson<{ queries: readonly { readonly id: number }[] }>,
  schema: z.ZodType<T>,
): T[] {
  const ids = new Set<number>();
  return checked.value.queries.map((loose, index) => {
    const at = ['queries', index];
    const of = `query ${loose.id}`;
    if (ids.has(loose.id)) throw checked.problem([...at, 'id'], 'a unique id');
    ids.add(loose.id);
    const query = parsed(loose, schema, partOf(checked, at, of));
    for (const end of ['start', 'goal'] as const) {
      if (query[end] !== undefined) checkJoints(query[end], partOf(checked, [...at, end], of));
    }
    for (const [block, edges] of query.blocks.entries()) {
      checkBox(edges, partOf(checked, [...at, 'blocks', block], `block ${block} of ${of}`));
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
    if (!ids.has(loose.query)) throw checked.problem([...at, 'query'], 'the id of a query');
    const read = parsed(loose, sample, partOf(checked, at, of));
    checkJoints(read.q, partOf(checked, [...at, 'q'], of));
    return read;
  });
}

type Problem = CheckedJson<unknown>['problem'];
type Complainer = { problem: Problem };

function partOf({ problem }: Complainer, part: JsonPath, of: string): Problem {
  return (at, expected) => problem([...part, ...at], `${expected} in ${of}`);
}

function parsed<T>(value: unknown, schema: z.ZodType<T>, problem: Problem): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw problem(issue.path as (string | number)[], issue.message);
}

function checkJoints(q: Configuration, problem: Problem): void {
  const joint = jointOutsideLimits(q);
  if (joint === null) return;
  const limits = `${LOWER_LIMITS[joint]} to ${UPPER_LIMITS[joint]}`;
  throw problem([joint], `an angle from ${limits}, the limits of joint ${joint + 1},`);
}

function checkBox({ min, max }: Box, problem: Problem): void {
  const axis = [0, 1, 2].find((each) => min[each]! >= max[each]!);
  if (axis !== undefined) throw problem(['max', axis], 'more than "min"');
}

function checkRobot({ problem }: Complainer, part: JsonPath, found: unknown, ours: unknown): void {
  const difference = firstDifference(found, ours);
  if (difference === null) return;
  throw problem([...part, ...difference.at], `${difference.expected} (only the Panda is supported)`);
}
