import { describe, expect, it, onTestFinished } from 'vitest';
import { faultyProxy } from '../../../envs/virtualhome/testing/faulty_proxy.ts';
import { servedSimulator } from '../../../envs/virtualhome/testing/served_client.ts';
import { inVirtualHome, type PlayedEvent, playedRun } from '../live_runs.ts';
import { isLong } from '../run_count.ts';

/** With TAPEDECK_TEST_FACTOR=5, all planners and houses, six times each. */
const RUNS: readonly (readonly [string, number, number])[] = !isLong
  ? [['llm_state', 1, 1]]
  : ['llm_state', 'progprompt', 'inner_monologue', 'oracle'].flatMap((planner, row) =>
      Array.from({ length: 30 }, (_, at) => [planner, 1 + (at % 5), 100 * row + at] as const),
    );

/** Clear, environment, character and graph of 15 tasks: what a run looks at before its first episode. */
const LOOKED_AT_FIRST = 60;

describe('tapedeck run --env virtualhome on a line that cuts, delays, doubles, garbles, loses and mixes up', () => {
  it.each(RUNS)(
    'plays right or says what failed: %s, every task in house_%d, seed %d',
    async (planner, house, seed) => {
      const words = ['--planner', planner, '--scene', String(house)];
      const symbolic = await playedRun(...words);
      const proxy = await faultyProxy(servedSimulator([house]), seed, {
        ...{ cut: 0.002, delay: 0.02, duplicate: 0.02, garble: 0.003, lose: 0.001, stale: 0.002 },
        ...{ delayMs: 2, after: LOOKED_AT_FIRST },
      });
      onTestFinished(proxy.close);
      const there = inVirtualHome(proxy.url, '--simulator-timeout-s', '2');
      const { exitCode, episodes } = await playedRun(...words, ...there);
      expect(exitCode).not.toBe(2);
      expect(episodes).toHaveLength(15);
      const count = { right: 0, refused: 0, failed: 0 };
      for (const [at, episode] of episodes.entries()) {
        const right = symbolic.episodes[at];
        const refused = episode.events.findIndex(isControllerFailure);
        if (refused >= 0) {
          expect(episode.events.slice(0, refused), episode.id).toEqual(right?.events.slice(0, refused));
          count.refused++;
        } else if (episode.summary.end === 'env_failed') {
          expect(episode.summary.detail, episode.id).toMatch(/^Cannot (use|play)/);
          expect(episode.events, episode.id).toEqual(right?.events.slice(0, episode.events.length));
          count.failed++;
        } else {
          expect(episode, episode.id).toEqual(right);
          count.right++;
        }
        if (episode.summary.success) expect(right?.summary.success, episode.id).toBe(true);
      }
      if (isLong) console.log(planner, house, seed, count, proxy.counts);
      expect(count.right).toBeGreaterThan(0);
      expect(Object.values(proxy.counts).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0);
    },
    600_000,
  );
});

function isControllerFailure({ reason }: PlayedEvent): boolean {
  return reason?.precondition === 'controller_failed';
}
