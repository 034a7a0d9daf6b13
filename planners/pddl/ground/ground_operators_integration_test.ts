import { describe, expect, it } from 'vitest';
import { compareWalk } from '../testing/compare_walk.ts';
import { ReferenceSemantics } from '../testing/reference_semantics.ts';
import { referenceResults, sampleTasks } from '../testing/sample_tasks.ts';
import { listsOf } from '../testing/task_lists.ts';
import { groundPddl } from './ground_pddl.ts';

describe('groundOperators() of our own problems, and of the problem sets where ../shared/pddl is there,', () => {
  it.each(sampleTasks)('grounds $name', ({ domain, problem }) => {
    const result = groundPddl(domain, problem, { stepsMax: 100_000 });
    if (result.status !== 'ok') throw new Error(result.message);
    expect(result.task.names.length).toBeGreaterThan(0);
    expect(result.task.names.length).toBeLessThan(2000);
    const planning = new ReferenceSemantics(result.domain, result.problem);
    if (planning.steps().length < 400) compareWalk(listsOf(result.task), planning, [3, 1, 4, 1, 5]);
  });

  const results = referenceResults();

  it.skipIf(results === null)(
    'gives few more than Fast Downward, which knows facts that exclude each other (skipped where ../shared/pddl is absent)',
    () => {
      for (const { problem, operators: theirs } of results ?? []) {
        const text = sampleTasks.find(({ name }) => name === problem);
        const result = groundPddl(text?.domain ?? '', text?.problem ?? '');
        const ours = result.status === 'ok' ? result.task.names.length : 0;
        expect(ours, problem).toBeGreaterThanOrEqual(theirs);
        expect(ours, problem).toBeLessThanOrEqual(theirs * 1.5);
      }
    },
  );
});
