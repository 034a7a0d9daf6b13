import { describe, expect, it } from 'vitest';
import { lastPlanFile, readFastDownwardLog } from './fast_downward.ts';

const LOG = `INFO     Running search.
[t=0.000100s, 9876 KB] New best heuristic value for lmcut: 4
[t=0.004000s, 9876 KB] Plan cost: 9
[t=0.004000s, 9876 KB] Plan cost: 7
[t=0.004000s, 9876 KB] Expanded 5 state(s).
[t=0.004000s, 9876 KB] Evaluated 9 state(s).
[t=0.004000s, 9876 KB] Evaluations: 12
[t=0.004000s, 9876 KB] Generated 11 state(s).
[t=0.004000s, 9876 KB] Expanded until last jump: 0 state(s).
[t=0.004000s, 9876 KB] Total time: 0.005005s
`;

describe('readFastDownwardLog()', () => {
  it('reads cost, counts and total time, of several plans those of the last', () => {
    const read = readFastDownwardLog(LOG);
    expect(read).toEqual({ cost: 7, expanded: 5, evaluated: 9, generated: 11, totalTimeMs: expect.closeTo(5.005) });
  });

  it('reads logs of versions that print no time before each line, and tiny times', () => {
    const log = 'Plan cost: 2\nExpanded 1 state(s).\nTotal time: 5e-05s\n';
    expect(readFastDownwardLog(log)).toMatchObject({ cost: 2, expanded: 1, totalTimeMs: expect.closeTo(0.05) });
  });

  const unreadable = ['', 'garbage', 'Plan cost: many', 'Expanded -1 state(s).', '[t=1s\nPlan cost: 1 apple'];
  it.each(unreadable)('reads nothing from %j', (log) => {
    expect(Object.values(readFastDownwardLog(log))).toEqual([null, null, null, null, null]);
  });
});

it.each([
  [['domain.pddl', 'plan'], 'plan'],
  [['plan.1', 'plan.10', 'plan.9'], 'plan.10'],
  [['plan', 'plan.1'], 'plan.1'],
  [['plan.x', 'plan.1.bak', 'planning', 'plan.'], null],
  [[], null],
])('lastPlanFile() in %j is %j', (names, last) => {
  expect(lastPlanFile(names)).toBe(last);
});
