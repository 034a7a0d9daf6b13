import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../compare/comparison.ts';
import { PLANTED, plantedRun, recordScripted } from '../../compare/testing/record_planted.ts';
import { documentOf, refusal, tapedeck } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { at } = scratchFolder();
const TAPES = join(PLANTED, 'tapes');
const BEFORE = join(PLANTED, 'prompts/before');

beforeAll(async () => {
  expect(await tapedeck(...plantedRun(BEFORE, [TAPES]), '--out', at('before'))).toMatchObject({ exitCode: 0 });
});

const compared = (...argv: string[]): Promise<Comparison> => documentOf('compare', ...argv);

describe('changing a prompt in three commands', () => {
  it('records what the new prompt needs onto a layer of its own, then compares', async () => {
    const [own, prompts] = [at('own_tapes'), at('my_prompts')];
    cpSync(BEFORE, prompts, { recursive: true });
    const policy = join(prompts, 'policy.txt');
    writeFileSync(policy, readFileSync(policy, 'utf8').replace('Task: ', 'Be quick.\nTask: '));
    const recordings = join(TAPES, 'household/scripted');
    const below = () => readdirSync(recordings).map((name) => readFileSync(join(recordings, name)));
    const before = below();
    const dry = await tapedeck(...plantedRun(prompts, [TAPES, own]), '--mode', 'record', '--dry-run');
    expect(dry.exitCode).toBe(0);
    expect(dry.out).toBe('10 of 10 episodes would make requests that are not on the tapes');
    expect(dry.said).toMatch(
      /^llm_state\+states=false: 10 episodes stopped at a missing answer; at least 10 calls and [\d,]+ prompt tokens are missing$/,
    );
    expect(() => readdirSync(own)).toThrow();

    expect(await recordScripted(prompts, [TAPES, own])).toMatchObject({ exitCode: 0 });
    await tapedeck(...plantedRun(prompts, [TAPES, own]), '--out', at('mine'));
    const { pairs, flips } = await compared(at('before'), at('mine'));
    expect([pairs.length, flips.length]).toEqual([10, 0]);

    expect(below()).toEqual(before);
    const manifest = JSON.parse(readFileSync(join(own, 'household/scripted/manifest.json'), 'utf8'));
    expect(Object.keys(manifest.tasks).length).toBe(10);
    const nothing = await documentOf(...plantedRun(prompts, [TAPES, own]), '--dry-run');
    expect(nothing).toMatchObject({ dryRun: true, episodes: 10, stopped: 0 });
  });

  it('works when only some tasks are recorded', async () => {
    const planted = plantedRun(BEFORE, [TAPES]);
    const words = planted.filter((word, place) => word !== '--task' && planted[place - 1] !== '--task');
    expect(await tapedeck(...words, '--out', at('whole_house'))).toMatchObject({ exitCode: 3 });
    const { pairs, missing } = await compared(at('before'), at('whole_house'));
    expect([pairs.length, missing.length]).toEqual([10, 0]);
    const other = await compared(at('whole_house'), at('before'));
    expect(other.missing).toEqual([]);
  });

  it('does not tell what rerecording would ask', async () => {
    const said = await refusal('run', 'robot', '--mode', 'rerecord', '--dry-run');
    expect(said).toContain('--dry-run counts missing answers');
  });
});
