import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../checked_json.ts';
import { HOME } from '../motion/panda.ts';
import {
  type AnyJson,
  BLOCK,
  graspQuery,
  graspsFile,
  LEFT,
  pathQuery,
  problemsFile,
  ROW,
} from '../motion/testing/problems_fixture.ts';
import { TABLE } from '../table/table.ts';
import {
  firstDifference,
  REFERENCE_CARRIED,
  REFERENCE_ROBOT,
  readClearanceSamples,
  readProblems,
} from './read_problems.ts';

const SHARED = new URL('../../../../shared/motion/', import.meta.url);
const THICK = { o: 0.01375, radius: 0.03, checkedAgainst: 'links 0..4' };

const read = (file: AnyJson) => readProblems(JSON.stringify(file, null, 1), 'queries.json');
const withQuery = (fields: AnyJson) => problemsFile({ queries: [pathQuery(), pathQuery({ id: 8, ...fields })] });

function refusal(act: () => unknown): JsonError {
  try {
    act();
  } catch (error) {
    if (error instanceof JsonError) return error;
  }
  throw new Error('No JsonError');
}

describe('readProblems()', () => {
  it('reads queries for paths', () => {
    const query = { id: 7, kind: 'reach', set: 'natural', start: HOME, goal: LEFT, attached: false, blocks: [BLOCK] };
    expect(read(problemsFile())).toEqual({ kind: 'paths', table: TABLE, queries: [query] });
    expect(read({ queries: [pathQuery()] })).toEqual(read(problemsFile()));
    const nineDigits = [0, -1, 1, 1, -1, 1, 1].map((quarters) => quarters * 1.57079633);
    expect(read(problemsFile({}, { alpha: nineDigits })).queries).toHaveLength(1);
  });

  it('reads queries for grasps', () => {
    const query = { id: 3, tcp: [0.5, 0, 0.04], handFree: [false, true, false, true], start: HOME, blocks: ROW };
    expect(read(graspsFile())).toEqual({ kind: 'grasps', table: TABLE, queries: [query] });
  });

  it('does not need expectations and names', () => {
    const bare = pathQuery({ kind: undefined, set: undefined });
    expect(read(problemsFile({ queries: [bare] })).queries[0]).toMatchObject({ kind: null, set: null });
    const unknown = graspQuery({ handFree: undefined });
    expect(read(graspsFile({ queries: [unknown] })).queries[0]).toMatchObject({ handFree: null });
  });

  it.for<[string, AnyJson, string]>([
    ['another length', { d: [0.333, 0, 0.316, 0, 0.39, 0, 0] }, 'robot.d[4]'],
    ['another flange', { flangeZ: 0.2 }, 'robot.flangeZ'],
    ['another number of capsules', { capsules: [] }, 'robot.capsules'],
    ['no limits', { lower: null }, 'robot.lower'],
    ['other pairs', { selfCollisionPairs: 'links 0, 1 against links 6, 7, 8' }, 'robot.selfCollisionPairs'],
    ['no table', { tableCheckedLinks: [3, 4, 5, 6, 7, 8] }, 'robot.tableCheckedLinks'],
  ])('refuses another robot: %s', ([, robot, field]) => {
    const error = refusal(() => read(problemsFile({}, robot)));
    expect(error).toMatchObject({ field, expected: expect.stringContaining('only the Panda') });
  });

  it.for<[string, AnyJson, string]>([
    ['no number', { start: [...HOME.slice(0, 6), null] }, 'queries[1].start[6]'],
    ['six angles', { goal: HOME.slice(1) }, 'queries[1].goal'],
    ['an angle outside its limits', { goal: [3, ...HOME.slice(1)] }, 'queries[1].goal[0]'],
    ['a box inside out', { blocks: [BLOCK, { min: [0, 0, 0], max: [1, -1, 1] }] }, 'queries[1].blocks[1].max[1]'],
    ['a box without thickness', { blocks: [{ min: [0, 0, 0], max: [1, 1, 0] }] }, 'queries[1].blocks[0].max[2]'],
    ['a flat vector', { blocks: [{ min: [0, 0], max: [1, 1, 1] }] }, 'queries[1].blocks[0].min'],
    ['no word on what is carried', { attached: undefined }, 'queries[1].attached'],
    ['no list', { blocks: 'none' }, 'queries[1].blocks'],
  ])('refuses a query with %s', ([, fields, field]) => {
    const error = refusal(() => read(withQuery(fields)));
    expect(error.field).toBe(field);
    expect(error.line).toBeGreaterThan(100);
  });

  it('refuses NaN and infinity, and names their place', () => {
    const text = JSON.stringify(problemsFile(), null, 1).replace('"goal": [\n    1.5', '"goal": [\n    NaN');
    expect(refusal(() => readProblems(text, 'queries.json'))).toMatchObject({
      line: text.slice(0, text.indexOf('NaN')).split('\n').length,
      found: expect.stringContaining('NaN'),
    });
    expect(refusal(() => readProblems(text.replace('NaN', '1e999'), 'queries.json')).field).toBe('queries[0].goal[0]');
  });

  it.for<[string, AnyJson, object]>([
    ['an id used twice', withQuery({ id: 7 }), { field: 'queries[1].id', found: '7' }],
    ['no query', problemsFile({ queries: [] }), { field: 'queries' }],
    ['no queries', { robot: problemsFile()['robot'] }, { field: 'queries' }],
    ['a list', [] as unknown as AnyJson, { expected: 'an object' }],
    ['a table inside out', problemsFile({ table: { min: TABLE.max, max: TABLE.min } }), { field: 'table.max[0]' }],
    ['a start outside the limits', graspsFile({ start: [9, 0, 0, -1, 0, 1, 0] }), { field: 'start[0]' }],
    ['another hand', graspsFile({ handCapsules: [] }), { expected: expect.stringContaining('only the Panda') }],
    ['other yaws', graspsFile({ yaws: [0, 1, 2, 3] }), { field: 'yaws[1]' }],
    ['another block', problemsFile({ attachedBlock: THICK }), { field: 'attachedBlock.radius' }],
  ])('refuses a file with %s', ([, file, problem]) => {
    expect(refusal(() => read(file))).toMatchObject(problem);
  });

  it.skipIf(!existsSync(SHARED))('reads the files of the motion reference (skipped without ../shared/motion)', () => {
    const text = (name: string) => readFileSync(new URL(name, SHARED), 'utf8');
    const problems = readProblems(text('problems.json'), 'problems.json');
    expect([problems.kind, problems.queries.length]).toEqual(['paths', 40]);
    const grasps = readProblems(text('grasp-problems.json'), 'grasp-problems.json');
    expect([grasps.kind, grasps.queries.length]).toEqual(['grasps', 20]);
    expect(readClearanceSamples(text('clearance-samples.json'), 'samples.json', problems)).toHaveLength(120);
  });
});

