import { counted } from '../../../io/errors/counted.ts';
import { type Look, PAPER, painted, type Screen } from '../../../io/screen.ts';
import type { CarriedError } from '../../../run/threads/carried_error.ts';
import type { TrackingReport } from '../check_tracker.ts';

export type CheckOrder = Readonly<{
  planner: string;
  /** By default the planner's first world. */
  world: string | undefined;
  runs: number;
  seed: number;
  timeLimitS: number;
  /** Folders of tapes, lowest first. */
  tapes: readonly string[];
  withoutRecorded?: boolean;
}>;

export type JudgedBeliefs = Omit<TrackingReport, 'steps'> &
  Readonly<{
    source: 'random houses' | 'recorded episodes';
    episodes: number;
    beliefs: number;
    /** Invariant → breaks; in random houses, only the first. */
    broken: Readonly<Record<string, Readonly<{ beliefs: number; episodes: number }>>>;
  }>;

export type CheckOutcome = { readonly beliefs?: JudgedBeliefs } & (
  | Readonly<{ status: 'passed'; note?: string }>
  | Readonly<{ status: 'failed'; reason: string; trace: readonly string[]; again?: string }>
  | Readonly<{ status: 'skipped'; reason: string }>
);

export type CheckedTitle = CheckOutcome & { readonly check: string };

export type CheckPlan = Readonly<{ planner: string; world: string; titles: readonly string[] }>;

export type PlannerReport = Omit<CheckPlan, 'titles'> &
  Pick<CheckOrder, 'runs' | 'seed'> & { readonly checks: readonly CheckedTitle[] };

export type ToCheckThread = { readonly check: number };

export type FromCheckThread =
  | { readonly plan: CheckPlan }
  | { readonly failed: CarriedError }
  | { readonly line: string | null }
  | { readonly found: CheckOutcome }
  | { readonly outcome: CheckOutcome };

const LOOKS: Readonly<Record<CheckedTitle['status'], Look | null>> = { passed: 'good', failed: 'bad', skipped: null };

export function plannerReportText({ planner, world, checks }: PlannerReport, again: string, screen = PAPER): string {
  const lines = checks.map((check) => checkLine(check, screen));
  const failed = checks.filter((check) => check.status === 'failed');
  const faults = failed.flatMap((check) => ['', ...faultLines(check, again, screen)]);
  return [painted(`${planner}, in ${world}`, 'title', screen), '', ...lines, ...faults].join('\n');
}

export function verdictText(checks: readonly CheckedTitle[]): string {
  const count = (status: CheckedTitle['status']) => checks.filter((check) => check.status === status).length;
  return `${count('passed')} of ${counted(checks.length, 'check')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}

function checkLine(check: CheckedTitle, screen: Screen): string {
  const status = painted(check.status.padEnd(7), LOOKS[check.status], screen);
  return [status, check.check, remark(check)].filter((part) => part !== '').join('  ');
}

function remark(check: CheckedTitle): string {
  const note = check.status === 'skipped' ? check.reason : check.status === 'passed' ? (check.note ?? '') : '';
  const judged = check.beliefs === undefined || check.beliefs.beliefs === 0 ? '' : beliefsText(check.beliefs);
  const text = [note, judged].filter((part) => part !== '').join('; ');
  return text === '' ? '' : `(${text})`;
}

function beliefsText({ source, episodes, beliefs, precision, recall }: JudgedBeliefs): string {
  return `${counted(beliefs, 'belief')} in ${episodes} ${source} judged, precision ${share(precision)}, recall ${share(recall)}`;
}

function share(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(3);
}

function faultLines(
  { check, reason, trace, beliefs, again: ownCommand }: Extract<CheckedTitle, { status: 'failed' }>,
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
    `  Repeat: ${ownCommand ?? again}`,
  ];
}
