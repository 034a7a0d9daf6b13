/**
 * Right as read here beside right by the published verdicts: every cell, the published table of models, and the dialogues by round.
 *
 * @module
 */
import { z } from 'zod';
import type { ScoredAnswer } from '../../planbench/scored/answer.ts';
import { type Cell, cellsOf, familyOf, modelOf } from '../../planbench/scored/cells.ts';
import { readPublished } from '../../tables/read_published.ts';
import type { Table } from '../../tables/table.ts';
import { countText, groupedTable, share, shareText } from './grouped_table.ts';

const publishedSchema = z.strictObject({
  source: z.string(),
  domains: z.array(
    z.strictObject({
      ...{ domain: z.string(), prompt: z.string(), instances: z.int(), percent: z.record(z.string(), z.number()) },
    }),
  ),
});
const NOT_COMMITTED = 'not in the committed plans';

export type CellRow = ReturnType<typeof cellRow>;

export function cellRow({ domain, prompt, model, answers, neverAsked }: Cell) {
  const isJudged = answers.some(({ published }) => published !== null);
  const published = isJudged ? share(answers.filter((answer) => answer.published).length, answers.length) : null;
  return {
    ...{ domain, prompt, model, ...share(answers.filter(({ valid }) => valid).length, answers.length) },
    ...{ published: published?.right ?? null, publishedPercent: published?.percent ?? null },
    differ: answers.filter(({ cause }) => cause !== null).length,
    ambiguous: answers.filter(({ ambiguous }) => ambiguous).length,
    neverAsked,
  };
}

export function cellsTable(cells: readonly Cell[]): Table {
  return groupedTable({
    name: 'planbench',
    title: "PlanBench's published answers: right as read here, and by the published verdicts",
    rows: cells.map(cellRow).filter(({ answers }) => answers > 0),
    columns: {
      Model: ({ model }) => model,
      'Right as read': shareText,
      Published: ({ publishedPercent: percent }) => (percent === null ? '–' : `${percent.toFixed(1)} %`),
      Change: ({ percent, publishedPercent: before }) => (before === null ? '–' : pointsText(percent - before)),
      Ambiguous: ({ ambiguous }) => countText(ambiguous),
      'Not asked': ({ neverAsked }) => countText(neverAsked),
    },
    notes: [
      'right as read: the plan that the stated rules read from the answer reaches the goal, with every precondition met; in brackets 95 % intervals (Wilson)',
      'published: share of the same answers that their file marks right; change: in percentage points',
      'ambiguous: candidate plans of the answer differ in their verdict, and the rules choose one. Not asked: the file has an empty answer, which is not counted',
      'an answer that stands in several files is counted once; Mystery, Randomized and Random are Blocksworld in other words; 3: the instances of three blocks',
      'plan optimality: right is a plan that reaches the goal, published a plan of the least cost; Unsolvable: the files mark no answer right, whatever it says',
    ],
  });
}

function pointsText(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return text === '0.0' ? '' : `${points < 0 ? '−' : '+'}${text}`;
}

