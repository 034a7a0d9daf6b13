/**
 * The usual ways from a value of each episode to one over all of them.
 *
 * @module
 */
import { total } from '../trace/episode_counts.ts';
import type { Fields, Pooling } from './metric.ts';
import { mean, named, quotient, sixDigits, sum } from './numbers.ts';
import { shareOf } from './share.ts';
import { type TaskSum, taskBootstrap } from './task_bootstrap.ts';

type Having<N extends string, V> = { readonly [K in N]: V };

/** Of how many episodes it holds, and `Low` and `High` of the share's interval. */
export function shared<N extends string, C extends string>(
  name: N,
  as: C,
): Pooling<Having<N, boolean> & { readonly task: string }, Having<C | `${N}Low` | `${N}High`, number | null>> {
  return {
    how: 'count of episodes, and the 95 % interval of the share: after Wilson, clustered by task, since episodes of one task are not independent',
    over(episodes) {
      const share = shareOf(episodes, (each) => each[name]);
      return {
        [as]: share?.count ?? null,
        [`${name}Low`]: share === null ? null : sixDigits(share.low / 100),
        [`${name}High`]: share === null ? null : sixDigits(share.high / 100),
      } as Having<C | `${N}Low` | `${N}High`, number | null>;
    },
  };
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
  return meanOf(`mean, if known of every episode; ${BY_TASKS}`, (as ?? name) as A, (episodes) =>
    episodes.some((each) => each[name] === null) ? [] : valuesOf(episodes, name),
  );
}

export function averagedWhereKnown<N extends string>(name: N): Pooling<Having<N, number | null> & OfTask, Interval<N>> {
  return meanOf(`mean over the episodes that have it; ${BY_TASKS}`, name, (episodes) => valuesOf(episodes, name));
}

type TaskValue = OfTask & { readonly value: number };

function valuesOf<N extends string>(episodes: readonly (Having<N, number | null> & OfTask)[], name: N): TaskValue[] {
  return episodes.flatMap(({ task, [name]: value }) => (value === null ? [] : [{ task, value: value as number }]));
}

/** The mean of some values, and its interval; null where there is none. */
export function meanOf<E, A extends string>(
  how: string,
  as: A,
  values: (episodes: readonly E[]) => readonly TaskValue[],
): Pooling<E, Interval<A>> {
  return {
    how,
    over(episodes) {
      const all = values(episodes);
      const parts = all.map(({ task, value }) => ({ task, part: value, whole: 1 }));
      return { [as]: mean(all.map(({ value }) => value)), ...limits(as, parts) } as Interval<A>;
    },
  };
}

function limits(as: string, parts: readonly (OfTask & TaskSum)[]): Fields {
  const tasks = [...Map.groupBy(parts, ({ task }) => task).values()].map((group) => ({
    part: sum(group.map(({ part }) => part)),
    whole: sum(group.map(({ whole }) => whole)),
  }));
  const drawn = taskBootstrap(tasks);
  return {
    [`${as}Low`]: drawn === null ? null : sixDigits(drawn.low),
    [`${as}High`]: drawn === null ? null : sixDigits(drawn.high),
  };
}

export function summed<N extends string>(name: N): Pooling<Having<N, number>, Having<N, number>> {
  return field('sum', name, (episodes) => sum(episodes.map((each) => each[name])));
}

/** Names and their sums, as `free_hand=1 seen=2`. */
export function totalled<N extends string>(
  name: N,
): Pooling<Having<N, Readonly<Record<string, number>>>, Having<N, string>> {
  return field('sum by name', name, (episodes) => named(total(episodes.flatMap((each) => Object.entries(each[name])))));
}

/** Sum of the parts ÷ sum of the wholes, so that long episodes weigh more. */
export function ratio<N extends string, E>(
  name: N,
  of: string,
  parts: (each: E) => readonly [part: number, whole: number],
): Pooling<E & OfTask, Interval<N>> {
  return {
    how: `over all ${of} of the episodes together; ${BY_TASKS}`,
    over(episodes) {
      const all = episodes.map((each) => {
        const [part, whole] = parts(each);
        return { task: each.task, part, whole };
      });
      const share = quotient(sum(all.map(({ part }) => part)), sum(all.map(({ whole }) => whole)));
      return { [name]: share === null ? null : sixDigits(share), ...limits(name, all) } as Interval<N>;
    },
  };
}

/** One field, computed from all episodes. */
export function field<N extends string, E, V extends string | number | null>(
  how: string,
  name: N,
  over: (episodes: readonly E[]) => V,
): Pooling<E, Having<N, V>> {
  return { how, over: (episodes) => ({ [name]: over(episodes) }) as Having<N, V> };
}
