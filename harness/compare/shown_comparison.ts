import { are, counted } from '../io/errors/counted.ts';
import type { Look, Screen } from '../io/screen.ts';
import type { ComparedMetric, ComparedPlanners } from '../tables/paired/compared_metrics.ts';
import {
  detectableText,
  differenceText,
  intervalText,
  pText,
  titleText,
  VERDICTS,
  valueText,
} from '../tables/paired/difference_text.ts';
import { plainTable, wrapWords } from '../tables/plain_table.ts';
import { type Columns, shownRows, type Table } from '../tables/table.ts';
import { spaced } from '../trace/metrics/numbers.ts';
import type { Comparison } from './comparison.ts';
import type { Flip, TraceDifference } from './flips.ts';
import type { Played } from './pairs.ts';

const GROUPS_MAX = 10;
const EPISODES_MAX = 3;
const LOOKS: Readonly<Record<string, Look>> = { worse: 'bad', better: 'good' };

export function comparisonText(comparison: Comparison, screen?: Screen): string {
  const { metrics, failures, heading, groups, missing, sides } = shownComparison(comparison);
  const { header, lines, results = [], next = [] } = metrics.shown;
  const lookOf = (cell: string, column: number) => (column === header.length - 1 ? (LOOKS[cell] ?? null) : null);
  const inWidth = (texts: readonly string[]) => texts.map((line) => wrapLine(line, screen));
  return [
    wrapLine(comparison.overall.text, screen),
    '',
    plainTable(header, lines, { screen, always: results, next, lookOf }),
    '',
    ...inWidth(failures),
    `${heading}${groups.length === 0 ? '' : ':'}`,
    ...groups.slice(0, GROUPS_MAX).flatMap(groupLines),
    ...(groups.length > GROUPS_MAX ? [`… and ${groups.length - GROUPS_MAX} more kinds; --json has all`] : []),
    '',
    ...missing,
    ...inWidth(sides),
    ...inWidth(metrics.notes.map((note) => `  ${note}`)),
  ].join('\n');
}

function groupLines({ title, flips }: ShownGroup): string[] {
  const more = flips.length - EPISODES_MAX;
  return [
    `  ${title}`,
    ...flips
      .slice(0, EPISODES_MAX)
      .flatMap((flip, at) => [`    ${flip.title}`, ...(at === 0 ? flip.lines : []).map((line) => `        ${line}`)]),
    ...(more > 0 ? [`    … and ${more} more; --json has all`] : []),
  ];
}

function wrapLine(line: string, { columns }: Partial<Screen> = {}): string {
  if (columns === undefined || line.length <= columns) return line;
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  return wrapWords(text, columns - indent.length)
    .map((part) => `${indent}${part}`)
    .join('\n');
}

export type ShownComparison = ReturnType<typeof shownComparison>;
export type ShownGroup = ShownComparison['groups'][number];

export function shownComparison(comparison: Comparison) {
  const count = comparison.flips.length;
  return {
    metrics: metricTable(comparison),
    failures: failureLines(comparison),
    heading: count === 0 ? 'No episode turned from success to failure or back' : `${counted(count, 'episode')} turned`,
    groups: flipGroups(comparison.flips),
    missing: missingLines(comparison),
    sides: sideLines(comparison),
  };
}

const COLUMNS: Columns<ComparedMetric> = {
  Suite: 'suite',
  Planner: plannersText,
  Metric: (row) => `${titleText(row)}${row.decides ? ' *' : ''}`,
  Pairs: 'pairs',
  Baseline: (row) => valueText(row, 'baseline'),
  Candidate: (row) => valueText(row, 'candidate'),
  Difference: differenceText,
  '95 %': intervalText,
  p: ({ p }) => pText(p),
  Holm: ({ pHolm }) => pText(pHolm),
  Detectable: detectableText,
  Verdict: ({ verdict }) => VERDICTS[verdict],
};

function metricTable(comparison: Comparison): Table {
  const rows = comparison.rows.filter(
    ({ decides, verdict, metric }) => decides || verdict !== 'equal' || metric === 'unreadableReplies',
  );
  const { header, lines } = shownRows(rows, COLUMNS);
  const distinctive = ['Metric', 'Planner', 'Suite'].filter(
    (column) => new Set(lines.map((line) => line[header.indexOf(column)])).size > 1,
  );
  const results = ['Verdict', ...distinctive, 'Baseline', 'Candidate'];
  const next = ['Metric', 'Difference', 'p', '95 %', 'Planner', 'Suite'];
  return {
    ...{ name: 'comparison', title: 'Comparison' },
    shown: { header, lines, keys: 3, results, next },
    rows: rows.map(({ suite, planner, metric, verdict }) => ({ suite, planner, metric, verdict })),
    notes: notesOf(comparison, rows.length),
  };
}

export function plannersText({ planner, baselinePlanner }: ComparedPlanners): string {
  return planner === baselinePlanner ? planner : `${baselinePlanner} → ${planner}`;
}

function notesOf({ alpha, deciding, rows, pairs, planners }: Comparison, shown: number): string[] {
  const isRenamed = planners.some((pair) => pair.baseline !== pair.candidate);
  const hidden = rows.length - shown;
  const decide = rows.filter(({ decides }) => decides).length;
  return [
    ...(hidden === 0 ? [] : [`${counted(hidden, 'more metric')} ${are(hidden)} the same in every pair and not shown`]),
    `${counted(pairs.length, 'pair')}: the same suite, scene, task and trial on both sides, with ${isRenamed ? 'two planners' : 'the same planner'}; difference: candidate minus baseline`,
    `* a deciding metric (${deciding.join(', ')}); two-sided tests at level ${alpha}; Holm separately over the deciding tests (${decide}) and the descriptive ones (${rows.length - decide})`,
    'success: exact McNemar test, Newcombe interval (1998, paired, method 10), clustered by task; other metrics: Wilcoxon signed-rank test, interval by bootstrap over tasks',
    ...(rows.some(({ pTasks }) => pTasks !== null) ? [CLUSTERED] : []),
    'both succeed: only pairs in which both sides succeed; failures at the limit: all pairs, with the step limit of the task for a failure; failures included: all pairs, with what a failure used',
    'detectable: the smallest true difference that four of five such comparisons would show, if no episode turned the other way; only for metrics without a shown difference; `none` if there are too few tasks',
  ];
}

