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
type Sized = ScoredAnswer & { readonly shortest: number };

const FAILURES = ['precondition', 'goal', 'name', 'no plan'].map((kind) => `Fails, ${kind}`);
/** Heading → whether an answer is counted there. */
type Sizes = Readonly<Record<string, (answer: Sized) => boolean>>;
const BLOCKS: Sizes = Object.fromEntries(
  [3, 4, 5].map((blocks) => [`Blocks, ${blocks}`, ({ objects }: Sized) => objects === blocks]),
);
/** The shortest plan has so many actions or one more. */
const LENGTHS: Sizes = Object.fromEntries(
  [2, 4, 6, 8, 10, 12].map((length) => [`Length, ${length}`, ({ shortest }: Sized) => shortest >> 1 === length >> 1]),
);

export function plansTable(cells: readonly Cell[]): Table {
  const shortest = shortestPlans(cells.flatMap(({ answers }) => answers));
  const rows = cells.flatMap(({ domain, prompt, model, answers }): Row[] => {
    const own = answers.map((answer) => ({ ...answer, shortest: shortest.get(instanceOf(answer)) ?? 0 }));
    return own.length === 0 ? [] : [{ domain, prompt, model, ...countsOf(own) }];
  });
  const shares = (sizes: Sizes) =>
    columns(Object.keys(sizes), (row, title) => percentText(row[`${title}, right`], row[`${title}, answers`]));
  return groupedTable({
    name: 'planbench_plans',
    title: 'Right plans by blocks and by length of the shortest plan, and how the others fail',
    rows,
    columns: {
      Model: ({ model }) => String(model),
      ...shares(BLOCKS),
      'Longer by': ({ ratio }) => (ratio === null ? '' : `${(100 * (Number(ratio) - 1)).toFixed(0)} %`),
      ...columns(FAILURES, (row, title) => countText(Number(row[title]))),
      ...shares(LENGTHS),
    },
    notes: [
      'blocks, and length of the shortest plan (so many actions or one more): share of right answers; nothing where there is no such instance, and where the world is not of blocks. The counts are in planbench_plans.csv',
      'shortest plan: the shortest reference plan that a file has of the instance, or a right answer that is shorter still; longer by: how much longer the right answers are, on average',
      'fails: answers whose plan has an action with an unmet precondition, ends without the goal, names an action or object that is not there, or is none',
    ],
  });
}

function columns(titles: readonly string[], text: (row: Row, title: string) => string) {
  return Object.fromEntries(titles.map((title) => [title, (row: Row) => text(row, title)]));
}

function countsOf(answers: readonly Sized[]): Fields {
  const counts: Record<string, number> = {};
  for (const [title, isOf] of Object.entries({ ...BLOCKS, ...LENGTHS })) {
    const own = answers.filter((answer) => answer.domain.includes('blocksworld') && isOf(answer));
    counts[`${title}, right`] = own.filter(({ valid }) => valid).length;
    counts[`${title}, answers`] = own.length;
  }
  for (const title of FAILURES)
    counts[title] = answers.filter(({ failure }) => title === `Fails, ${failure?.kind}`).length;
  const right = answers.filter(({ valid, shortest }) => valid && shortest > 0);
  return { ...counts, ratio: mean(right.map(({ plan, shortest }) => (plan?.length ?? 0) / shortest)) };
}

/** Some files have longer reference plans than others; an instance without one has no shortest plan. */
function shortestPlans(answers: readonly ScoredAnswer[]): ReadonlyMap<string, number> {
  const shortest = new Map<string, number>();
  for (const [instance, own] of Map.groupBy(answers, instanceOf)) {
    const references = own.flatMap(({ optimalLength }) => optimalLength ?? []);
    const right = own.flatMap(({ valid, plan }) => (valid ? (plan?.length ?? []) : []));
    if (references.length > 0) shortest.set(instance, Math.min(...references, ...right));
  }
  return shortest;
}

function percentText(right: unknown, answers: unknown): string {
  return answers === 0 ? '' : `${((100 * Number(right)) / Number(answers)).toFixed(0)} %`;
}
