import { cpSync, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { refusal, tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { storedTrace } from '../../testing/stored_traces.ts';

const { at, file, read } = scratchFolder();

const SHA_256 = expect.stringMatching(/^[0-9a-f]{64}$/);

describe('tapedeck run', () => {
  it('gives each run a folder, even of two at once, and finds the latest by its suite', async () => {
    const run = (...more: string[]) => tapedeck('run', 'listings', '--runs', at('runs'), '--json', ...more);
    const outs = (await Promise.all([run(), run()])).map(({ out }) => JSON.parse(out).out);
    expect(new Set(outs).size).toBe(2);
    for (const out of outs) expect(basename(out)).toMatch(/^\d{8}T\d{6}Z(-2)?$/);
    expect(JSON.parse((await run('--name', 'mine')).out).out).toBe(at('runs/listings/mine'));
    expect(await run('--name', 'mine')).toMatchObject({ exitCode: 2, out: expect.stringContaining('an earlier run') });
    const episode = 'listings/house_1/listing_switch_off_all_lights/llm_state/1';
    for (const name of [at('runs/listings'), at('runs/listings/latest')]) {
      expect((await tapedeck('trace', episode, '--run', name)).exitCode).toBe(0);
      expect((await tapedeck('batch', 'export', name, '-o', at('none.jsonl'))).said).toBe('Nothing is missing');
    }
    expect(await run('--name', 'x', '--out', at('x'))).toMatchObject({ exitCode: 2 });
    expect(existsSync(at('x'))).toBe(false);
  });

  it('leaves no folder if it cannot begin', async () => {
    cpSync(PLACES.tapes, at('damaged'), { recursive: true });
    const manifest = 'damaged/listings/gpt-4-0613/manifest.json';
    file(manifest, read(manifest).replace('"format": 1', '"format": 0'));
    for (const more of [`--tapes ${at('damaged')}`, '--planner bert'])
      await refusal('run', 'listings', '--runs', at('nothing'), ...more.split(' '));
    expect(existsSync(at('nothing'))).toBe(false);
  });

  it('names no model in the traces of planners that call none', async () => {
    const cell = ['--scene', 'house_1', '--task', 'open_fridge', '--trials', '1', '--planner', 'oracle', 'random'];
    await tapedeck('run', 'household', ...cell, '--model', 'm', '--out', at('unasked'));
    for (const planner of ['oracle', 'random']) {
      const episode = `household/house_1/open_fridge/${planner}/1`;
      const trace = storedTrace(at('unasked'), episode);
      expect(JSON.parse(trace.split('\n')[0] ?? '')).toMatchObject({ planner, model: null });
      const { out, exitCode } = await tapedeck('trace', episode, '--run', at('unasked'), '--prompts');
      expect(out).toContain('  no model, prompts none, world symbolic');
      expect(exitCode).toBe(0);
    }
    expect(JSON.parse(read('unasked/run.json'))).toMatchObject({ model: 'm' });
  });

  it('stores the settings and times of the run', async () => {
    // What waits for an answer is remembered in the highest layer, so it must not be the user's own.
    const tapes = [PLACES.tapes, at('tapes')];
    const asked = ['--env-option', 'hands=1', '--mode', 'batch', '--calls-max', '7'];
    await tapedeck('run', 'listings', ...asked, ...tapes.flatMap((folder) => ['--tapes', folder]), '--out', at('kept'));
    expect(JSON.parse(read('kept/run.json'))).toMatchObject({
      envOptions: { hands: 1 },
      planners: ['llm_state'],
      prompts: { llm_state: { set: 'paper', digest: SHA_256 } },
      scenes: { house_1: SHA_256 },
      tasks: { listing_switch_off_all_lights: SHA_256 },
      settings: { trials: 1, callsMax: 7, mode: 'batch', embeddingModel: 'text-embedding-3-small' },
      tapedeck: { version: '0.1.0' },
      tapes: [{ 'house_1/listing_switch_off_all_lights': SHA_256 }],
      finished: true,
    });
    const times = JSON.parse(read('kept/timings.json'));
    expect(times).toMatchObject({ suite: 'listings', tapes, jobs: 1 });
    expect(times.started <= times.ended).toBe(true);
  });
});
