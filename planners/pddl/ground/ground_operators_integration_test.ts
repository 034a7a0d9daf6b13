import { describe, expect, it } from 'vitest';
import { compareWalk } from '../testing/compare_walk.ts';
import { ground } from '../testing/read_or_throw.ts';
import { ReferenceSemantics } from '../testing/reference_semantics.ts';
import { referenceResults, sampleTasks } from '../testing/sample_tasks.ts';
import { listsOf } from '../testing/task_lists.ts';

describe('groundOperators() of our own problems, and of the problem sets where ../shared/pddl is there,', () => {
  it.each(sampleTasks)('grounds $name', (texts) => {
    const { task, domain, problem } = ground(texts.domain, texts.problem);
    expect(task.names.length).toBeGreaterThan(0);
    const planning = new ReferenceSemantics(domain, problem);
    if (planning.steps().length < 400) compareWalk(listsOf(task), planning, [3, 1, 4, 1, 5]);
  });

  const results = referenceResults();

  it.skipIf(results === null)(
    'gives few more than Fast Downward, which knows facts that exclude each other (skipped where ../shared/pddl is absent)',
    () => {
      for (const { problem, operators: theirs } of results ?? []) {
        const text = sampleTasks.find(({ name }) => name === problem);
        const ours = ground(text!.domain, text!.problem).task.names.length;
        expect(ours, problem).toBeGreaterThanOrEqual(theirs);
        expect(ours, problem).toBeLessThanOrEqual(theirs * 1.5);
      }
    },
  );
});
