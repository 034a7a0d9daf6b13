/**
 * A comparison as JUnit XML: a test case for the verdict, for each metric of each planner, and for what is missing.
 *
 * A case fails where the gate does, and is skipped where there are too few pairs to tell. The form is that of `testing/junit.xsd`.
 *
 * @module
 */
import { printable } from '../../envs/printable.ts';
import { counted } from '../io/errors/counted.ts';
import { escapedMarkup } from '../tables/escaped_markup.ts';
import type { ComparedMetric, Comparison } from './comparison.ts';
import { differenceText, intervalText, pEquation, titleText, valueText, verdictText } from './comparison_numbers.ts';
import { flipTitle, missingOf, plannersText } from './comparison_tables.ts';
import { failureLines, flipGroups } from './failure_groups.ts';
import type { GateReason, GateVerdict } from './gate.ts';

type Case = {
  readonly suite: string;
  readonly classname: string;
  readonly name: string;
  readonly failures: readonly string[];
  readonly skipped: string | null;
  readonly out: string;
};

export function comparisonJunit(comparison: Comparison, { reasons }: GateVerdict): string {
  const cases = [
    verdictCase(comparison),
    ...comparison.rows.map((row) => metricCase(row, comparison, reasons)),
    missingCase(comparison, reasons),
  ];
  const suites = [...Map.groupBy(cases, ({ suite }) => suite)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tapedeck compare" ${counts(cases)} time="0">`,
    ...suites.flatMap(([name, group]) => [
      `  <testsuite name="${escaped(name)}" ${counts(group)} errors="0" time="0">`,
      ...group.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(cases: readonly Case[]): string {
  const failures = cases.filter((each) => each.failures.length > 0).length;
  const skipped = cases.filter((each) => each.failures.length === 0 && each.skipped !== null).length;
  return `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`;
}

function metricCase(row: ComparedMetric, comparison: Comparison, reasons: readonly GateReason[]): Case {
  const { flips } = comparison;
  const { suite, metric, verdict } = row;
  const isOfRow = (each: Pick<GateReason, 'suite' | 'planner' | 'baselinePlanner'>) =>
    each.suite === suite && each.planner === row.planner && each.baselinePlanner === row.baselinePlanner;
  const isOwn = (each: GateReason) => isOfRow(each) && each.metric === metric;
  const turned = metric === 'success' ? flipGroups({ ...comparison, flips: flips.filter(isOfRow) }) : [];
  return {
    suite,
    classname: `${suite}.${plannersText(row)}`,
    name: titleText(row),
    failures: reasons.filter(isOwn).map(({ text }) => text),
    skipped: verdict === 'too_few' ? verdictText(row) : null,
    out: [
      `${valueText(row, 'baseline')} → ${valueText(row, 'candidate')}, ${differenceText(row)} (95 % ${intervalText(row)}), ${pEquation(row.p)}, after Holm ${pEquation(row.pHolm)}: ${verdictText(row)}`,
      ...turned.flatMap(({ title, flips: group }) => [title, ...group.map((flip) => `  ${flipTitle(flip)}`)]),
    ].join('\n'),
  };
}

function verdictCase(comparison: Comparison): Case {
  const { verdict, text } = comparison.overall;
  return {
    suite: 'verdict',
    classname: 'verdict',
    name: 'Verdict',
    failures: [],
    skipped: verdict === 'too_few' ? text : null,
    out: [text, ...failureLines(comparison)].join('\n'),
  };
}

function missingCase(comparison: Comparison, reasons: readonly GateReason[]): Case {
  const failures = reasons.filter(({ kind }) => kind === 'missing').map(({ text }) => text);
  const lines = missingOf(comparison);
  const skipped = lines.length === 0 ? null : `${counted(comparison.missing.length, 'episode')} on one side only`;
  return {
    suite: 'pairs',
    classname: 'pairs',
    name: 'Every episode is on both sides',
    failures,
    skipped,
    out: lines.join('\n'),
  };
}

function caseLines({ classname, name, failures, skipped, out }: Case): string[] {
  return [
    `    <testcase classname="${escaped(classname)}" name="${escaped(name)}" time="0">`,
    ...failures.map((text) => `      <failure message="${escaped(text)}" type="gate">${escaped(text)}</failure>`),
    ...(failures.length === 0 && skipped !== null ? [`      <skipped message="${escaped(skipped)}"/>`] : []),
    `      <system-out>${escaped(out)}</system-out>`,
    '    </testcase>',
  ];
}

/** Characters that XML 1.0 cannot hold become U+FFFD, others that show nothing of themselves escapes. */
function escaped(text: string): string {
  const held = text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
  return escapedMarkup(printable(held));
}
