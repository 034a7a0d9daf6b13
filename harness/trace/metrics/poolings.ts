/**
 * The usual ways from a value of each episode to one over all of them.
 *
 * @module
 */
import { total } from '../episode_counts.ts';
import type { Fields, Pool, Pooling } from './metric.ts';
import { named, sixDigits } from './numbers.ts';
import { ShareCount } from './share.ts';
import { TaskSums } from './task_sums.ts';

type Having<N extends string, V> = { readonly [K in N]: V };

/** A way that is told by how it begins. */
export function pooling<E, P extends Fields>(how: string, begin: () => Pool<E, P>): Pooling<E, P> {
  return {
    how,
    begin,
    over(episodes) {
      const pool = begin();
      for (const each of episodes) pool.add(each);
      return pool.result();
    },
  };
}

/** Of how many episodes it holds, and `Low` and `High` of the share's interval. */
export function shared<N extends string, C extends string>(
  name: N,
  as: C,
): Pooling<Having<N, boolean> & OfTask, Having<C | `${N}Low` | `${N}High`, number | null>> {
  return pooling('count of episodes, and the 95 % interval of the share (below)', () => {
    const count = new ShareCount();
    return {
      add: (each) => count.add(each.task, each[name]),
      result() {
        const share = count.share();
        return {
          [as]: share?.count ?? null,
          [`${name}Low`]: share === null ? null : sixDigits(share.low / 100),
          [`${name}High`]: share === null ? null : sixDigits(share.high / 100),
        } as Having<C | `${N}Low` | `${N}High`, number | null>;
      },
    };
  });
}

/** A value over all episodes, and the `Low` and `High` of its interval. */
type Interval<A extends string> = Having<A | `${A}Low` | `${A}High`, number | null>;

type OfTask = { readonly task: string };

/** How intervals of means and ratios are made. */
export const BY_TASKS = '95 % interval by bootstrap over tasks';

/** Null as soon as one is not known. */
export function averaged<N extends string, A extends string = N>(
  name: N,
  as?: A,
): Pooling<Having<N, number | null> & OfTask, Interval<A>> {
  return meanOf(`mean, if known of every episode; ${BY_TASKS}`, (as ?? name) as A, (each) => each[name]);
}

export function averagedWhereKnown<N extends string>(name: N): Pooling<Having<N, number | null> & OfTask, Interval<N>> {
  return meanOf(`mean over the episodes that have it; ${BY_TASKS}`, name, (each) => each[name] ?? undefined);
}

/**
 * The mean of a value, and its interval. `undefined` leaves an episode out; the mean is null as soon as the value of one is, and where
 * there is none.
 */
export function meanOf<E extends OfTask, A extends string>(
  how: string,
  as: A,
  of: (each: E) => number | null | undefined,
): Pooling<E, Interval<A>> {
  return pooling(how, () => {
    let sums: TaskSums | null = new TaskSums();
    return {
      add(each) {
        const value = of(each);
        if (value === null) sums = null;
        else if (value !== undefined) sums?.add(each.task, { part: value, whole: 1 });
      },
      result: () => interval(as, sums),
    };
  });
}

function interval<A extends string>(as: A, sums: TaskSums | null): Interval<A> {
  const { value, low, high } = sums?.quotient() ?? { value: null, low: null, high: null };
  return { [as]: value, [`${as}Low`]: low, [`${as}High`]: high } as Interval<A>;
}

/** Sum of the parts ÷ sum of the wholes, so that long episodes weigh more. */
export function ratio<N extends string, E>(
  name: N,
  of: string,
  parts: (each: E) => readonly [part: number, whole: number],
): Pooling<E & OfTask, Interval<N>> {
  return pooling(`over all ${of} of the episodes together; ${BY_TASKS}`, () => {
    const sums = new TaskSums();
    return {
      add(each) {
        const [part, whole] = parts(each);
        sums.add(each.task, { part, whole });
      },
      result: () => interval(name, sums),
    };
  });
}

/** The sum of a number of each. */
export function summed<A extends string, E = Having<A, number>>(
  as: A,
  of: (each: E) => number = (each) => (each as Having<A, number>)[as],
): Pooling<E, Having<A, number>> {
  return pooling('sum', () => {
    let sum = 0;
    return {
      add(each) {
        sum += of(each);
      },
      result: () => ({ [as]: sum }) as Having<A, number>,
    };
  });
}

type Counts = Readonly<Record<string, number>>;

/** Names and their sums, as `free_hand=1 seen=2`. */
export function totalled<A extends string, E = Having<A, Counts>>(
  as: A,
  { how = 'sum by name', countsOf = (each: E) => (each as Having<A, Counts>)[as] } = {},
): Pooling<E, Having<A, string>> {
  return pooling(how, () => {
    let counts: Counts = {};
    return {
      add(each) {
        const own = Object.entries(countsOf(each));
        if (own.length > 0) counts = total([...Object.entries(counts), ...own]);
      },
      result: () => ({ [as]: named(counts) }) as Having<A, string>,
    };
  });
}
