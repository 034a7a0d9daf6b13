import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriorityQueue } from './priority_queue.ts';

describe('PriorityQueue', () => {
  it('pop() gives nothing, when there is nothing', () => {
    const queue = new PriorityQueue<number>((a, b) => a < b);
    expect(queue.pop()).toBeUndefined();
    queue.push(1);
    expect([queue.pop(), queue.pop(), queue.pop()]).toEqual([1, undefined, undefined]);
  });

  it('pop() gives the least, whatever was pushed and popped before', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer())), (moves) => {
        const queue = new PriorityQueue<number>((a, b) => a < b);
        const list: number[] = [];
        for (const move of moves) {
          if (move === null) {
            expect(queue.pop()).toBe(list.shift());
          } else {
            queue.push(move);
            list.push(move);
            list.sort((a, b) => a - b);
          }
        }
        while (list.length > 0) expect(queue.pop()).toBe(list.shift());
        expect(queue.pop()).toBeUndefined();
      }),
    );
  });
});
