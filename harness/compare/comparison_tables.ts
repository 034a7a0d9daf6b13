/**
 * What every output of a comparison shows: headings, lines of cells, notes, and what is said of an episode that turned.
 *
 * @module
 */
import { are, counted } from '../io/errors/counted.ts';
import type { ComparedMetric, ComparedPlanners, Comparison, Flip, Parting, Played } from './comparison.ts';
import {
  detectableText,
  differenceText,
  intervalText,
  pText,
  titleText,
  VERDICTS,
  valueText,
} from './comparison_numbers.ts';

export const COLUMNS = [
  'Suite',
  'Planner',
  'Metric',
  'Pairs',
  'Baseline',
  'Candidate',
  'Difference',
  '95 %',
  'p',
  'Holm',
  'Detectable',
  'Verdict',
];

/** The rows to be read: those that decide, unreadable replies, and those in which some pair differs. A note counts the others. */
export function shownRows({ rows }: Comparison): readonly ComparedMetric[] {
  return rows.filter(
    ({ decides, verdict, metric }) => decides || verdict !== 'equal' || metric === 'unreadableReplies',
  );
}

/** The cells of a row, as `COLUMNS` names them; a metric that decides is marked. */
export function cellsOf(row: ComparedMetric): string[] {
  const { suite, decides, pairs, p, pHolm, verdict } = row;
  return [
    suite,
    plannersText(row),
    `${titleText(row)}${decides ? ' *' : ''}`,
    String(pairs),
    valueText(row, 'baseline'),
    valueText(row, 'candidate'),
    differenceText(row),
    intervalText(row),
    pText(p),
    pText(pHolm),
    detectableText(row),
    VERDICTS[verdict],
  ];
}

/** `1 episode turned`. */
export function turnedText({ flips }: Comparison): string {
  if (flips.length === 0) return 'No episode turned from success to failure or back';
  return `${counted(flips.length, 'episode')} turned`;
}

/** Of two planners the baseline's comes first, as of two values. */
export function plannersText({ planner, baselinePlanner }: ComparedPlanners): string {
  return planner === baselinePlanner ? planner : `${baselinePlanner} → ${planner}`;
}

export function notesOf(comparison: Comparison): string[] {
  const { alpha, deciding, rows, pairs, planners } = comparison;
  const isRenamed = planners.some((pair) => pair.baseline !== pair.candidate);
  const left = rows.length - shownRows(comparison).length;
  const [decide, describe] = [true, false].map((family) => rows.filter(({ decides }) => decides === family).length);
  const clustered = rows.some(({ pTasks }) => pTasks !== null);
  return [
    ...(left === 0
      ? []
      : [`${left} further ${left === 1 ? 'metric is' : 'metrics are'} the same in every pair and not shown`]),
    `${counted(pairs.length, 'pair')}: the same suite, scene, task and trial on both sides${isRenamed ? ', with two planners' : ', with the same planner'}; difference: candidate minus baseline`,
    `* decides: ${deciding.join(', ')}; two-sided tests, level ${alpha}, Holm over the tests that decide (${decide}) and, apart from them, over those that describe (${describe})`,
    'success: exact McNemar test, interval after Newcombe (1998, paired, method 10), clustered by task; others: Wilcoxon signed-rank test, interval by bootstrap over tasks',
    ...(clustered
      ? [
          'episodes of one task are alike: the p is the larger of those over episodes and over tasks (success: sign-flip test of their sums), the interval the wider of Newcombe’s and the bootstrap over tasks',
        ]
      : []),
    'both succeed: only pairs in which both sides succeed; failures at the limit: all pairs, a failure with the limit on its steps; failures as they ran: all pairs, a failure with what it used to its end, which has no limit but that on steps',
    'detectable: the true difference that four of five such comparisons would show, if nothing turned the other way; given wherever no difference is shown, and none where there are too few tasks to show any',
  ];
}

/** Where the two came from, and which of their planners are compared. */
export function sidesOf(comparison: Comparison): string[] {
  return [...origins(comparison), ...twoPlanners(comparison), ...unpairedLines(comparison)];
}

