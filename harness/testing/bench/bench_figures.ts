import { median } from '../../../envs/testing/median.ts';
import type { Row } from './rows.ts';

export type Spread = Readonly<{ median: number; least: number; most: number }>;

export type BenchFigure = Readonly<Record<'group' | 'what' | 'reference', string>> &
  Readonly<Record<'perSecond' | 'referencePerSecond' | 'ratio', Spread>>;

export function benchFigures(group: string, runs: readonly (readonly Row[])[]): BenchFigure[] {
  return (runs[0] ?? []).map(({ what, reference }, at) => {
    const rows = runs.map((run) => run[at]!);
    const spread = (of: (row: Row) => number) => spreadOf(rows.map(of));
    const ratio = spread((row) => row.perSecond / row.referencePerSecond);
    const referencePerSecond = spread((row) => row.referencePerSecond);
    return { group, what, reference, perSecond: spread((row) => row.perSecond), referencePerSecond, ratio };
  });
}

export function spreadOf(figures: readonly number[]): Spread {
  return { median: median(figures), least: Math.min(...figures), most: Math.max(...figures) };
}

export const BENCH_HEADINGS: readonly string[] = ['what', 'per second', 'reference', 'per second', 'ratio', 'spread'];

export function benchCells({ what, reference, perSecond, referencePerSecond, ratio }: BenchFigure): string[] {
  const spread = `${shown(ratio.least)}–${shown(ratio.most)}`;
  return [what, shown(perSecond.median), reference, shown(referencePerSecond.median), shown(ratio.median), spread];
}

export function shown(figure: number): string {
  return figure >= 100 ? Math.round(figure).toLocaleString('en-US') : String(Number(figure.toPrecision(2)));
}
