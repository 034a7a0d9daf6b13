import type { RunRecord } from '../run/run_record.ts';

export function runRecord(change: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ format: 3, suite: 's', model: 'm', env: 'symbolic' },
    envOptions: { hands: 2, noise: { missedDetection: 0 } },
    ...{ planners: ['p'], prompts: { p: { set: 'paper', digest: 'aa' } }, scenes: { house: 'bb' } },
    tasks: { a: 'cc', b: 'dd', c: 'ee' },
    settings: { trials: 1, mode: 'replay' },
    tapedeck: { version: '1.0.0', commit: 'a1'.repeat(20) },
    ...{ tapes: [{ 'house/a': 'ff' }], shard: null, episodesTotal: 3, episodesPlayed: 0, finished: true, ...change },
  };
}
