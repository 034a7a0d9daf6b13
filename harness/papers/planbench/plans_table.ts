/**
 * Which plans are right and how the others fail: by number of blocks, by length of the shortest plan, and by kind of failure.
 *
 * @module
 */
import type { Fields } from '../../metrics/metric.ts';
import { mean } from '../../metrics/numbers.ts';
import type { ScoredAnswer } from '../../planbench/scored/answer.ts';
import { type Cell, instanceOf } from '../../planbench/scored/cells.ts';
import type { Table } from '../../tables/table.ts';
import { countText, groupedTable } from './grouped_table.ts';

type Row = Fields & { readonly domain: string; readonly prompt: string; readonly model: string };

const BLOCKS = [3, 4, 5];
/** The shortest plan has so many actions or one more. */
const LENGTHS = [2, 4, 6, 8, 10, 12];
const SIZES = [...BLOCKS.map((blocks) => `Blocks, ${blocks}`), ...LENGTHS.map((length) => `Length, ${length}`)];
const FAILURES = ['precondition', 'goal', 'name', 'no plan'].map((kind) => `Fails, ${kind}`);

export function plansTable(cells: readonly Cell[]): Table {
  const shortest = shortestPlans(cells.flatMap(({ answers }) => answers));
  const rows = cells
    .filter(({ answers }) => answers.length > 0)
    .map(({ domain, prompt, model, answers }): Row => ({ domain, prompt, model, ...countsOf(answers, shortest) }));
  const columns = (titles: readonly string[], text: (row: Row, title: string) => string) =>
    Object.fromEntries(titles.map((title) => [title, (row: Row) => text(row, title)]));
  const share = (row: Row, title: string) => percentText(row[`${title}, right`], row[`${title}, answers`]);
  return groupedTable({
    name: 'planbench_plans',
    title: 'Right plans by blocks and by length of the shortest plan, and how the others fail',
    rows,
    columns: {
      Model: ({ model }) => model,
      ...columns(SIZES.slice(0, BLOCKS.length), share),
      'Longer by': ({ ratio }) => (ratio === null ? '' : `${(100 * (Number(ratio) - 1)).toFixed(0)} %`),
      ...columns(FAILURES, (row, title) => countText(Number(row[title]))),
      ...columns(SIZES.slice(BLOCKS.length), share),
    },
    notes: [
      'blocks, and length of the shortest plan (so many actions or one more): share of right answers; nothing where there is no such instance, and where the world is not of blocks. The counts are in planbench_plans.csv',
      'shortest plan: the shortest reference plan that a file has of the instance, or a right answer that is shorter still; longer by: how much longer the right answers are, on average',
      'fails: answers whose plan has an action with an unmet precondition, ends without the goal, names an action or object that is not there, or is none',
    ],
  });
}

function countsOf(answers: readonly ScoredAnswer[], shortest: ReadonlyMap<string, number>): Fields {
  const lengthOf = (answer: Pick<ScoredAnswer, 'domain' | 'instance'>) => shortest.get(instanceOf(answer)) ?? 0;
  const counts: Record<string, number> = Object.fromEntries(
    SIZES.flatMap((size) => [`${size}, right`, `${size}, answers`]).map((name) => [name, 0]),
  );
  for (const answer of answers.filter(({ domain }) => domain.includes('blocksworld'))) {
    for (const size of [`Blocks, ${answer.objects}`, `Length, ${2 * Math.floor(lengthOf(answer) / 2)}`]) {
      if (!SIZES.includes(size)) continue;
      counts[`${size}, answers`]! += 1;
      if (answer.valid) counts[`${size}, right`]! += 1;
    }
  }
  for (const title of FAILURES)
    counts[title] = answers.filter(({ failure }) => title === `Fails, ${failure?.kind}`).length;
  const right = answers.filter((answer) => answer.valid && lengthOf(answer) > 0);
  return { ...counts, ratio: mean(right.map(({ plan, ...answer }) => (plan?.length ?? 0) / lengthOf(answer))) };
}

/** Some files have longer reference plans than others; an instance without one has no shortest plan. */
function shortestPlans(answers: readonly ScoredAnswer[]): ReadonlyMap<string, number> {
  const known = Map.groupBy(answers, instanceOf);
  const lengths = [...known].flatMap(([instance, own]): [string, number][] => {
    const references = own.flatMap(({ optimalLength }) => optimalLength ?? []);
    const right = own.flatMap(({ valid, plan }) => (valid ? (plan?.length ?? []) : []));
    return references.length === 0 ? [] : [[instance, Math.min(...references, ...right)]];
  });
  return new Map(lengths);
}

function percentText(right: unknown, answers: unknown): string {
  return answers === 0 ? '' : `${((100 * Number(right)) / Number(answers)).toFixed(0)} %`;
}
