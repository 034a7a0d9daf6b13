/**
 * What came of checking a planner, for a person.
 *
 * @module
 */
import { counted } from '../../../io/errors/counted.ts';
import { type Look, PAPER, painted, type Screen } from '../../../io/screen.ts';
import type { CheckedTitle, JudgedBeliefs } from './check_messages.ts';
import type { PlannerReport } from './check_planner.ts';

const LOOKS: Readonly<Record<CheckedTitle['status'], Look | null>> = { passed: 'good', failed: 'bad', skipped: null };

/** The checks, a line each; then, of each that failed, why, what led to it, and how to see it again. */
export function plannerReportText({ planner, world, checks }: PlannerReport, again: string, screen = PAPER): string {
  const lines = checks.map((check) => checkLine(check, screen));
  const faults = checks.flatMap((check) =>
    check.status === 'failed' ? ['', ...faultLines(check, again, screen)] : [],
  );
  return [painted(`${planner}, in ${world}`, 'title', screen), '', ...lines, ...faults].join('\n');
}

/** `10 of 13 checks passed, 1 failed, 2 skipped`. */
export function verdictText(checks: readonly CheckedTitle[]): string {
  const count = (wanted: CheckedTitle['status']) => checks.filter(({ status }) => status === wanted).length;
  return `${count('passed')} of ${counted(checks.length, 'check')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}

function checkLine(check: CheckedTitle, screen: Screen): string {
  return [painted(check.status.padEnd(7), LOOKS[check.status], screen), check.check, remark(check)]
    .filter((part) => part !== '')
    .join('  ');
}

function remark(check: CheckedTitle): string {
  const said = check.status === 'skipped' ? check.reason : check.status === 'passed' ? (check.note ?? '') : '';
  const judged = check.beliefs === undefined || check.beliefs.beliefs === 0 ? '' : beliefsText(check.beliefs);
  const text = [said, judged].filter((part) => part !== '').join('; ');
  return text === '' ? '' : `(${text})`;
}

function beliefsText({ source, episodes, beliefs, precision, recall }: JudgedBeliefs): string {
  return `${counted(beliefs, 'belief')} in ${episodes} ${source} judged, precision ${share(precision)}, recall ${share(recall)}`;
}

function share(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(3);
}

function faultLines(
  { check, reason, trace, beliefs, again: own }: Extract<CheckedTitle, { status: 'failed' }>,
  again: string,
  screen: Screen,
): string[] {
  const broken = Object.entries(beliefs?.broken ?? {}).map(
    ([invariant, { beliefs: times, episodes }]) =>
      `${invariant}: broken by ${counted(times, 'belief')}, in ${counted(episodes, 'episode')}`,
  );
  return [
    painted(check, 'bad', screen),
    `  ${reason}`,
    ...trace.map((line) => `    ${line}`),
    ...(beliefs?.source === 'recorded episodes' ? broken.map((line) => `  ${line}`) : []),
    `  Again: ${own ?? again}`,
  ];
}
