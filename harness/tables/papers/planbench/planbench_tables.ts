import { wilson } from '../../../trace/metrics/intervals.ts';
import type { Fields } from '../../../trace/metrics/metric.ts';
import { mean, shareText, sixDigits } from '../../../trace/metrics/numbers.ts';
import type { Trace } from '../../../trace/trace.ts';
import {
  DARK,
  framedFigure,
  GRID,
  keyRow,
  PALE,
  PALETTE,
  type Panel,
  PERCENT,
  panelTitle,
  TICKS,
} from '../../figures/figure.ts';
import { exactMcNemar, holm } from '../../statistics/significance.ts';
import { type Columns, shownRows, type Table } from '../../table.ts';
import {
  type Cell,
  cellsOf,
  familyOf,
  instanceOf,
  modelOf,
  readScoredAnswers,
  recordedAnswers,
  type ScoredAnswer,
} from './answer.ts';
import publishedTable from './published.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };

export const VERDICTS_FILE = 'planbench_verdicts.svg';
/** Rarer pairs would only weaken Holm's adjustment. */
const INSTANCES_MIN = 100;
const LEVEL = 0.05;
const ROUNDS = [1, 2, 3, 5, 10];
const BLOCKS = [3, 4, 5].map((blocks) => `Blocks, ${blocks}`);
const LENGTHS = [2, 4, 6, 8, 10, 12].map((length) => `Length, ${length}`);
const FAILURES = ['precondition', 'goal', 'name', 'no plan'].map((kind) => `Fails, ${kind}`);
const COUNTED = [...[...BLOCKS, ...LENGTHS].flatMap((size) => [`${size}, right`, `${size}, answers`]), ...FAILURES];

export async function planbenchTables(traces: readonly Trace[]) {
  const published = readScoredAnswers();
  const answers = [...published, ...recordedAnswers(traces, published)];
  const cells = cellsOf(answers);
  const families = cellsOf(answers, familyOf).filter(({ prompt }) => prompt.includes('-shot'));
  const others = [cellsTable(cells), pairsTable(families), plansTable(families), dialoguesTable(published)];
  const figure = await drawVerdicts(cells.filter(({ prompt }) => prompt.includes('-shot')));
  return { shown: [headlineTable(published)], others, figure };
}