/** The published cells are of 600 instances, zero-shot; of the hard instances, the first tries of dialogues. */
export function headlineTable(answers: readonly ScoredAnswer[]): Table {
  const published = readPublished(publishedSchema, import.meta.url);
  const tries = answers.filter(({ round }) => round === 0).map((answer) => ({ ...answer, round: null }));
  const cells = [
    ...cellsOf(answers, familyOf).filter(({ prompt }) => prompt === 'zero-shot'),
    ...cellsOf(tries).map((cell) => ({ ...cell, prompt: 'first tries' })),
  ];
  const rows = published.domains.flatMap(({ percent, ...name }) =>
    Object.entries(percent).map(([model, printed]) => {
      const own = cells.find(
        (each) => each.model === model && each.domain === name.domain && each.prompt === name.prompt,
      );
      const instances = own === undefined ? 0 : own.answers.length + own.neverAsked;
      const row = { domain: name.domain, prompt: name.prompt, model, printed, instances };
      if (own === undefined || instances < name.instances)
        return { ...row, byFiles: null, right: null, percent: null, low: null, high: null, rebuilt: NOT_COMMITTED };
      const { right, published: byFiles } = cellRow(own);
      // Some cells have an instance more than the published number; a last digit is rounded in some, cut in others.
      const isSame = [instances, name.instances].some((all) => Math.abs((100 * byFiles!) / all - printed) < 0.1);
      const { answers: _, ...here } = share(right, instances);
      return { ...row, byFiles, ...here, rebuilt: isSame ? 'yes' : 'no: another figure' };
    }),
  );
  return groupedTable({
    name: 'planbench_headline',
    title: "PlanBench's published table of models, rebuilt from the files",
    rows,
    columns: {
      Model: ({ model }) => model,
      Published: ({ printed }) => `${printed} %`,
      'Right as read': (row) => (row.right === null ? '–' : shareText({ ...row, answers: row.instances })),
      'By the files': ({ byFiles }) => (byFiles === null ? '–' : String(byFiles)),
      Rebuilt: ({ rebuilt }) => rebuilt,
    },
    notes: [
      `published: ${published.source}; 600 instances, 100 of three blocks and 500 of three to five; hard: 110`,
      'right as read, and right by the verdicts in the files: of all instances of the cell, those never asked as not right; in brackets 95 % intervals (Wilson)',
      'rebuilt: whether the verdicts in the files give the published figure, rounded or cut to its digits',
      `${NOT_COMMITTED}: files of the cell were not at hand; \`tapedeck planbench --planbench DIR --pack FILE\` reads a whole checkout`,
    ],
  });
}

/** Rounds of critique after which the table to be read counts. */
const ROUNDS = [1, 2, 3, 5, 10];

export function dialoguesTable(answers: readonly ScoredAnswer[]): Table {
  const rounds = answers.filter(({ round, copyOf }) => round !== null && copyOf === null);
  const groups = Map.groupBy(rounds, ({ domain, model }) => JSON.stringify([domain, modelOf(model)]));
  const rows = [...groups.keys()].sort().flatMap((key) => {
    const [domain, model]: [string, string] = JSON.parse(key);
    return curveOf(groups.get(key)!).map((point) => ({ domain, prompt: 'dialogues', model, ...point }));
  });
  type Row = (typeof rows)[number];
  const after = (first: Row, round: number) =>
    rows.slice(rows.indexOf(first), rows.indexOf(first) + first.rounds)[round];
  return groupedTable({
    name: 'planbench_dialogues',
    title: 'Dialogues with a verifier: right at the first try, and after rounds of critique',
    rows,
    lines: rows.filter(({ round }) => round === 0),
    columns: {
      Model: ({ model }) => model,
      'First try': shareText,
      'In the end': (first) => shareText(after(first, first.rounds - 1)!),
      'Published, end': (first) => String(after(first, first.rounds - 1)!.published),
      ...Object.fromEntries(
        ROUNDS.map((round) => [`After, ${round}`, (first: Row) => String(after(first, round)?.right ?? '')]),
      ),
    },
    notes: [
      'dialogues in which the model has given a right plan by then, at the first try and after so many rounds of critique; in brackets 95 % intervals (Wilson); nothing after the last round',
      'published: dialogues that the file marks right. First tries compare with single answers; later ones do not, as the critique names the step that fails',
    ],
  });
}

function curveOf(answers: readonly ScoredAnswer[]) {
  const dialogues = [...Map.groupBy(answers, ({ file, instance }) => `${file} ${instance}`).values()];
  const rounds = Math.max(...answers.map(({ round }) => round!)) + 1;
  return Array.from({ length: rounds }, (_, last) => {
    const until = dialogues.map((own) => own.filter(({ round }) => round! <= last));
    const right = until.filter((own) => own.some(({ valid }) => valid)).length;
    const published = until.filter((own) => own.some((answer) => answer.published)).length;
    const asked = answers.filter(({ round }) => round === last).length;
    return { round: last, rounds, asked, ...share(right, dialogues.length), published };
  });
}
