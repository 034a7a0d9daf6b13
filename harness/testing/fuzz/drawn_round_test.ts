import { expect, test } from 'vitest';
import { PLANNER_NAMES } from '../../episode/planners.ts';
import { drawnRound } from './drawn_round.ts';

test('drawnRound() draws the same for the same seed, and in time every planner, suite and way of playing', async () => {
  const rounds = await Promise.all(Array.from({ length: 150 }, (_, seed) => drawnRound(seed)));
  expect(await drawnRound(7)).toEqual(rounds[7]);
  const planners = rounds.flatMap(({ request }) => request.planners?.map((spec) => spec.split('+')[0]) ?? []);
  expect(new Set(planners)).toEqual(new Set(PLANNER_NAMES));
  const drawn = <T>(values: (round: (typeof rounds)[number]) => T[]) => new Set(rounds.flatMap(values));
  expect(drawn(({ request }) => [request.suite])).toEqual(new Set(['household', 'robot', 'tabletop', 'planbench']));
  expect(drawn(({ byCommand }) => Object.values(byCommand))).toEqual(new Set([true, false]));
  expect(drawn(({ jobs }) => Object.values(jobs))).toEqual(new Set([1, 2, 3, 4]));
});
