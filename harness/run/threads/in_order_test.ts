import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InOrder } from './in_order.ts';

describe('InOrder', () => {
  it('hands over in order what is ready in any, as soon as nothing before it is missing', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.nat(50))
          .chain((numbers) =>
            fc.tuple(
              fc.constant(numbers.toSorted((a, b) => a - b)),
              fc.shuffledSubarray(numbers, { minLength: numbers.length }),
            ),
          ),
        ([numbers, arrivals]) => {
          const handed: number[] = [];
          const inOrder = new InOrder<number>(numbers, 3, (each) => handed.push(each));
          const arrived = new Set<number>();
          for (const number of arrivals) {
            inOrder.add(number, number);
            arrived.add(number);
            const firstMissing = numbers.findIndex((each) => !arrived.has(each));
            expect(handed).toEqual(firstMissing === -1 ? numbers : numbers.slice(0, firstMissing));
          }
        },
      ),
    );
  });

  it('lets nobody begin what is too far ahead, until what is before it is there', async () => {
    const inOrder = new InOrder<string>([0, 2, 4, 6], 2, () => {});
    const begun: number[] = [];
    await inOrder.room(4);
    const waiting = inOrder.room(6).then(() => begun.push(6));
    inOrder.add(2, 'second');
    await Promise.resolve();
    expect(begun).toEqual([]);
    inOrder.add(0, 'first');
    await waiting;
    expect(begun).toEqual([6]);
  });

  it('hands over the rest with gaps, and holds nobody back once let go', async () => {
    const handed: string[] = [];
    const inOrder = new InOrder<string>([0, 1, 2, 3], 1, (each) => handed.push(each));
    const waiting = inOrder.room(3);
    inOrder.add(2, 'third');
    inOrder.add(1, 'second');
    inOrder.letGo();
    await waiting;
    expect(handed).toEqual([]);
    inOrder.rest();
    expect(handed).toEqual(['second', 'third']);
  });
});
