import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BucketQueue, type FactQueue, factQueue, HeapQueue } from './fact_queue.ts';

const FACTS = 12;

describe('factQueue()', () => {
  it('has buckets for small costs, a heap for great ones', () => {
    expect(factQueue(3, 100)).toBeInstanceOf(BucketQueue);
    expect(factQueue(3, 2 ** 29)).toBeInstanceOf(HeapQueue);
  });
});

describe.each([
  ['BucketQueue', () => new BucketQueue(FACTS, 50)],
  ['HeapQueue', () => new HeapQueue(FACTS)],
])('%s', (_, make: () => FactQueue) => {
  it('gives the cheapest fact first, each once, however often it was put forward', () => {
    const queue = make();
    queue.push(3, 9);
    queue.push(4, 5);
    queue.push(3, 2);
    queue.push(3, 1);
    expect([queue.pop(), queue.pop(), queue.pop()]).toEqual([3, 4, -1]);
  });

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
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
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
      }),
      { numRuns: 500 },
    );
  });
});
