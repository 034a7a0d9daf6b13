import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Env } from '../../../envs/env.ts';
import { householdEnvs } from '../../../envs/household/household_env.ts';
import { readHouse } from '../../../envs/household/scene/read_house.ts';
import { readTasks, taskFor } from '../../../envs/household/tasks.ts';
import { traceHeader } from '../../trace/testing/trace_fixture.ts';
import { readPlanText } from '../suites/suite.ts';
import { checkCell, EpisodeList, type PlannedCell, problemOf } from './episode_list.ts';

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

const HOUSE = {
  house: 'flat',
  robot: 'kitchen1',
  rooms: [{ is: 'kitchen1', anchor: [0, 0] }],
  things: [
    { is: 'fridge1', in: 'kitchen1', at: [1, 0, 0], locked: true },
    { is: 'milk1', in: 'fridge1', at: [1, 0, 0] },
    { is: 'kitchentable1', in: 'kitchen1', at: [5, 0, 0] },
    { is: 'book1', in: 'kitchen1', at: [9, 0, 0] },
  ],
};

function cell(goal: unknown, stepsMax = 30): PlannedCell {
  const house = readHouse(JSON.stringify(HOUSE), 'flat.json');
  const file = { tasks: [{ name: 'mine', level: 'simple', instruction: 'do it', stepsMax, goal: [{ that: goal }] }] };
  const [read] = readTasks(JSON.stringify(file), 'mine.json');
  if (read === undefined) throw new Error('The task is there');
  const task = taskFor(house, read);
  const newEnv = householdEnvs(house, task) as unknown as (seed: number) => Env;
  const ground = { scene: '', task: '', envOptions: {} };
  const world = { envOptions: {}, isCertain: true, newEnv, newCertainEnv: () => newEnv(0) };
  return { ...world, task, family: null, ground, reference: null };
}

const BOOK_ON_TABLE = { on: ['book1', 'kitchentable1'] };

describe('checkCell()', () => {
  it('finds a shortest plan, or reports that there is none, or none within a limit', async () => {
    const verdict = await checkCell(cell(BOOK_ON_TABLE), 1000);
    expect(verdict).toMatchObject({ problem: null, reference: { steps: 4, optimal: true, lowerBound: 4 } });
    expect(await checkCell(cell({ held: ['milk1'] }), 1000)).toMatchObject({ problem: 'there is no plan' });
    const problem = expect.stringContaining('raise --expansions');
    expect(await checkCell(cell(BOOK_ON_TABLE), 1)).toMatchObject({ isLimit: true, problem });
    const long = 'the shortest plan found has 4 steps; the step limit is 3';
    expect(await checkCell(cell(BOOK_ON_TABLE, 3), 1000)).toMatchObject({ problem: long });
  });
});

describe('problemOf()', () => {
  const { task, newEnv } = cell(BOOK_ON_TABLE);
  const problem = (...plan: string[]) => problemOf(readPlanText(plan), newEnv(0), task);
  const GOOD = ['move(book1)', 'pickup(book1)', 'move(kitchentable1)', 'placeon(book1, kitchentable1)'];

  it('accepts a plan that reaches the goal with its last action, and names the problem of any other', async () => {
    expect(await problem(...GOOD)).toBeNull();
    expect(await problem(...GOOD.slice(1))).toMatch(/^action 1 of the plan is refused: Cannot pickup "book1"/);
    expect(await problem(...GOOD.slice(0, 3))).toBe('the plan does not reach the goal');
    expect(await problem(...GOOD, 'wait()')).toBe('the goal already holds after 4 of 5 actions');
  });
});