describe('readClearanceSamples()', () => {
  const problems = read(problemsFile());
  const readSamples = (...samples: AnyJson[]) =>
    readClearanceSamples(JSON.stringify({ about: 'x', samples }), 'samples.json', problems);

  it('reads the expectations, if any', () => {
    const R = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    expect(readSamples({ query: 7, q: HOME }, { query: 7, q: LEFT, tcp: [1, 2, 3], R, clearance: 0.1 })).toEqual([
      { query: 7, q: HOME, tcp: null, rotation: null, clearance: null },
      { query: 7, q: LEFT, tcp: [1, 2, 3], rotation: R, clearance: 0.1 },
    ]);
  });

  it('refuses samples without a query or a configuration', () => {
    expect(refusal(() => readSamples({ query: 6, q: HOME }))).toMatchObject({ field: 'samples[0].query', found: '6' });
    expect(refusal(() => readSamples({ query: 7, q: [] })).field).toBe('samples[0].q');
    expect(refusal(() => readSamples({ query: 7, q: [0, 0, 0, 0, 0, 0, 0] })).field).toBe('samples[0].q[3]');
    expect(refusal(() => readSamples()).expected).toContain('at least one');
  });
});

describe('firstDifference()', () => {
  const carried = { o: 0.0137500001, radius: 0.0239, model: 'balls', checkedAgainst: 'links 0..4' };

  it.each<[string, unknown, unknown, ReturnType<typeof firstDifference>]>([
    ['nothing in a copy', structuredClone(REFERENCE_ROBOT), REFERENCE_ROBOT, null],
    ['nothing but rounding and keys of no interest', carried, REFERENCE_CARRIED, null],
    ['a number', { a: [0, { b: 2 }] }, { a: [0, { b: 2.1 }] }, { at: ['a', 1, 'b'], expected: '2.1' }],
    ['a length', { a: [0] }, { a: [0, 1] }, { at: ['a'], expected: 'a list of 2' }],
    ['a type', 'none', { a: 1 }, { at: [], expected: 'an object' }],
    ['a key of every object', {}, { toString: 1 }, { at: ['toString'], expected: '1' }],
    ['what is no number', NaN, 0, { at: [], expected: '0' }],
  ])('finds %s', (_, found, ours, difference) => expect(firstDifference(found, ours)).toEqual(difference));
});
