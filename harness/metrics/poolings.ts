/**
 * The usual ways from a value of each episode to one over all of them.
 *
 * @module
 */
import { total } from '../trace/episode_counts.ts';
import type { Pooling } from './metric.ts';
import { mean, meanOrNull, named, quotient, sixDigits, sum } from './numbers.ts';
import { shareOf } from './share.ts';

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

/** Null as soon as one is not known. */
export function averaged<N extends string, A extends string = N>(
  name: N,
  as?: A,
): Pooling<Having<N, number | null>, Having<A, number | null>> {
  return field('mean, if known of every episode', as ?? name, (episodes) =>
    meanOrNull(episodes.map((each) => each[name])),
  );
}

export function averagedWhereKnown<N extends string>(
  name: N,
): Pooling<Having<N, number | null>, Having<N, number | null>> {
  return field('mean over the episodes that have it', name, (episodes) =>
    mean(episodes.map((each) => each[name]).filter((value) => value !== null)),
  );
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
): Pooling<E, Having<N, number | null>> {
  return field(`over all ${of} of the episodes together`, name, (episodes) => {
    const share = quotient(sum(episodes.map((each) => parts(each)[0])), sum(episodes.map((each) => parts(each)[1])));
    return share === null ? null : sixDigits(share);
  });
}

/** One field, computed from all episodes. */
export function field<N extends string, E, V extends string | number | null>(
  how: string,
  name: N,
  over: (episodes: readonly E[]) => V,
): Pooling<E, Having<N, V>> {
  return { how, over: (episodes) => ({ [name]: over(episodes) }) as Having<N, V> };
}