export function cellsTable(cells: readonly Cell[]): Table {
  const rows = cells.map(cellRow).filter(({ answers }) => answers > 0);
  const pointsText = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`.replace('+0.0', '');
  return groupedTable('planbench', rows, {
    Model: 'model',
    'Right as read': rightText,
    Published: ({ publishedPercent: percent }) => (percent === null ? '–' : `${percent.toFixed(1)} %`),
    Change: ({ percent, publishedPercent: before }) => (before === null ? '–' : pointsText(percent - before)),
    Ambiguous: ({ ambiguous }) => countText(ambiguous),
    'Not asked': ({ neverAsked }) => countText(neverAsked),
  });
}

function cellRow({ answers, neverAsked, ...name }: Cell) {
  const count = (isIn: (answer: ScoredAnswer) => unknown) => answers.filter(isIn).length;
  const [right, marked] = [count(({ valid }) => valid), count(({ published }) => published)];
  const isJudged = answers.some(({ published }) => published !== null);
  return {
    ...{ ...name, ...share(right, answers.length) },
    published: isJudged ? marked : null,
    publishedPercent: isJudged ? share(marked, answers.length).percent : null,
    differ: count(({ cause }) => cause !== null),
    ambiguous: count(({ ambiguous }) => ambiguous),
    neverAsked,
  };
}

/** Published: 600 zero-shot instances; the hard ones are first tries of dialogues. */
export function headlineTable(answers: readonly ScoredAnswer[]): Table {
  const tries = answers.filter(({ round }) => round === 0).map((answer) => ({ ...answer, round: null }));
  const single = cellsOf(answers, familyOf).filter(({ prompt }) => prompt === 'zero-shot');
  const cells = [...single, ...cellsOf(tries).map((cell) => ({ ...cell, prompt: 'first tries' }))];
  const rows = publishedTable.domains.flatMap(({ percent: percents, instances: published, ...name }) =>
    Object.entries(percents).map(([model, printed]) => {
      const modelCell = cells.find((cell) => groupTitle(cell) === groupTitle(name) && cell.model === model);
      const instances = modelCell === undefined ? 0 : modelCell.answers.length + modelCell.neverAsked;
      const row = modelCell === undefined || instances < published ? null : cellRow(modelCell);
      const byFiles = row?.published ?? null;
      const { answers: _, ...here } = row === null ? NOTHING : share(row.right, instances);
      // Some cells have an instance more than published; the source rounds some digits, cuts others.
      const isSame = [instances, published].some((all) => Math.abs((100 * byFiles!) / all - printed) < 0.1);
      const rebuilt = row === null ? 'not in the committed plans' : isSame ? 'yes' : 'no: another figure';
      return { ...name, model, printed, instances, byFiles, ...here, rebuilt };
    }),
  );
  return groupedTable('planbench_headline', rows, {
    Model: 'model',
    Published: ({ printed }) => `${printed} %`,
    'Right as read': ({ right, instances }) => (right === null ? '–' : rightText(share(right, instances))),
    'By the files': ({ byFiles }) => String(byFiles ?? '–'),
    Rebuilt: 'rebuilt',
  });
}

export function pairsTable(cells: readonly Cell[]): Table {
  const groups = [...Map.groupBy(cells, groupTitle).values()].map(pairRows).filter(({ length }) => length > 0);
  const rows = groups.flat();
  const changed = rows.filter(({ change }) => change !== '');
  const pText = (p: number) => (p < 0.001 ? '<0.001' : p.toFixed(3));
  const table = groupedTable('planbench_pairs', changed, {
    Models: ({ model, other }) => `${model}, ${other}`,
    'As read': ({ right, otherRight, instances }) => `${right} : ${otherRight} of ${instances}`,
    Published: ({ published, otherPublished }) => `${published} : ${otherPublished}`,
    'Holm, read': ({ pHolm }) => pText(pHolm),
    'Holm, published': ({ publishedPHolm }) => pText(publishedPHolm),
    Changes: 'change',
  });
  const notes = groups.map((group) => {
    const clear = (of: 'pHolm' | 'publishedPHolm') => group.filter((row) => row[of] < LEVEL).length;
    return `${groupTitle(group[0]!)}: of ${group.length} pairs ${clear('pHolm')} are clear as read, ${clear('publishedPHolm')} as published`;
  });
  return { ...table, rows, notes: [...table.notes, ...notes] };
}

function pairRows(cells: readonly Cell[]) {
  const sides = cells.map(({ answers, neverAsked: _, ...name }) => {
    const set = (isIn: (answer: ScoredAnswer) => unknown) => new Set(answers.filter(isIn).map(instanceOf));
    return { name, all: set(() => true), right: set(({ valid }) => valid), marked: set((each) => each.published) };
  });
  const pairs = sides.flatMap((one, at) =>
    sides.slice(at + 1).flatMap((other) => {
      const common = [...one.all].filter((instance) => other.all.has(instance));
      const name = { ...one.name, other: other.name.model, instances: common.length };
      const [read, files] = (['right', 'marked'] as const).map((of) => testPair(one[of], other[of], common));
      return common.length < INSTANCES_MIN ? [] : [{ name, read: read!, files: files! }];
    }),
  );
  const [pRead, pFiles] = [holm(pairs.map(({ read }) => read.p)), holm(pairs.map(({ files }) => files.p))];
  return pairs.map(({ name, read, files }, at) => {
    const [pHolm, publishedPHolm] = [sixDigits(pRead[at]!), sixDigits(pFiles[at]!)];
    const order = (read.first - read.second) * (files.first - files.second) < 0 ? ['order'] : [];
    const clear = pHolm < LEVEL === publishedPHolm < LEVEL ? [] : [pHolm < LEVEL ? 'clear now' : 'not clear'];
    const asRead = { right: read.first, otherRight: read.second, pHolm };
    const asPublished = { published: files.first, otherPublished: files.second, publishedPHolm };
    return { ...name, ...asRead, ...asPublished, change: [...order, ...clear].join(', ') };
  });
}

function testPair(rightFirst: ReadonlySet<string>, rightSecond: ReadonlySet<string>, common: readonly string[]) {
  const [first, second] = [rightFirst, rightSecond].map((right) => common.filter((each) => right.has(each)).length);
  const both = common.filter((each) => rightFirst.has(each) && rightSecond.has(each)).length;
  return { first: first!, second: second!, p: exactMcNemar(first! - both, second! - both) };
}

export function plansTable(cells: readonly Cell[]): Table {
  const shortest = shortestPlans(cells.flatMap(({ answers }) => answers));
  const given = cells.filter(({ answers }) => answers.length > 0);
  const rows = given.map(({ answers, neverAsked: _, ...name }) => ({ ...name, ...planCounts(answers, shortest) }));
  const columns = (titles: readonly string[], text: (row: Fields, title: string) => string) =>
    Object.fromEntries(titles.map((title) => [title, (row: Fields) => text(row, title)]));
  const percentText = (percent: number) => (Number.isNaN(percent) ? '' : `${percent.toFixed(0)} %`);
  const shareOf = (row: Fields, size: string) =>
    percentText((100 * Number(row[`${size}, right`])) / Number(row[`${size}, answers`]));
  return groupedTable('planbench_plans', rows, {
    Model: 'model',
    ...columns(BLOCKS, shareOf),
    'Longer by': ({ ratio }) => percentText(100 * ((ratio ?? Number.NaN) - 1)),
    ...columns(FAILURES, (row, title) => countText(row[title])),
    ...columns(LENGTHS, shareOf),
  });
}

function planCounts(answers: readonly ScoredAnswer[], shortest: ReadonlyMap<string, number>) {
  const lengthOf = (answer: ScoredAnswer) => shortest.get(instanceOf(answer)) ?? 0;
  const found = answers.flatMap((answer) => {
    const sizes = [`Blocks, ${answer.objects}`, `Length, ${2 * Math.floor(lengthOf(answer) / 2)}`];
    const sizeTitles = answer.domain.includes('blocksworld') ? sizes : [];
    const right = answer.valid ? sizeTitles.map((size) => `${size}, right`) : [];
    return [`Fails, ${answer.failure?.kind}`, ...sizeTitles.map((size) => `${size}, answers`), ...right];
  });
  const counts = COUNTED.map((title) => [title, found.filter((each) => each === title).length]);
  const right = answers.filter((answer) => answer.valid && lengthOf(answer) > 0);
  const ratio = mean(right.map((answer) => (answer.plan?.length ?? 0) / lengthOf(answer)));
  return { ...Object.fromEntries(counts), ratio };
}

function shortestPlans(answers: readonly ScoredAnswer[]): ReadonlyMap<string, number> {
  const lengths = [...Map.groupBy(answers, instanceOf)].flatMap(([instance, group]): [string, number][] => {
    const references = group.flatMap(({ optimalLength }) => optimalLength ?? []);
    const right = group.flatMap(({ valid, plan }) => (valid ? (plan?.length ?? []) : []));
    return references.length === 0 ? [] : [[instance, Math.min(...references, ...right)]];
  });
  return new Map(lengths);
}

export function dialoguesTable(answers: readonly ScoredAnswer[]): Table {
  const rounds = answers.filter(({ round, copyOf }) => round !== null && copyOf === null);
  const groups = Map.groupBy(rounds, ({ domain, model }) => `${domain} ${modelOf(model)}`);
  const rows = [...groups.keys()].sort().flatMap((key) => roundRows(groups.get(key)!));
  type Row = (typeof rows)[number];
  const rowAfter = (first: Row, round: number) => rows.slice(rows.indexOf(first)).slice(0, first.rounds).at(round);
  const rounded = ROUNDS.map((round) => [
    `After, ${round}`,
    (first: Row) => String(rowAfter(first, round)?.right ?? ''),
  ]);
  const firsts = rows.filter(({ round }) => round === 0);
  const table = groupedTable('planbench_dialogues', firsts, {
    Model: 'model',
    'First try': rightText,
    'In the end': (first) => rightText(rowAfter(first, -1)!),
    'Published, end': (first) => String(rowAfter(first, -1)!.published),
    ...Object.fromEntries(rounded),
  });
  return { ...table, rows };
}

function roundRows(answers: readonly ScoredAnswer[]) {
  const name = { domain: answers[0]!.domain, prompt: 'dialogues', model: modelOf(answers[0]!.model) };
  const dialogues = (of: readonly ScoredAnswer[]) =>
    new Set(of.map(({ file, instance }) => `${file} ${instance}`)).size;
  const rounds = Math.max(...answers.map(({ round }) => round!)) + 1;
  return Array.from({ length: rounds }, (_, round) => {
    const until = answers.filter((answer) => answer.round! <= round);
    const right = dialogues(until.filter(({ valid }) => valid));
    const published = dialogues(until.filter((answer) => answer.published));
    const asked = answers.filter((answer) => answer.round === round).length;
    return { ...name, round, rounds, asked, ...share(right, dialogues(answers)), published };
  });
}

function groupedTable<R extends Fields & Group>(
  name: keyof typeof texts,
  rows: readonly R[],
  columns: Columns<R>,
): Table {
  const header = Object.keys(columns);
  const lines = [...Map.groupBy(rows, groupTitle)].flatMap(([title, group]) => [
    [`**${title}**`, ...header.slice(1).map(() => '')],
    ...shownRows(group, columns).lines,
  ]);
  return { name, ...texts[name], shown: { header, results: header.slice(1, 3), lines }, rows };
}

type Group = Readonly<{ domain: string; prompt: string }>;

function groupTitle({ domain, prompt }: Group): string {
  const words = domain.replace('obfuscated_', '').replace(/([a-z])_blocksworld/, '$1');
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replaceAll('_', ' ')}, ${prompt}`;
}

