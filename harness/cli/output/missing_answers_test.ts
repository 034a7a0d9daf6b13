import { describe, expect, it, test } from 'vitest';
import { ASKED_BY, recording } from '../../../cassettes/testing/tape_fixture.ts';
import type { MissRecord } from '../../run/threads/play_episode.ts';
import { missingInRun, missingLines, rerunWords } from './missing_answers.ts';

function missOf(planner: string, task: string): MissRecord {
  const { entry, request } = recording('toast', { task });
  const { trial, key, occurrence } = entry;
  const address = { suite: 's', model: 'gpt-4-0613', task, trial, key, occurrence };
  return { ...address, ...request, ...ASKED_BY, planner, episode: '', message: '' };
}

describe('missingInRun()', () => {
  it('reports the minimum of missing calls for each planner', async () => {
    const misses = [missOf('llm_state', 'house_1/a'), missOf('llm_state', 'house_2/a'), missOf('p', 'house_1/a')];
    expect(missingLines(await missingInRun(misses, [{ planner: 'p', gaveUp: 0 }]))).toEqual([
      'llm_state: 2 episodes stopped at a missing answer; at least 2 calls and 16 prompt tokens are missing',
      'p: 1 episode stopped at a missing answer; at least 1 call and 8 prompt tokens are missing',
      'In total, counting shared requests once: at least 2 calls and 16 prompt tokens are missing',
    ]);
    expect(missingLines(await missingInRun([], []))).toEqual([]);
  });

  it('counts a call without tokens for each episode in which the API failed', async () => {
    const missing = await missingInRun(
      [missOf('p', 'house_1/a')],
      ['p', 'q', 'r'].map((planner) => ({ planner, gaveUp: planner === 'r' ? 0 : 1 })),
    );
    expect(missing).toEqual({
      planners: [
        { planner: 'p', episodes: 2, calls: 2, promptTokens: 8 },
        { planner: 'q', episodes: 1, calls: 1, promptTokens: 0 },
      ],
      all: { calls: 3, promptTokens: 8 },
    });
    expect(missingLines(missing)[1]).toBe('q: 1 episode stopped at a missing answer; at least 1 call is missing');
  });
});

test('rerunWords() repeats what was typed, but for the mode and --json', () => {
  const typed = ['run', './my suite.json', '--json', '--mode', 'replay', '--tapes', 'my_tapes', '--task', 'a'];
  const [, , , , , ...rest] = typed;
  expect(rerunWords(typed, 'record')).toEqual(['run', './my suite.json', ...rest, '--mode', 'record']);
  expect(rerunWords(typed)).toEqual(['run', './my suite.json', '--mode', 'replay', ...rest]);
  expect(rerunWords(['run', 's', '--mode=batch', '--json=true'], 'record')).toEqual(['run', 's', '--mode', 'record']);
});

test.for([
  ['--out mine', '--out mine_2'],
  ['--out=mine_2/', '--out mine_3'],
  ['--out /a/b_c/', '--out /a/b_c_2'],
  ['--name=x_9', '--name x_10'],
] as const)('rerunWords() names another folder, since no run overwrites another: %s', ([typed, again]) => {
  expect(rerunWords(['run', 's', ...typed.split(' ')])).toEqual(['run', 's', ...again.split(' ')]);
});
