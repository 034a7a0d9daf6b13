import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BucketQueue, type FactQueue, factQueue, HeapQueue, OpenList } from './queues.ts';

describe('OpenList', () => {
  it('gives the least priority first, then the least estimate, then the first come', () => {
    const open = new OpenList();
    open.push(5, 2, 10);
    open.push(5, 1, 11);
    open.push(4, 9, 12);
    open.push(5, 1, 13);
    expect([open.pop(), open.pop(), open.pop(), open.pop(), open.pop()]).toEqual([12, 11, 13, 10, -1]);
  });

  it('gives a state as often as it was pushed', () => {
    const open = new OpenList();
    open.push(2, 0, 7);
    open.push(1, 0, 7);
    expect(open.size).toBe(2);
    expect([open.pop(), open.pop(), open.pop()]).toEqual([7, 7, -1]);
    expect(open.size).toBe(0);
  });

  it('does what a sorted list does', () => {
    const priority = fc.oneof(fc.nat(3), fc.nat(2 ** 31 - 1));
    const push = fc.record({ priority, estimate: priority });
    fc.assert(
      fc.property(fc.array(fc.option(push), { maxLength: 500, size: 'max' }), (steps) => {
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
        }
        expect(open.size).toBe(list.length);
      }),
    );
  });
});

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
