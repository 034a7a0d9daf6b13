import { expect, it } from 'vitest';
import { coverageNotes, provenanceClauses } from './suite_results.ts';

function episode(planner: string, scene: string, task: string, complete: boolean, trial = 1) {
  return { planner, scene, task, trial, complete };
}

/** Two scenes with two tasks each, but for the ones that are named. */
function grid(planner: string, ...missing: readonly string[]) {
  return ['a', 'b'].flatMap((scene) =>
    ['t', 'u'].map((task) => episode(planner, scene, task, !missing.includes(`${scene}/${task}`))),
  );
}

const TRIALS = [1, 2, 3].map((trial) => episode('p', 'a', 't', trial !== 2, trial));

it.each([
  [
    'by planners with the same missing episodes',
    [...grid('p'), ...grid('q', 'b/u'), ...grid('r', 'b/u'), ...grid('s')],
    ['p, s: recorded: 4 of 4 episodes', 'q, r: recorded: 3 of 4 episodes; missing: b: u'],
  ],
  ['by scenes', grid('p', 'a/t', 'b/t'), ['p: recorded: 2 of 4 episodes; missing: a, b: t']],
  ['by tasks', grid('p', 'a/t', 'a/u', 'b/t'), ['p: recorded: 1 of 4 episodes; missing: a: t, u; b: t']],
  ['as all', grid('p', 'a/t', 'a/u', 'b/t', 'b/u'), ['p: recorded: 0 of 4 episodes; missing: all']],
  ['by trials', TRIALS, ['p: recorded: 2 of 3 episodes; missing: a: t (trial 2)']],
])('coverageNotes() lists missing episodes %s', (_, episodes, notes) => {
  expect(coverageNotes(episodes)).toEqual(notes);
});

it('coverageNotes() names the planners of a table by their titles, in its order', () => {
  const columns = ['q', 'none', 'p'].map((planner) => ({ planner, title: planner.toUpperCase() }));
  expect(coverageNotes([...grid('p', 'a/t'), ...grid('q'), ...grid('r')], columns)).toEqual([
    'Q: recorded: 4 of 4 episodes',
    'P: recorded: 3 of 4 episodes; missing: a: t',
  ]);
});

const WAY = { model: 'm', provider: 'P', channel: 'by hand', sampling: 'not applied' };
const answered = (...days: string[]) => days.map((answeredOn) => ({ ...WAY, answeredOn }));

it('provenanceClauses() joins the days of one way of answering, and separates other ways, other models and unknown days', () => {
  const clause = (days: string) => [`P, by hand, ${days}, sampling parameters not applied`];
  const days = answered('2026-11-22', '2026-11-20', '2026-11-22');
  expect(provenanceClauses(days, 'm')).toEqual(clause('2026-11-20 to 2026-11-22'));
  expect(provenanceClauses(days.slice(0, 1), 'm')).toEqual(clause('2026-11-22'));
  const other = { ...WAY, answeredOn: '2026-11-23', model: 'm-2' };
  expect(provenanceClauses([...answered('2026-11-22', 'unknown'), other], 'm')).toEqual([
    'P, by hand, 2026-11-22, sampling parameters not applied',
    'P, by hand, unknown, sampling parameters not applied',
    'm-2: P, by hand, 2026-11-23, sampling parameters not applied',
  ]);
});
