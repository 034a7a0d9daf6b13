import type { Trace } from '../trace.ts';

export type Field = string | number | boolean | null;
export type Fields = Readonly<Record<string, Field>>;

/** Pools complete episodes (`E`) into row fields (`P`). */
export type Pooling<E, P extends Fields = Fields> = { readonly how: string; begin(): Pool<E, P> };

/** Memory must not grow with episodes. */
export type Pool<E, P extends Fields = Fields> = { add(episode: E): void; result(): P };

export type Metric<N extends string, V, E, P extends Fields> = {
  readonly name: N;
  readonly title: string;
  readonly meaning: string;
  count(trace: Trace): V;
  /** An episode's columns; null if others imply them. */
  readonly row?: ((value: V) => Fields) | null;
  readonly pooled: Pooling<E, P>;
  readonly compared?: Compared | readonly Compared[];
  readonly columns?: Readonly<Record<string, (pooled: P & { readonly episodes: number }) => string>>;
};

export function metric<N extends string, V, E, P extends Fields>(declared: Metric<N, V, E, P>): Metric<N, V, E, P> {
  return declared;
}

export type Compared = {
  readonly name?: string;
  readonly better: 'more' | 'less';
  readonly unit: 'share' | 'number' | 'money';
  readonly over?: string;
  /** Null omits the pair. */
  of(row: Fields): number | null;
};

export function costIn(column: string): readonly Compared[] {
  const of = numberIn(column);
  const cost = { better: 'less', unit: 'number' } as const;
  return [
    { ...cost, over: 'both succeed', of: ofSuccess(of) },
    { ...cost, over: 'failures included', of, name: `${column}OfAll` },
  ];
}

export function ofSuccess(of: Compared['of']): Compared['of'] {
  return (row) => (row['success'] === true ? of(row) : null);
}

export function numberIn(column: string): Compared['of'] {
  return (row) => {
    const value = row[column];
    return typeof value === 'number' ? value : null;
  };
}