const NOTHING = { answers: null, right: null, percent: null, low: null, high: null };

function share(right: number, answers: number) {
  const parts = [right / Math.max(1, answers), ...wilson(right, answers)];
  const [percent, low, high] = parts.map((part) => sixDigits(100 * part)) as [number, number, number];
  return { answers, right, percent, low, high };
}

function rightText({ right, answers, ...limits }: ReturnType<typeof share>): string {
  return shareText({ count: right, episodes: answers, ...limits });
}

function countText(count: unknown): string {
  return count === 0 ? '' : String(count);
}

const MAIN_GROUPS = ['Blocksworld, zero-shot', 'Blocksworld, one-shot'];
const [ANSWERS_MIN, POINTS_MIN] = [100, 10];
const LINE = 16;

type VerdictRow = ReturnType<typeof cellRow> & { readonly group: string };

function drawVerdicts(cells: readonly Cell[]): Promise<string> {
  const rows = cells.map((cell): VerdictRow => ({ ...cellRow(cell), group: groupTitle(cell) }));
  const judged = rows.filter(({ answers, publishedPercent }) => answers >= ANSWERS_MIN && publishedPercent !== null);
  const isFar = ({ percent, publishedPercent }: VerdictRow) => Math.abs(percent - publishedPercent!) >= POINTS_MIN;
  const others = judged.filter((row) => !MAIN_GROUPS.includes(row.group) && isFar(row));
  const main = MAIN_GROUPS.map((group) => judged.filter((row) => row.group === group));
  return framedFigure({
    title: 'PlanBench, published and read',
    description:
      'Right answers in percent by model: by the published verdicts, and as read here with 95 % intervals. The numbers are in planbench.md',
    panels: [
      keyRow([
        { kind: 'paper', text: 'published' },
        { kind: 'bar', text: 'as read here, 95 %', colour: PALETTE[0] },
      ]),
      ...main.map((group, at) => verdictPanel(MAIN_GROUPS[at]!.replace(',', ', 500 instances,'), group, LINE)),
      verdictPanel(`Elsewhere, ${POINTS_MIN} points apart or more`, others, 2 * LINE),
    ],
    caption: ['Numbers: planbench.md. Only models whose answers are in the committed plans.'],
  });
}

