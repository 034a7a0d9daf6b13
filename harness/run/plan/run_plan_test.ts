import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { refuseForeignCode } from '../../episode/planner_spec.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import { documentOf, refusal, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { readSuite } from '../suites/suite.ts';
import { planRun } from './run_plan.ts';
import type { RunRequest } from './run_request.ts';

const { folder } = scratchFolder();

const SHORT = 'inner_monologue+scene=short';

async function scenesOf(planner: string, request: RunRequest): Promise<string[]> {
  const headers = (await planRun(request)).list.firstHeaders();
  return [...new Set(headers.filter((header) => header.planner === planner).map(({ scene }) => scene))];
}

function suiteWith(plannerScenes: unknown): string {
  const path = join(folder, 'mine.json');
  const suite = { name: 'mine', title: 'Mine', world: 'household', scenes: ['house_1', 'house_2'], tasks: 'table_1' };
  writeFileSync(path, JSON.stringify({ ...suite, planners: ['random', 'oracle'], model: 'm', plannerScenes }));
  return path;
}

describe('planRun() with plannerScenes', () => {
  it('plays Inner Monologue with short scenes only in house 1, unless the request names both planner and scene', async () => {
    expect(await scenesOf(SHORT, { suite: 'household' })).toEqual(['house_1']);
    expect(await scenesOf(SHORT, { suite: 'household', planners: [SHORT] })).toEqual(['house_1']);
    expect(await scenesOf('inner_monologue', { suite: 'household' })).toHaveLength(5);
    const { list } = await planRun({ suite: 'household', scenes: ['house_2'] });
    expect(list.firstHeaders().map(({ planner }) => planner)).not.toContain(SHORT);
    expect(await scenesOf(SHORT, { suite: 'household', planners: [SHORT], scenes: ['house_2'] })).toEqual(['house_2']);
  });

  it('limits a user’s suite, with scenes by name, number or pattern, and refuses unknown planners and scenes', async () => {
    expect(await scenesOf('random', { suite: suiteWith({ random: ['*_2'] }) })).toEqual(['house_2']);
    expect(await scenesOf('random', { suite: suiteWith({ random: ['2'] }) })).toEqual(['house_2']);
    expect(await scenesOf('oracle', { suite: suiteWith({ random: ['2'] }) })).toEqual(['house_1', 'house_2']);
    await expect(planRun({ suite: suiteWith({ randon: ['house_1'] }) })).rejects.toThrow('"randon"');
    await expect(planRun({ suite: suiteWith({ random: ['house_3'] }) })).rejects.toThrow('"house_3"');
  });
});

it('planRun() with `trial` plans only that trial, with the numbers of the whole run', async () => {
  const request = { suite: 'household', planners: ['oracle'], scenes: ['house_1'], tasks: ['make_toast'], trials: 3 };
  const all = await planRun(request);
  const { numbers, episode, list } = await planRun({ ...request, trial: 2 });
  expect(numbers.map((number) => [number, episode(number).header.trial])).toEqual([[1, 2]]);
  expect(list.kinds).toEqual(all.list.kinds);
});

const outside = join(folder, 'foreign');
const below = mkdtempSync(join(process.cwd(), 'node_modules', '.tapedeck-foreign-'));
afterAll(() => rmSync(below, { recursive: true }));

const PLANNER = `
  process.emit('tapedeck-code-ran');
  const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
  export const planner = {
    name: 'patient', title: 'Patient', worlds: ['household'], summary: '', options, promptSlots: {}, privileged: () => false,
    async *plan() { while (true) yield { kind: 'act', action: { verb: 'wait', args: [] } }; },
  };`;

function suiteIn(folder: string, planners: readonly string[]): string {
  mkdirSync(join(folder, 'code'), { recursive: true });
  writeFileSync(join(folder, 'code/patient.ts'), PLANNER);
  const suite = { name: 'brought', title: 'B', world: 'household', scenes: ['house_1'], tasks: 'table_1', model: 'm' };
  const path = join(folder, 'suite.json');
  writeFileSync(path, JSON.stringify({ ...suite, planners }));
  return path;
}

describe('refuseForeignCode()', () => {
  it('names the code that a suite from another folder would run', () => {
    const suite = readSuite(suiteIn(outside, ['llm_state', './code/patient.ts+a=1']));
    const file = join(outside, 'code/patient.ts');
    expect(() => refuseForeignCode('Suite', suite)).toThrow(`its planners: "${file}". Read the code`);
  });

  it('accepts a suite without code, or in the current folder', () => {
    for (const path of [suiteIn(outside, ['llm_state']), suiteIn(below, ['./code/patient.ts']), 'household'])
      expect(() => refuseForeignCode('Suite', readSuite(path))).not.toThrow();
  });

  it('follows links', () => {
    suiteIn(outside, ['./code/patient.ts']);
    symlinkSync(outside, join(below, 'link'), 'dir');
    expect(() => refuseForeignCode('Suite', readSuite(join(below, 'link/suite.json')))).toThrow(CommandFailure);
  });
});

it('tapedeck run loads the planner of a suite from outside the current folder only with --allow-code', async () => {
  const path = suiteIn(outside, ['./code/patient.ts']);
  const run = words`run ${path} --task open_fridge --tapes ${join(outside, 'tapes')} --out ${join(outside, 'run')}`;
  const ran = vi.fn();
  process.on('tapedeck-code-ran' as 'exit', ran);
  expect(await refusal(...run)).toContain('if you trust it, add --allow-code');
  expect(ran).not.toHaveBeenCalled();
  const { episodes } = await documentOf(...run, '--allow-code');
  expect(episodes).toMatchObject([{ episode: 'brought/house_1/open_fridge/patient/1' }]);
  process.off('tapedeck-code-ran' as 'exit', ran);
});
