/**
 * Planners that a suite limits to some of its scenes.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { planRun } from './run_plan.ts';
import type { RunRequest } from './run_request.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-run-plan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SHORT = 'inner_monologue+scene=short';

/** Scenes in which a planner plays. */
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
  it('plays Inner Monologue with short scenes in house 1 alone', async () => {
    expect(await scenesOf(SHORT, { suite: 'household' })).toEqual(['house_1']);
    expect(await scenesOf(SHORT, { suite: 'household', planners: [SHORT] })).toEqual(['house_1']);
    expect(await scenesOf('inner_monologue', { suite: 'household' })).toHaveLength(5);
    const { list } = await planRun({ suite: 'household', scenes: ['house_2'] });
    expect(list.firstHeaders().map(({ planner }) => planner)).not.toContain(SHORT);
  });

  it('plays elsewhere where both planner and scene are asked for', async () => {
    const request = { suite: 'household', planners: [SHORT], scenes: ['house_2'] };
    expect(await scenesOf(SHORT, request)).toEqual(['house_2']);
  });

  it('limits a suite of one’s own, scenes by name, number or pattern', async () => {
    expect(await scenesOf('random', { suite: suiteWith({ random: ['*_2'] }) })).toEqual(['house_2']);
    expect(await scenesOf('random', { suite: suiteWith({ random: ['2'] }) })).toEqual(['house_2']);
    expect(await scenesOf('oracle', { suite: suiteWith({ random: ['2'] }) })).toEqual(['house_1', 'house_2']);
  });

  it('refuses a planner or a scene that the suite does not have', async () => {
    await expect(planRun({ suite: suiteWith({ randon: ['house_1'] }) })).rejects.toThrow('"randon"');
    await expect(planRun({ suite: suiteWith({ random: ['house_3'] }) })).rejects.toThrow('"house_3"');
  });
});

it('planRun() with trial plays that one alone, under the numbers of the whole run', async () => {
  const request = { suite: 'household', planners: ['oracle'], scenes: ['house_1'], tasks: ['make_toast'], trials: 3 };
  const all = await planRun(request);
  const { numbers, episode, list } = await planRun({ ...request, trial: 2 });
  expect(numbers.map((number) => [number, episode(number).header.trial])).toEqual([[1, 2]]);
  expect(list.kinds).toEqual(all.list.kinds);
});
