import { total } from '../episode_counts.ts';
import { clusteredInterval, type TaskShare, type TaskSum, taskBootstrap } from './intervals.ts';
import type { Fields, Pooling } from './metric.ts';
import { countsText, meanRange, percentRange, quotient, type Share, sixDigits, sum } from './numbers.ts';

type With<N extends string, V> = Readonly<Record<N, V>>;
type OfTask = { readonly task: string };
type Interval<A extends string> = With<A | `${A}Low` | `${A}High`, number | null>;

export const BY_TASKS = '95 % interval by bootstrap over tasks';

export function poolOver<E, P extends Fields>({ begin }: Pooling<E, P>, episodes: Iterable<E>): P {
  const pool = begin();
  for (const each of episodes) pool.add(each);
  return pool.result();
}

export function episodeShare<N extends string, C extends string>(name: N, as: C) {
  return taskPooling(
    'count of episodes, and the 95 % interval of the share (below)',
    (each: With<N, boolean> & OfTask) => [Number(each[name]), 1],
    (sums) => {
      const { count, low, high } = sums?.share() ?? { count: null, low: null, high: null };
      const limits = { [`${name}Low`]: fraction(low), [`${name}High`]: fraction(high) };
      return { [as]: count, ...limits } as With<C | `${N}Low` | `${N}High`, number | null>;
    },
  );
}

function fraction(percent: number | null): number | null {
  return percent === null ? null : sixDigits(percent / 100);
}

/** `undefined` omits an episode; null makes the mean null. */
export function episodeMean<A extends string, E extends OfTask = With<A, number | null> & OfTask>(
  as: A,
  of: (each: E) => number | null | undefined = (each) => (each as unknown as With<A, number | null>)[as],
  over?: string,
) {
  const parts = (each: E) => {
    const value = of(each);
    return value === undefined ? undefined : ([value, 1] as const);
  };
  const how = `mean${over === undefined ? ', if known of every episode' : ` over ${over}`}; ${BY_TASKS}`;
  return taskPooling(how, parts, (sums) => interval(as, sums));
}

/** Σ parts ÷ Σ wholes: long episodes weigh more. */
export function episodeRatio<N extends string, E>(
  name: N,
  of: string,
  parts: (each: E & OfTask) => readonly [part: number, whole: number],
) {
  const how = `over all ${of} of the episodes together; ${BY_TASKS}`;
  return taskPooling(how, parts, (sums) => interval(name, sums));
}

function taskPooling<E extends OfTask, P extends Fields>(
  how: string,
  parts: (each: E) => readonly [part: number | null, whole: number] | undefined,
  result: (sums: TaskSums | null) => P,
): Pooling<E, P> {
  return {
    how,
    begin() {
      let sums: TaskSums | null = new TaskSums();
      return {
        add(each) {
          const [part = 0, whole = 0] = parts(each) ?? [];
          if (part === null) sums = null;
          else sums?.add(each.task, { part, whole });
        },
        result: () => result(sums),
      };
    },
  };
}

export function episodeSum<A extends string, E = With<A, number>>(
  as: A,
  of: (each: E) => number = (each) => (each as With<A, number>)[as],
): Pooling<E, With<A, number>> {
  return {
    how: 'sum',
    begin() {
      let sum = 0;
      return {
        add(each) {
          sum += of(each);
        },
        result: () => ({ [as]: sum }) as With<A, number>,
      };
    },
  };
}

type Counts = Readonly<Record<string, number>>;

export function episodeCounts<A extends string, E = With<A, Counts>>(
  as: A,
  of: (each: E) => Counts = (each) => (each as With<A, Counts>)[as],
  how = 'sum by name',
): Pooling<E, With<A, string>> {
  return {
    how,
    begin() {
      let counts: Counts = {};
      return {
        add(each) {
          const entries = Object.entries(of(each));
          if (entries.length > 0) counts = total([...Object.entries(counts), ...entries]);
        },
        result: () => ({ [as]: countsText(counts) }) as With<A, string>,
      };
    },
  };
}

export function shareOf<E extends OfTask>(all: readonly E[], isIn: (each: E) => boolean): Share | null {
  const tasks = Map.groupBy(all, ({ task }) => task).values();
  return clusteredShare(Array.from(tasks, (group) => ({ successes: group.filter(isIn).length, runs: group.length })));
}

export function clusteredShare(tasks: readonly TaskShare[]): Share | null {
  const [count, episodes] = [sum(tasks.map(({ successes }) => successes)), sum(tasks.map(({ runs }) => runs))];
  if (episodes === 0) return null;
  const shares = [count / episodes, ...clusteredInterval(tasks)];
  const [percent, low, high] = shares.map((share) => sixDigits(100 * share)) as [number, number, number];
  return { count, episodes, percent, low, high };
}

export function percentOf<A extends string>(name: A) {
  return (pooled: Interval<A>) =>
    percentRange(pooled[name], pooled[`${name}Low` as const], pooled[`${name}High` as const]);
}

export function meanOf<A extends string>(name: A, digits: number) {
  return (pooled: Interval<A>) =>
    meanRange(pooled[name], pooled[`${name}Low` as const], pooled[`${name}High` as const], digits);
}

function interval<A extends string>(as: A, sums: TaskSums | null): Interval<A> {
  const [value = null, low = null, high = null] = sums?.quotient() ?? [];
  return { [as]: value, [`${as}Low`]: low, [`${as}High`]: high } as Interval<A>;
}

class TaskSums {
  readonly #tasks = new Map<string, { part: number; whole: number }>();
  #part = 0;
  #whole = 0;

  add(task: string, { part, whole }: TaskSum): void {
    this.#part += part;
    this.#whole += whole;
    const taskSum = this.#tasks.get(task) ?? { part: 0, whole: 0 };
    taskSum.part += part;
    taskSum.whole += whole;
    this.#tasks.set(task, taskSum);
  }

  quotient(): (number | null)[] {
    const { low = null, high = null } = taskBootstrap([...this.#tasks.values()]) ?? {};
    return [quotient(this.#part, this.#whole), low, high].map((each) => (each === null ? null : sixDigits(each)));
  }

  share(): Share | null {
    return clusteredShare(Array.from(this.#tasks.values(), ({ part, whole }) => ({ successes: part, runs: whole })));
  }
}