const CLUSTERED =
  'episodes of one task are alike: p is the larger of the values over episodes and over tasks (for success, a sign-flip test of the tasks’ sums); the interval is the wider of Newcombe’s and the bootstrap over tasks';

const PLANNERS_MAX = 3;

function sideLines({ baseline, candidate, planners, unpaired }: Comparison): string[] {
  const sides = [baseline, candidate].map(({ name, kind, episodes, suites, code }, at) => {
    const models = [...new Set(suites.map(({ model }) => model))].join(', ');
    const commit = code === null || code.commit === null ? '' : ` ${code.commit.slice(0, 8)}`;
    const version = code === null ? '' : `, Tapedeck ${code.version ?? 'of several versions'}${commit}`;
    return `${at === 0 ? 'baseline' : 'candidate'}: ${name} (${kind}, ${counted(episodes, 'episode')}, model ${models}${version})`;
  });
  const renamed = planners.filter((pair) => pair.baseline !== pair.candidate);
  const groups = [...Map.groupBy(unpaired, ({ suite, in: side }) => `only in the ${side} of ${suite}`)];
  return [
    ...sides,
    ...renamed.map(
      (pair) => `planners compared in ${pair.suite}: ${pair.baseline} (baseline), ${pair.candidate} (candidate)`,
    ),
    ...groups.map(([place, group]) => {
      const names = group.slice(0, PLANNERS_MAX).map(({ planner }) => planner);
      const more = group.length > PLANNERS_MAX ? ` and ${group.length - PLANNERS_MAX} more` : '';
      return `not compared, ${place}: ${names.join(', ')}${more}`;
    }),
  ];
}

const MISSING_MAX = 10;

function missingLines({ missing }: Comparison): string[] {
  const groups = Map.groupBy(missing, ({ in: side, why }) => `${side} ${why}`);
  return [...groups.values()].flatMap((group) => {
    const { in: side, why } = group[0]!;
    const [episodes, more] = [counted(group.length, 'episode'), group.length - MISSING_MAX];
    return [
      why === 'absent'
        ? `${episodes} ${are(group.length)} not in the ${side}, and not compared:`
        : `${episodes} did not play to ${group.length === 1 ? 'its' : 'their'} end in the ${side} (${why}), and ${are(group.length)} not compared:`,
      ...group.slice(0, MISSING_MAX).map(({ episode }) => `  ${episode}`),
      ...(more > 0 ? [`  … and ${more} more`] : []),
    ];
  });
}

function failureLines({ failures }: Comparison): string[] {
  const groups = Map.groupBy(failures, (each) => `${plannersText(each)} in ${each.suite}`);
  return [...groups].map(([planners, kinds]) => {
    const counts = kinds.map(({ kind, baseline, candidate }) => `${spaced(kind)} ${baseline} → ${candidate}`);
    return `Failures of ${planners}: ${counts.join(', ')}`;
  });
}

export function flipGroups(flips: readonly Flip[]) {
  const kindText = (flip: Flip) =>
    `${flip.change} ${flip.change === 'lost' ? 'to' : 'from'} ${spaced(flip.kind)}, ${plannersText(flip)} in ${flip.suite}`;
  const isGained = ([first]: readonly Flip[]) => Number(first?.change === 'gained');
  return [...Map.groupBy(flips, kindText)]
    .sort(([, a], [, b]) => isGained(a) - isGained(b) || b.length - a.length)
    .map(([kind, group]) => ({ title: `${group.length} ${kind}`, flips: group.map(shownFlip) }));
}

function shownFlip(flip: Flip) {
  const { change, episode, planner, baselinePlanner, baseline, candidate } = flip;
  const endText = ({ end, steps }: Played) => `${end} after ${counted(steps, 'step')}`;
  // An episode may turn against several planners.
  const [suffix, against] =
    planner === baselinePlanner ? ['', ''] : [`:${baselinePlanner}`, ` against ${baselinePlanner}`];
  return {
    id: `${episode}${suffix}`,
    title: `${change} ${episode}${against}: ${endText(baseline)} → ${endText(candidate)}`,
    lines: flipLines(flip),
  };
}

export function flipLines({ hasTraces, firstDifference, firstStep, prompt }: Flip): string[] {
  const lines = firstDifference === null ? [] : differenceLines('first difference', firstDifference);
  if (firstDifference === null && hasTraces) lines.push('the traces are equal, or one is unavailable');
  if (firstStep !== null && firstStep.at.baseline !== firstDifference?.at.baseline) {
    lines.push(...differenceLines('first different step', firstStep));
  }
  if (prompt === null) return lines;
  const { purpose, removed, added, more } = prompt;
  lines.push(`prompt (${purpose}):`, ...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`));
  return more > 0 ? [...lines, `… and ${more} more lines`] : lines;
}

function differenceLines(title: string, { at, baseline, candidate }: TraceDifference): string[] {
  const end = '(the episode had ended)';
  return [
    `${title} at event ${at.baseline + 1}${at.candidate === at.baseline ? '' : ` and ${at.candidate + 1}`}:`,
    `  baseline  ${baseline ?? end}`,
    `  candidate ${candidate ?? end}`,
  ];
}
