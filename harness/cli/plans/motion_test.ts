import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ownQueries } from '../../../envs/tabletop/motion/testing/own_queries.ts';
import {
  type AnyJson,
  graspQuery,
  graspsFile,
  LEFT,
  pathQuery,
  problemsFile,
  THROUGH_TABLE,
} from '../../../envs/tabletop/motion/testing/problems_fixture.ts';
import { refusal, tapedeck, tapedeckIn } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { at, file: write } = scratchFolder();

const file = (name: string, json: AnyJson) => write(name, JSON.stringify(json));

const problems = file('problems.json', problemsFile());
const SHARED = fileURLToPath(new URL('../../../../shared/motion/', import.meta.url));

function motion(...argv: string[]) {
  return tapedeck('motion', ...(argv.some((word) => word.startsWith('--warm')) ? [] : ['--warm-up-ms=0']), ...argv);
}

async function documentOf(...argv: string[]) {
  const { out } = await motion('--json', ...argv);
  return JSON.parse(out, (key, value) => (/^ms/.test(key) ? undefined : value));
}

describe('tapedeck motion', () => {
  it('prints a line for each query and one of totals', async () => {
    const { exitCode, out } = await motion(problems);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^7 +reach +natural +yes +\d+\.\d\d +\d+ /m);
    expect(out.split('\n').at(-1)).toMatch(/^1 of 1 solved; median \d+\.\d\d ms/);
  });

  it('prints one JSON document', async () => {
    const { exitCode, out } = await motion(problems, '--json', '--iterations-max', '50');
    expect(exitCode).toBe(0);
    const number = expect.any(Number);
    expect(JSON.parse(out)).toEqual({
      seed: 1,
      bounds: { posesMax: 10, anglesMax: 256, attemptsMax: 5, iterationsMax: 50 },
      queries: [
        {
          ...{ id: 7, kind: 'reach', set: 'natural', solved: true, reason: null, obstacle: null, ms: number },
          ...{ checks: number, iterations: number, rawLength: number, simplifiedLength: number },
          path: expect.any(Array),
        },
      ],
      clearances: null,
      totals: expect.objectContaining({ queries: 1, solved: 1, msMedian: number }),
    });
  });

  it('prints the same for the same seed, times aside, warm or not', async () => {
    const first = await documentOf(problems, '--seed', '4');
    expect(await documentOf(problems, '--seed', '4', '--warm-up-ms', '5')).toEqual(first);
  });

  it('compares clearances', async () => {
    const samples = (clearance: number) => {
      const [free, collides] = [LEFT, THROUGH_TABLE].map((q) => ({ query: 7, q }));
      return file('samples.json', { samples: [free, { ...collides, clearance }] });
    };
    const { clearances } = await documentOf(problems, '--clearance', samples(0));
    expect(clearances).toHaveLength(2);
    expect(clearances[0]).toMatchObject({
      clearanceDifference: null,
      tcp: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    expect((await motion(problems, '--clearance', samples(0))).exitCode).toBe(1);
    const right = await motion(problems, '--clearance', samples(clearances[1].clearance));
    expect(right.exitCode).toBe(0);
    expect(right.out.split('\n').at(-1)).toContain('2 clearances; greatest difference 0');
  });

  it('takes grasp queries', async () => {
    const { queries } = await documentOf(file('grasps.json', graspsFile()));
    expect(queries).toMatchObject([{ id: 3, handFree: [false, true, false, true], solved: true, level: null }]);
    const unlike = file('unlike.json', graspsFile({ queries: [graspQuery({ handFree: [true, true, true, true] })] }));
    expect((await motion(unlike)).exitCode).toBe(1);
    const far = file('far.json', graspsFile({ queries: [graspQuery({ tcp: [2, 0, 0.1], handFree: null })] }));
    expect(await motion(far)).toMatchObject({ exitCode: 1, out: expect.stringContaining('ik: reach') });
  });

  it('exits with 1 if there is no path, and with 4 if the search reached a limit', async () => {
    const collides = file('collides.json', problemsFile({ queries: [pathQuery({ goal: THROUGH_TABLE })] }));
    expect(await motion(collides)).toMatchObject({ exitCode: 1, out: expect.stringContaining('goal: table') });
    const wall = { min: [0.2, -0.02, 0], max: [1, 0.02, 1.2] };
    const right = LEFT.map((angle, joint) => (joint === 0 ? -angle : angle));
    const hard = file(
      'hard.json',
      problemsFile({ queries: [pathQuery({ start: LEFT, goal: right, blocks: [wall] })] }),
    );
    expect(await motion(hard, '--iterations-max', '1', '--attempts-max', '1')).toMatchObject({
      exitCode: 4,
      out: expect.stringContaining('iterations: '),
    });
  });

  it.for([
    ...['--seed=-1', '--seed=0.5', '--iterations-max=0', '--attempts-max=many'],
    ...['--poses-max=-3', '--starts-max=1.5', '--warm-up-ms=x'],
  ])('refuses %s', async (option) => {
    expect(await refusal('motion', problems, option)).toContain(option.replace(/=.*/, ''));
  });

  it('refuses invalid input with file, line and field, and stops when it is interrupted', async () => {
    expect(await refusal('motion', at('no.json'))).toContain('no such');
    const other = file('other.json', problemsFile({}, { flangeZ: 0.2 }));
    expect(await refusal('motion', other)).toContain('field robot.flangeZ');
    expect(await refusal('motion', '--clearance', problems)).toContain('PROBLEMS');
    const { exitCode } = await tapedeckIn({ signal: AbortSignal.abort() }, 'motion', problems);
    expect(exitCode).toBe(130);
  });

  it('solves every query of our own and agrees with the figures of multiplied matrices', async () => {
    const own = ownQueries();
    const files = [file('own.json', own.problems), '--clearance', file('own_samples.json', own.samples)];
    const { exitCode, out } = await motion(...files);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('12 of 12 solved')]);
    const farther = (own.samples['samples'] as AnyJson[]).map((one) => ({
      ...one,
      clearance: (one['clearance'] as number) + 1e-5,
    }));
    expect((await motion(files[0]!, '--clearance', file('wrong_samples.json', { samples: farther }))).exitCode).toBe(1);
  });

  it.skipIf(!existsSync(SHARED))(
    'solves every query of the motion reference and agrees with its figures (skipped where ../shared/motion is absent)',
    async () => {
      const samples = ['--clearance', join(SHARED, 'clearance-samples.json')];
      const reference = await motion(join(SHARED, 'problems.json'), ...samples);
      expect([reference.exitCode, reference.out]).toEqual([0, expect.stringContaining('40 of 40 solved')]);
      expect((await motion(join(SHARED, 'grasp-problems.json'))).out).toContain('free hands differ in 0 queries');
    },
  );
});
