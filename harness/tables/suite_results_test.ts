import { describe, expect, it, test } from 'vitest';
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

describe('coverageNotes()', () => {
  it('counts what is recorded, and puts planners together that lack the same', () => {
    expect(coverageNotes([...grid('p'), ...grid('q', 'b/u'), ...grid('r', 'b/u'), ...grid('s')])).toEqual([
      'p, s: recorded: 4 of 4 episodes',
      'q, r: recorded: 3 of 4 episodes; missing: b: u',
    ]);
  });

  it('puts scenes together that lack the same tasks', () => {
    expect(coverageNotes(grid('p', 'a/t', 'b/t'))).toEqual(['p: recorded: 2 of 4 episodes; missing: a, b: t']);
    expect(coverageNotes(grid('p', 'a/t', 'a/u', 'b/t'))).toEqual([
      'p: recorded: 1 of 4 episodes; missing: a: t, u; b: t',
    ]);
  });

  it('lists nothing of a planner of which all is missing', () => {
    const all = ['a/t', 'a/u', 'b/t', 'b/u'];
    expect(coverageNotes(grid('p', ...all))).toEqual(['p: recorded: 0 of 4 episodes; missing: all']);
  });

  it('names trials where only some of a task are missing', () => {
    const trials = [1, 2, 3].map((trial) => episode('p', 'a', 't', trial !== 2, trial));
    expect(coverageNotes(trials)).toEqual(['p: recorded: 2 of 3 episodes; missing: a: t (trial 2)']);
  });

  it('speaks of the planners of a table, by their titles and in its order', () => {
    const columns = [
      { planner: 'q', title: 'Q' },
      { planner: 'none', title: 'None' },
      { planner: 'p', title: 'P' },
    ];
    expect(coverageNotes([...grid('p', 'a/t'), ...grid('q'), ...grid('r')], columns)).toEqual([
      'Q: recorded: 4 of 4 episodes',
      'P: recorded: 3 of 4 episodes; missing: a: t',
    ]);
  });
});

const WAY = { model: 'm', provider: 'P', channel: 'by hand', sampling: 'not applied' };

test('provenanceClauses() joins the days of one way of answering', () => {
  const days = ['2026-11-22', '2026-11-20', '2026-11-22'].map((answeredOn) => ({ ...WAY, answeredOn }));
  expect(provenanceClauses(days, 'm')).toEqual([
    'P, by hand, 2026-11-20 to 2026-11-22, sampling parameters not applied',
  ]);
  expect(provenanceClauses(days.slice(0, 1), 'm')).toEqual(['P, by hand, 2026-11-22, sampling parameters not applied']);
});

test('provenanceClauses() keeps other ways, other models and unknown days apart', () => {
  const clauses = provenanceClauses(
    [
      { ...WAY, answeredOn: '2026-11-22' },
      { ...WAY, answeredOn: 'unknown' },
      { ...WAY, answeredOn: '2026-11-23', model: 'm-2' },
    ],
    'm',
  );
  expect(clauses).toEqual([
    'P, by hand, 2026-11-22, sampling parameters not applied',
    'P, by hand, unknown, sampling parameters not applied',
    'm-2: P, by hand, 2026-11-23, sampling parameters not applied',
  ]);
});
