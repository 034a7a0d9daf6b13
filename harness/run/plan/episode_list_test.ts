import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceHeader } from '../../trace/testing/trace_fixture.ts';
import { EpisodeList } from './episode_list.ts';

describe('EpisodeList', () => {
  it('goes cell by cell, trial by trial, planner by planner', () => {
    const kind = (task: string, planner: string) => traceHeader({ task, planner });
    const list = new EpisodeList({ cells: [[kind('a', 'p'), kind('a', 'q')], [], [kind('b', 'p')]], trials: 2 });
    const all = Array.from({ length: list.length }, (_, number) => list.header(number));
    expect(all.map(({ task, trial, planner }) => `${task} ${trial} ${planner}`)).toEqual([
      ...['a 1 p', 'a 1 q', 'a 2 p', 'a 2 q'],
      ...['b 1 p', 'b 2 p'],
    ]);
    expect(() => list.header(6)).toThrow('The run has no episode 6');
  });

  it('finds the place of any number', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (planners, trials) => {
        const cells = planners.map((count) => Array.from({ length: count }, () => traceHeader({})));
        const list = new EpisodeList({ cells, trials });
        let number = 0;
        for (const [cell, count] of planners.entries()) {
          for (let trial = 1; trial <= trials; trial += 1) {
            for (let planner = 0; planner < count; planner += 1) {
              expect(list.placeOf(number)).toEqual({ cell, trial, planner });
              number += 1;
            }
          }
        }
        expect(list.length).toBe(number);
      }),
    );
  });
});
