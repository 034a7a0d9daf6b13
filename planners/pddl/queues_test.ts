import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BucketQueue, type FactQueue, factQueue, HeapQueue, OpenList } from './queues.ts';

it('OpenList does what a sorted list does', () => {
  const priority = fc.oneof(fc.nat(3), fc.nat(2 ** 31 - 1));
  const push = fc.record({ priority, estimate: priority });
  const property = fc.property(fc.array(fc.option(push), { maxLength: 500, size: 'max' }), (steps) => {
    const open = new OpenList();
    const list: { priority: number; estimate: number; state: number }[] = [];
    for (const [state, step] of steps.entries()) {
      if (step === null) {
        expect(open.pop()).toBe(list.shift()?.state ?? -1);
      } else {
        open.push(step.priority, step.estimate, state);
        list.push({ ...step, state });
        list.sort((a, b) => a.priority - b.priority || a.estimate - b.estimate || a.state - b.state);
      }
      expect(open.size).toBe(list.length);
    }
  });
  fc.assert(property);
});

const FACTS = 12;

it('factQueue() has buckets for small costs, a heap for great ones', () => {
  expect(factQueue(3, 2 ** 14 - 1)).toBeInstanceOf(BucketQueue);
  expect(factQueue(3, 2 ** 14)).toBeInstanceOf(HeapQueue);
});

describe.each([
  ['BucketQueue', () => new BucketQueue(FACTS, 50)],
  ['HeapQueue', () => new HeapQueue(FACTS)],
])('%s', (_, make: () => FactQueue) => {
  it('takes a cheaper fact than the one given last', () => {
    const queue = make();
    queue.push(1, 8);
    queue.push(2, 9);
    expect(queue.pop()).toBe(1);
    queue.push(5, 0);
    expect([queue.pop(), queue.pop(), queue.pop()]).toEqual([5, 2, -1]);
  });

  it('gives facts in the order of their costs, as a plain map does', () => {
    const step = fc.option(fc.record({ fact: fc.nat(FACTS - 1), cost: fc.nat(50) }), { freq: 3 });
    const property = fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
      const queue = make();
      const costs = new Map<number, number>();
      for (const put of steps) {
        if (put === null) {
          const fact = queue.pop();
          if (costs.size === 0) expect(fact).toBe(-1);
          else expect(costs.get(fact)).toBe(Math.min(...costs.values()));
          costs.delete(fact);
        } else if (put.cost < (costs.get(put.fact) ?? Number.POSITIVE_INFINITY)) {
          queue.push(put.fact, put.cost);
          costs.set(put.fact, put.cost);
        }
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});
