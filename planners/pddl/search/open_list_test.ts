import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OpenList } from './open_list.ts';

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
