import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceHeader } from '../trace/trace_schema.ts';
import { dealEpisodes } from './deal_episodes.ts';

const headersOf = (tasks: readonly string[]) =>
  tasks.map((task) => ({ scene: 'house_1', task, trial: 1 }) as TraceHeader);

const dealtTo = (lanes: readonly number[], tasks: readonly string[]) => {
  const deal = dealEpisodes({ headers: headersOf(tasks), numbers: [...tasks.keys()] });
  return lanes.map(deal);
};

describe('dealEpisodes()', () => {
  it('keeps the episodes of a task together, in their order', () => {
    expect(dealtTo([0, 1, 0, 1, 0, 1], ['a', 'a', 'b', 'b', 'c', 'c'])).toEqual([0, 2, 1, 3, 4, 5]);
  });

  it('tells trials and scenes apart', () => {
    const headers = [
      { scene: 'house_1', task: 'a', trial: 1 },
      { scene: 'house_1', task: 'a', trial: 2 },
      { scene: 'house_2', task: 'a', trial: 1 },
      { scene: 'house_1', task: 'a', trial: 1 },
    ] as TraceHeader[];
    const deal = dealEpisodes({ headers, numbers: [0, 1, 2, 3] });
    expect([0, 1, 2, 0].map(deal)).toEqual([0, 1, 2, 3]);
  });

  it('gives positions in the plan, not numbers of the run', () => {
    const deal = dealEpisodes({ headers: headersOf(['a', 'b', 'c']), numbers: [1, 2] });
    expect([0, 0, 0].map(deal)).toEqual([0, 1, undefined]);
  });

  it('leaves no lane idle while another still has episodes to play', () => {
    expect(dealtTo([0, 1, 1, 2, 1], ['a', 'a', 'a', 'a'])).toEqual([0, 1, 2, 3, undefined]);
    expect(dealtTo([0, 1, 1, 1, 0, 1], ['a', 'a', 'a', 'a', 'b', 'b'])).toEqual([0, 4, 5, 1, 2, 3]);
  });

  it('deals every episode once, whichever lanes ask', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd')),
        fc.array(fc.nat(5), { minLength: 30, maxLength: 30 }),
        (tasks, lanes) => {
          const dealt = dealtTo(lanes, tasks);
          const all = [...tasks.keys()].slice(0, lanes.length);
          expect(dealt.slice(0, all.length).sort((a = -1, b = -1) => a - b)).toEqual(all);
          expect(dealt.slice(tasks.length).every((position) => position === undefined)).toBe(true);
        },
      ),
    );
  });
});
