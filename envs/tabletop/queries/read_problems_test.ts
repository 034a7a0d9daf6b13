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

const read = (file: AnyJson) => readProblems(JSON.stringify(file, null, 1), 'queries.json');
const withQuery = (fields: AnyJson) => problemsFile({ queries: [pathQuery(), pathQuery({ id: 8, ...fields })] });

function refusal(act: () => unknown): JsonError {
  try {
    act();
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}

describe('readProblems()', () => {
  it('reads queries for paths', () => {
    const query = { id: 7, kind: 'reach', set: 'natural', start: HOME, goal: LEFT, attached: false, blocks: [BLOCK] };
    expect(read(problemsFile())).toEqual({ kind: 'paths', table: TABLE, queries: [query] });
  });

  it('reads queries for grasps', () => {
    const query = { id: 3, tcp: [0.5, 0, 0.04], handFree: [false, true, false, true], start: HOME, blocks: ROW };
    expect(read(graspsFile())).toEqual({ kind: 'grasps', table: TABLE, queries: [query] });
  });

  it('does without what is only expected or only a name', () => {
    const { kind: _kind, set: _set, ...bare } = pathQuery();
    expect(read(problemsFile({ queries: [bare] })).queries[0]).toMatchObject({ kind: null, set: null });
    const { handFree: _free, ...unknown } = graspQuery();
    expect(read(graspsFile({ queries: [unknown] })).queries[0]).toMatchObject({ handFree: null });
  });

  it('needs no more than queries: there is one robot, and one table unless the file has another', () => {
    const { kind, table, queries } = read({ queries: [pathQuery()] });
    expect({ kind, table, queries }).toEqual(read(problemsFile()));
  });

  it('takes nine digits for the robot', () => {
    expect(() =>
      read(problemsFile({}, { alpha: [0, -1.57079633, 1.57079633, 1.57079633, -1.57079633, 1.57079633, 1.57079633] })),
    ).not.toThrow();
  });

  it.for<[string, AnyJson, string]>([
    ['another length', { d: [0.333, 0, 0.316, 0, 0.39, 0, 0] }, 'robot.d[4]'],
    ['another flange', { flangeZ: 0.2 }, 'robot.flangeZ'],
    ['another number of capsules', { capsules: [] }, 'robot.capsules'],
    ['no limits', { lower: null }, 'robot.lower'],
    ['other pairs', { selfCollisionPairs: 'links 0, 1 against links 6, 7, 8' }, 'robot.selfCollisionPairs'],
    ['no table', { tableCheckedLinks: [3, 4, 5, 6, 7, 8] }, 'robot.tableCheckedLinks'],
  ])('refuses another robot: %s', ([, robot, field]) => {
    expect(refusal(() => read(problemsFile({}, robot)))).toMatchObject({
      field,
      expected: expect.stringContaining('another robot'),
    });
  });

  it('refuses another hand and another carried block', () => {
    expect(refusal(() => read(graspsFile({ handCapsules: [] }))).message).toContain('another robot');
    expect(refusal(() => read(graspsFile({ yaws: [0, 1, 2, 3] }))).field).toBe('yaws[1]');
    const attachedBlock = { o: 0.01375, radius: 0.03, checkedAgainst: 'links 0..4' };
    expect(refusal(() => read(problemsFile({ attachedBlock }))).field).toBe('attachedBlock.radius');
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
  ])('refuses a query with %s, by its id', ([, fields, field]) => {
    const error = refusal(() => read(withQuery(fields)));
    expect(error).toMatchObject({ field, expected: expect.stringContaining('query 8') });
    expect(error.line).toBeGreaterThan(100);
  });

  it('refuses numbers that are none, where they stand', () => {
    const text = JSON.stringify(problemsFile(), null, 1).replace('"goal": [\n    1.5', '"goal": [\n    NaN');
    expect(refusal(() => readProblems(text, 'queries.json'))).toMatchObject({
      line: text.slice(0, text.indexOf('NaN')).split('\n').length,
      found: expect.stringContaining('NaN'),
    });
    expect(refusal(() => readProblems(text.replace('NaN', '1e999'), 'queries.json')).field).toBe('queries[0].goal[0]');
  });

  it('refuses an id used twice, and a file without queries', () => {
    expect(refusal(() => read(withQuery({ id: 7 })))).toMatchObject({ field: 'queries[1].id', found: '7' });
    expect(refusal(() => read(problemsFile({ queries: [] }))).field).toBe('queries');
    expect(refusal(() => read({ robot: problemsFile()['robot'] })).field).toBe('queries');
    expect(refusal(() => readProblems('[]', 'queries.json')).expected).toBe('an object');
  });

  it('refuses a table inside out and a start outside the limits', () => {
    expect(refusal(() => read(problemsFile({ table: { min: TABLE.max, max: TABLE.min } }))).expected).toContain(
      'table',
    );
    expect(refusal(() => read(graspsFile({ start: [9, 0, 0, -1, 0, 1, 0] }))).field).toBe('start[0]');
  });

  it.skipIf(!existsSync(SHARED))(
    'reads the files of the motion reference (skipped where ../shared/motion is absent)',
    () => {
      const text = (name: string) => readFileSync(new URL(name, SHARED), 'utf8');
      const problems = readProblems(text('problems.json'), 'problems.json');
      expect([problems.kind, problems.queries.length]).toEqual(['paths', 40]);
      const grasps = readProblems(text('grasp-problems.json'), 'grasp-problems.json');
      expect([grasps.kind, grasps.queries.length]).toEqual(['grasps', 20]);
      const samples = readClearanceSamples(text('clearance-samples.json'), 'clearance-samples.json', problems);
      expect(samples.length).toBe(120);
    },
  );
});

describe('readClearanceSamples()', () => {
  const problems = read(problemsFile());
  const readSamples = (...samples: AnyJson[]) =>
    readClearanceSamples(JSON.stringify({ about: 'x', samples }), 'samples.json', problems);

  it('reads what is expected, where anything is', () => {
    const R = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    expect(readSamples({ query: 7, q: HOME }, { query: 7, q: LEFT, tcp: [1, 2, 3], R, clearance: 0.1 })).toEqual([
      { query: 7, q: HOME, tcp: null, rotation: null, clearance: null },
      { query: 7, q: LEFT, tcp: [1, 2, 3], rotation: R, clearance: 0.1 },
    ]);
  });

  it('refuses samples without a query, and those that are no configurations', () => {
    expect(refusal(() => readSamples({ query: 6, q: HOME }))).toMatchObject({ field: 'samples[0].query', found: '6' });
    expect(refusal(() => readSamples({ query: 7, q: [] })).expected).toContain('sample 0 of query 7');
    expect(refusal(() => readSamples({ query: 7, q: [0, 0, 0, 0, 0, 0, 0] })).field).toBe('samples[0].q[3]');
    expect(refusal(() => readSamples()).expected).toContain('at least one');
  });
});

describe('firstDifference()', () => {
  it('finds none between what is the same but for rounding, keys of no interest aside', () => {
    expect(firstDifference(structuredClone(REFERENCE_ROBOT), REFERENCE_ROBOT)).toBeNull();
    expect(
      firstDifference(
        { o: 0.0137500001, radius: 0.0239, model: 'balls', checkedAgainst: 'links 0..4' },
        REFERENCE_CARRIED,
      ),
    ).toBeNull();
  });

  it('says where it is, and what was to be there', () => {
    expect(firstDifference({ a: [0, { b: 2 }] }, { a: [0, { b: 2.1 }] })).toEqual({
      at: ['a', 1, 'b'],
      expected: '2.1',
    });
    expect(firstDifference({ a: [0] }, { a: [0, 1] })).toEqual({ at: ['a'], expected: 'a list of 2' });
    expect(firstDifference('none', { a: 1 })).toEqual({ at: [], expected: 'an object' });
    expect(firstDifference({}, { toString: 1 })).toEqual({ at: ['toString'], expected: '1' });
    expect(firstDifference(Number.NaN, 0)).toEqual({ at: [], expected: '0' });
  });
});

describe('REFERENCE_ROBOT', () => {
  it('names links as the sentences of the file do', () => {
    expect(REFERENCE_ROBOT).toMatchObject({ selfCollisionPairs: '0 1 2 5 6 7 8' });
    expect(REFERENCE_CARRIED).toMatchObject({ checkedAgainst: '0 4' });
  });
});
