import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { groundTask, INFINITE_COST, type TaskLists } from '../task/ground_task.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceHMax } from '../testing/reference_search.ts';
import { ff } from './ff.ts';

function estimate(task: TaskLists): number {
  const packed = groundTask(task);
  return ff(packed).evaluate(packed.initial, 0);
}

it('ff() says INFINITE_COST where h_max does, and costs nothing where h_max says so', () => {
  const property = fc.property(arbitraryGroundTask, (task) => {
    const lower = referenceHMax(task) ?? INFINITE_COST;
    expect([estimate(task) === INFINITE_COST, estimate(task) === 0]).toEqual([lower === INFINITE_COST, lower === 0]);
  });
  fc.assert(property, { numRuns: 1_000 });
});