function origins({ baseline, candidate }: Comparison): string[] {
  return [baseline, candidate].map(({ name, kind, episodes, suites, code }, at) => {
    const models = [...new Set(suites.map(({ model }) => model))].join(', ');
    const version =
      code === null
        ? ''
        : `, Tapedeck ${code.version ?? 'of several versions'}${code.commit === null ? '' : ` ${code.commit.slice(0, 8)}`}`;
    return `${at === 0 ? 'baseline' : 'candidate'}: ${name} (${kind}, ${counted(episodes, 'episode')}, model ${models}${version})`;
  });
}

function twoPlanners({ planners }: Comparison): string[] {
  const renamed = planners.filter((pair) => pair.baseline !== pair.candidate);
  return renamed.map(
    ({ suite, ...pair }) => `two planners in ${suite}: baseline ${pair.baseline}, candidate ${pair.candidate}`,
  );
}

const PLANNERS_MAX = 3;

function unpairedLines({ unpaired }: Comparison): string[] {
  const groups = Map.groupBy(unpaired, ({ suite, in: where }) => `${where} ${suite}`);
  return [...groups.values()].map((group) => {
    const { suite, in: where } = group[0]!;
    const names = group.slice(0, PLANNERS_MAX).map(({ planner }) => planner);
    const more = group.length > PLANNERS_MAX ? ` and ${group.length - PLANNERS_MAX} more` : '';
    return `only the ${where} has in ${suite}, and not compared: ${names.join(', ')}${more}`;
  });
}

const MISSING_MAX = 10;

/** Which pairs are missing: a line for each side and reason, and the first of them. */
export function missingOf({ missing }: Comparison): string[] {
  const groups = Map.groupBy(missing, ({ in: where, why }) => `${where} ${why}`);
  return [...groups.values()].flatMap((group) => {
    const { in: where, why } = group[0]!;
    const more = group.length - MISSING_MAX;
    return [
      why === 'absent'
        ? `${counted(group.length, 'episode')} ${are(group.length)} not in the ${where}, and not compared:`
        : `${counted(group.length, 'episode')} did not play to the end in the ${where} (${why}), and ${are(group.length)} not compared:`,
      ...group.slice(0, MISSING_MAX).map(({ episode }) => `  ${episode}`),
      ...(more > 0 ? [`  … and ${more} more`] : []),
    ];
  });
}

/** `lost household/house_1/make_toast/llm_state/1: goal after 8 steps → step_limit after 30 steps`. */
export function flipTitle({ turned, episode, planner, baselinePlanner, baseline, candidate }: Flip): string {
  const against = planner === baselinePlanner ? '' : ` against ${baselinePlanner}`;
  return `${turned} ${episode}${against}: ${endText(baseline)} → ${endText(candidate)}`;
}

function endText({ end, steps }: Played): string {
  return `${end} after ${steps} step${steps === 1 ? '' : 's'}`;
}

/** What else is known of it, a line each. */
export function flipLines({ traced, parting, firstStep, prompt }: Flip): string[] {
  const noParting = traced ? ['its traces are not both at hand, or equal'] : [];
  return [
    ...(parting === null ? noParting : partingLines('parts', parting)),
    ...(firstStep === null || firstStep.at.baseline === parting?.at.baseline
      ? []
      : partingLines('first other step', firstStep)),
    ...(prompt === null
      ? []
      : [
          `prompt (${prompt.purpose}):`,
          ...prompt.removed.map((line) => `- ${line}`),
          ...prompt.added.map((line) => `+ ${line}`),
          ...(prompt.more > 0 ? [`… and ${prompt.more} more lines`] : []),
        ]),
  ];
}

function partingLines(what: string, { at, baseline, candidate }: Parting): string[] {
  const ended = '(the episode had ended)';
  return [
    `${what} at event ${at.baseline + 1}${at.candidate === at.baseline ? '' : ` and ${at.candidate + 1}`}:`,
    `  baseline  ${baseline ?? ended}`,
    `  candidate ${candidate ?? ended}`,
  ];
}
