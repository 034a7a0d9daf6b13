/** Reads the motion reference's files. */
import { z } from 'zod';
import { type JsonPath, readCheckedJson } from '../../checked_json.ts';
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

/** Compares only the keys of `ours`, and only numbers in strings. */
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

function matches(ours: unknown) {
  return (found: unknown, context: z.RefinementCtx) => {
    const difference = firstDifference(found, ours);
    if (difference !== null) addIssue(context, difference.at, `${difference.expected} (only the Panda is supported)`);
  };
}

function addIssue(context: z.RefinementCtx, path: JsonPath, message: string) {
  context.addIssue({ code: 'custom', path: [...path], message });
}

const number = z.number('a number');
const vector = z.tuple([number, number, number], 'three numbers').readonly();
const joints = z
  .array(number, `${JOINTS} angles`)
  .length(JOINTS, `${JOINTS} angles`)
  .superRefine((q, context) => {
    const joint = jointOutsideLimits(q);
    if (joint === null) return;
    const limits = `${LOWER_LIMITS[joint]} to ${UPPER_LIMITS[joint]}`;
    addIssue(context, [joint], `an angle from ${limits}, the limits of joint ${joint + 1}`);
  })
  .readonly();
const box = z
  .object({ min: vector, max: vector }, 'a box with "min" and "max"')
  .superRefine(({ min, max }, context) => {
    const axis = [0, 1, 2].find((side) => min[side]! >= max[side]!);
    if (axis !== undefined) addIssue(context, ['max', axis], 'more than "min"');
  });
const id = z.int('an integer id').min(0, 'a non-negative id');
const inEveryQuery = { id, blocks: z.array(box, 'a list of boxes').readonly() };

const pathQuery = z.object({
  ...inEveryQuery,
  kind: z.string('a string').nullable().default(null),
  set: z.string('a string').nullable().default(null),
  start: joints,
  goal: joints,
  attached: z.boolean('true or false'),
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

function queriesOf<T extends typeof pathQuery | typeof graspQuery>(query: T) {
  return z
    .array(query, 'a list of queries')
    .min(1, 'at least one query')
    .superRefine((queries, context) => {
      const ids = new Set<number>();
      const index = queries.findIndex(({ id }) => {
        const isKnown = ids.has(id);
        ids.add(id);
        return isKnown;
      });
      if (index >= 0) addIssue(context, [index, 'id'], 'a unique id');
    });
}

const robotPart = z.record(z.string(), z.unknown(), 'an object');
const pathFile = z.object({
  table: box.default(TABLE),
  queries: queriesOf(pathQuery),
  robot: robotPart.superRefine(matches(REFERENCE_ROBOT)).optional(),
  attachedBlock: robotPart.superRefine(matches(REFERENCE_CARRIED)).optional(),
  blockSize: number.positive().optional(),
});
const graspFile = z.object({
  table: box.default(TABLE),
  queries: queriesOf(graspQuery),
  handCapsules: z.array(z.unknown()).superRefine(matches(REFERENCE_HAND.capsules)),
  yaws: z.array(z.unknown()).superRefine(matches(REFERENCE_HAND.yaws)),
  start: joints,
});
const sample = z
  .object({
    query: id,
    q: joints,
    tcp: vector.nullable().default(null),
    R: z.array(number, 'nine numbers').length(9, 'nine numbers').readonly().nullable().default(null),
    clearance: number.nullable().default(null),
  })
  .transform(({ R: rotation, ...rest }) => ({ ...rest, rotation }));
const sampleFile = z.object({ samples: z.array(sample, 'a list of samples').min(1, 'at least one sample') });

export type PathQuery = z.infer<typeof pathQuery>;
export type GraspQuery = z.infer<typeof graspQuery> & { readonly start: Configuration };
export type ClearanceSample = z.infer<typeof sample>;

export type Problems =
  | Readonly<{ kind: 'paths'; table: Box; queries: readonly PathQuery[] }>
  | Readonly<{ kind: 'grasps'; table: Box; queries: readonly GraspQuery[] }>;

/** Throws a JsonError. */
export function readProblems(text: string, path: string): Problems {
  const isGrasps = Object.hasOwn(readCheckedJson(text, z.looseObject({}), path).value, 'handCapsules');
  if (!isGrasps) {
    const { table, queries } = readCheckedJson(text, pathFile, path).value;
    return { kind: 'paths', table, queries };
  }
  const { table, queries, start } = readCheckedJson(text, graspFile, path).value;
  return { kind: 'grasps', table, queries: queries.map((query) => ({ ...query, start })) };
}

/** Throws a JsonError. */
export function readClearanceSamples(text: string, path: string, problems: Problems): readonly ClearanceSample[] {
  const { value, problem } = readCheckedJson(text, sampleFile, path);
  const ids = new Set(problems.queries.map((query) => query.id));
  const index = value.samples.findIndex(({ query }) => !ids.has(query));
  if (index >= 0) throw problem(['samples', index, 'query'], 'the id of a query');
  return value.samples;
}