function verdictPanel(title: string, rows: readonly VerdictRow[], line: number): Panel {
  const sorted = rows.toSorted((one, other) => other.percent - one.percent);
  const values = sorted.map((row, at) => ({ ...row, at, about: line === LINE ? '' : row.group }));
  const x = (field: string) => ({ ...PERCENT, field });
  const axis = { title: 'right in %', values: TICKS, domain: false, gridColor: GRID };
  const [text, leftOfPlot] = [{ type: 'text', align: 'left' } as const, { x: { value: -130 } }];
  const point = { type: 'point', filled: true, opacity: 1 } as const;
  const bar = { type: 'rule', strokeWidth: 6, color: PALETTE[1], opacity: 0.75 } as const;
  const diamond = { ...point, shape: 'diamond', size: 52, fill: 'white', stroke: DARK } as const;
  return {
    width: 230, // almost full size on a page
    height: line * values.length,
    title: { ...panelTitle(title), fontSize: 12, offset: 6 },
    data: { values },
    encoding: { y: { field: 'at', type: 'ordinal', axis: null } },
    layer: [
      { mark: { ...text, dy: line === LINE ? 0 : -7 }, encoding: { ...leftOfPlot, text: { field: 'model' } } },
      { mark: { ...text, dy: 6, color: PALE }, encoding: { ...leftOfPlot, text: { field: 'about' } } },
      { mark: bar, encoding: { x: { ...x('publishedPercent'), axis }, x2: { field: 'percent' } } },
      { mark: { type: 'rule', strokeWidth: 1.2, color: DARK }, encoding: { x: x('low'), x2: { field: 'high' } } },
      { mark: { ...point, shape: 'square', size: 50, color: PALETTE[0] }, encoding: { x: x('percent') } },
      { mark: diamond, encoding: { x: x('publishedPercent') } },
    ],
  };
}
