/**
 * A table of PlanBench's answers: a line a model, below a heading for each domain and prompt.
 *
 * @module
 */
import { wilson } from '../../metrics/interval.ts';
import type { Fields } from '../../metrics/metric.ts';
import { sixDigits } from '../../metrics/numbers.ts';
import type { Table } from '../../tables/table.ts';

type Row = Fields & { readonly domain: string; readonly prompt: string };

/** `columns`: heading → text, the model's first. `lines` are the rows that are read; all unless told. */
export type Grouped<R extends Row> = Pick<Table, 'name' | 'title' | 'notes'> & {
  readonly rows: readonly R[];
  readonly lines?: readonly R[];
  readonly columns: Readonly<Record<string, (row: R) => string>>;
};

export function groupedTable<R extends Row>({ rows, lines = rows, columns, ...table }: Grouped<R>): Table {
  const header = Object.keys(columns);
  const groups = [...Map.groupBy(lines, groupTitle)].map(([title, own]) => [
    [`**${title}**`, ...header.slice(1).map(() => '')],
    ...own.map((row) => Object.values(columns).map((text) => text(row))),
  ]);
  return { ...table, shown: { header, results: header.slice(1, 3), lines: groups.flat() }, rows };
}

/** `obfuscated_randomized_blocksworld_3`, asked zero-shot → `Randomized 3, zero-shot`. */
export function groupTitle({ domain, prompt }: Pick<Row, 'domain' | 'prompt'>): string {
  const short = domain
    .replace('obfuscated_', '')
    .replace(/([a-z])_blocksworld/, '$1')
    .replaceAll('_', ' ');
  return `${short.charAt(0).toUpperCase()}${short.slice(1)}, ${prompt}`;
}

export function share(right: number, answers: number) {
  const [percent, low, high] = [right / Math.max(1, answers), ...wilson(right, answers)].map((part) =>
    sixDigits(100 * part),
  );
  return { answers, right, percent: percent!, low: low!, high: high! };
}

/** `251/500 50.2 % (46–55)` */
export function shareText({ right, answers, percent, low, high }: ReturnType<typeof share>): string {
  return `${right}/${answers} ${percent.toFixed(1)} % (${low.toFixed(0)}–${high.toFixed(0)})`;
}

/** Nothing for 0, so that the eye finds the others. */
export function countText(count: number): string {
  return count === 0 ? '' : String(count);
}
