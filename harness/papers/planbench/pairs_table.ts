/**
 * Models compared on the same instances, as read and by the published verdicts: exact McNemar, with Holm over the pairs of a domain and prompt.
 *
 * @module
 */
import { holm } from '../../compare/holm.ts';
import { exactMcNemar } from '../../compare/mcnemar.ts';
import { sixDigits } from '../../metrics/numbers.ts';
import type { ScoredAnswer } from '../../planbench/scored/answer.ts';
import { type Cell, instanceOf } from '../../planbench/scored/cells.ts';
import type { Table } from '../../tables/table.ts';
import { groupedTable, groupTitle } from './grouped_table.ts';

/** Fewer tell little, and would take level from the others. */
const INSTANCES_MIN = 100;
const LEVEL = 0.05;

export function pairsTable(cells: readonly Cell[]): Table {
  const groups = [...Map.groupBy(cells, groupTitle).values()].map(pairRows).filter(({ length }) => length > 0);
  return groupedTable({
    name: 'planbench_pairs',
    title: 'Models compared on the same instances: what reading the answers changes',
    rows: groups.flat(),
    lines: groups.flat().filter(({ change }) => change !== ''),
    columns: {
      Models: ({ model, other }) => `${model}, ${other}`,
      'As read': ({ right, otherRight, instances }) => `${right} : ${otherRight} of ${instances}`,
      Published: ({ published, otherPublished }) => `${published} : ${otherPublished}`,
      'Holm, read': ({ pHolm }) => pText(pHolm),
      'Holm, published': ({ publishedPHolm }) => pText(publishedPHolm),
      Changes: ({ change }) => change,
    },
    notes: [
      `right answers of the first model and of the second, of the instances that both answered, at least ${INSTANCES_MIN}; here are the pairs that reading changes, in planbench_pairs.csv all`,
      `Holm: p of the exact McNemar test, corrected over the pairs of the domain and prompt; clear: below ${LEVEL}; order: the other model leads`,
      ...groups.map((rows) => {
        const clear = (of: 'pHolm' | 'publishedPHolm') => rows.filter((row) => row[of] < LEVEL).length;
        return `${groupTitle(rows[0]!)}: of ${rows.length} pairs ${clear('pHolm')} are clear as read, ${clear('publishedPHolm')} as published`;
      }),
    ],
  });
}

function pairRows(cells: readonly Cell[]) {
  const pairs = cells.flatMap(({ answers, ...cell }, at) =>
    cells.slice(at + 1).flatMap((second) => {
      const others = new Map(second.answers.map((answer) => [instanceOf(answer), answer]));
      const both = answers.flatMap((one) =>
        others.has(instanceOf(one)) ? [[one, others.get(instanceOf(one))!] as const] : [],
      );
      if (both.length < INSTANCES_MIN) return [];
      const name = { domain: cell.domain, prompt: cell.prompt, model: cell.model, other: second.model };
      const read = tested(both, ({ valid }) => valid);
      return [{ ...name, instances: both.length, read, verdicts: tested(both, ({ published }) => published === true) }];
    }),
  );
  const [ofRead, ofVerdicts] = [holm(pairs.map(({ read }) => read.p)), holm(pairs.map(({ verdicts }) => verdicts.p))];
  return pairs.map(({ read, verdicts, ...name }, at) => {
    const [pHolm, publishedPHolm] = [sixDigits(ofRead[at]!), sixDigits(ofVerdicts[at]!)];
    const order = (read.one - read.other) * (verdicts.one - verdicts.other) < 0 ? ['order'] : [];
    const isSame = pHolm < LEVEL === publishedPHolm < LEVEL;
    const change = [...order, ...(isSame ? [] : [pHolm < LEVEL ? 'clear now' : 'not clear'])].join(', ');
    const counts = { right: read.one, otherRight: read.other, pHolm, published: verdicts.one };
    return { ...name, ...counts, otherPublished: verdicts.other, publishedPHolm, change };
  });
}

function tested(
  pairs: readonly (readonly [ScoredAnswer, ScoredAnswer])[],
  holds: (answer: ScoredAnswer) => boolean,
): { readonly one: number; readonly other: number; readonly p: number } {
  const [one, other] = [pairs.filter(([each]) => holds(each)), pairs.filter(([, each]) => holds(each)).length];
  const both = one.filter(([, each]) => holds(each)).length;
  return { one: one.length, other, p: exactMcNemar(one.length - both, other - both) };
}

function pText(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}
