/** JUnit XML (`testing/junit.xsd`). */
import { printable } from '../../envs/printable.ts';
import { counted } from '../io/errors/counted.ts';
import { escapedMarkup } from '../tables/escaped_markup.ts';
import type { ComparedMetric } from '../tables/paired/compared_metrics.ts';
import {
  changeText,
  differenceText,
  intervalText,
  pEquation,
  titleText,
  verdictText,
} from '../tables/paired/difference_text.ts';
import type { Comparison } from './comparison.ts';
import type { GateReason, GateVerdict } from './gate.ts';
import { flipGroups, plannersText, shownComparison } from './shown_comparison.ts';

type Case = Readonly<
  Record<'suite' | 'classname' | 'name' | 'out', string> & { failures: readonly string[]; skipped: string | null }
>;

export function comparisonJunit(comparison: Comparison, { reasons }: GateVerdict): string {
  const { overall, rows, missing } = comparison;
  const shown = shownComparison(comparison);
  const cases: readonly Case[] = [
    {
      ...{ suite: 'verdict', classname: 'verdict', name: 'Verdict', failures: [] },
      skipped: overall.verdict === 'too_few' ? overall.text : null,
      out: [overall.text, ...shown.failures].join('\n'),
    },
    ...rows.map((row) => metricCase(row, comparison, reasons)),
    {
      ...{ suite: 'pairs', classname: 'pairs', name: 'Every episode is on both sides' },
      failures: reasons.filter(({ kind }) => kind === 'missing').map(({ text }) => text),
      skipped: missing.length === 0 ? null : `${counted(missing.length, 'episode')} on one side only`,
      out: shown.missing.join('\n'),
    },
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

function metricCase(row: ComparedMetric, { flips }: Comparison, reasons: readonly GateReason[]): Case {
  const { suite, metric, verdict, planner, baselinePlanner } = row;
  const isOfRow = (each: Pick<GateReason, 'suite' | 'planner' | 'baselinePlanner'>) =>
    each.suite === suite && each.planner === planner && each.baselinePlanner === baselinePlanner;
  const groups = metric === 'success' ? flipGroups(flips.filter(isOfRow)) : [];
  return {
    suite,
    classname: `${suite}.${plannersText(row)}`,
    name: titleText(row),
    failures: reasons.filter((each) => isOfRow(each) && each.metric === metric).map(({ text }) => text),
    skipped: verdict === 'too_few' ? verdictText(row) : null,
    out: [
      `${changeText(row)}, ${differenceText(row)} (95 % ${intervalText(row)}), ${pEquation(row.p)}, after Holm ${pEquation(row.pHolm)}: ${verdictText(row)}`,
      ...groups.flatMap(({ title, flips: group }) => [title, ...group.map((flip) => `  ${flip.title}`)]),
    ].join('\n'),
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

/** Characters that XML 1.0 forbids become U+FFFD. */
function escaped(text: string): string {
  const legal = text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
  return escapedMarkup(printable(legal));
}
