import type { Trace } from '../trace.ts';

/** A value in a CSV or JSON row; null is "there is none". */
export type Field = string | number | boolean | null;
export type Fields = Readonly<Record<string, Field>>;

/** How values of single episodes (`E`) become fields of a row over several (`P`), counting those alone that ran to their end. */
export type Pooling<E, P extends Fields = Fields> = {
  /** In words, for the glossary. */
  readonly how: string;
  /** Of no episode yet. */
  begin(): Pool<E, P>;
};

/** What episodes come to so far. Memory grows with tasks and names, not with episodes. */
export type Pool<E, P extends Fields = Fields> = { add(episode: E): void; result(): P };

/**
 * What a trace comes to in one regard, and what many episodes do. The table of metrics, the rows of single episodes, `tapedeck run --json` and the
 * glossary derive from it.
 */
export type Metric<N extends string, V, E, P extends Fields> = {
  /** Its key among the metrics of an episode. */
  readonly name: N;
  readonly title: string;
  /** What it means, in one sentence. */
  readonly meaning: string;
  count(trace: Trace): V;
  /** Its columns in the table of episodes; none where other metrics have them. */
  row?(value: V): Fields;
  readonly pooled: Pooling<E, P>;
  /** None where a difference is neither good nor bad, or another metric tells it. */
  readonly compared?: Compared | readonly Compared[];
  /** Its columns in the table to be read, by heading; none where only CSV and JSON have it. */
  readonly columns?: Readonly<Record<string, (pooled: P, episodes: number) => string>>;
};

/** Infers the types of a metric. */
export function metric<N extends string, V, E, P extends Fields>(declared: Metric<N, V, E, P>): Metric<N, V, E, P> {
  return declared;
}

/** How a metric is compared between two plays of the same episode. */
export type Compared = {
  /** Of a second comparison of the same metric; the first has the metric's name. */
  readonly name?: string;
  /** What is better. */
  readonly better: 'more' | 'less';
  /** A share is told in percent and its differences in percentage points, a number as it is, money in three digits. */
  readonly unit: 'share' | 'number' | 'money';
  /** Which pairs it is compared over, or what a failure counts as; none where neither needs a word. */
  readonly over?: string;
  /** From an episode's row in the table of episodes; where there is none, the pair is left out. */
  of(row: Fields): number | null;
};

/** What an episode costs: compared where both sides succeed, and over all pairs. */
export function costIn(column: string): readonly Compared[] {
  const of = numberIn(column);
  const cost = { better: 'less', unit: 'number' } as const;
  return [
    { ...cost, over: 'both succeed', of: ofSuccess(of) },
    { ...cost, over: 'failures as they ran', of, name: `${column}OfAll` },
  ];
}

/** None of a failure, so that its pair is left out. */
export function ofSuccess(of: Compared['of']): Compared['of'] {
  return (row) => (row['success'] === true ? of(row) : null);
}

/** The number in a column of an episode's row. */
export function numberIn(column: string): Compared['of'] {
  return (row) => {
    const value = row[column];
    return typeof value === 'number' ? value : null;
  };
}
