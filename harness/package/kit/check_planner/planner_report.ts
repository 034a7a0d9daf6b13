/** What a planner is checked for, what came of it, what the two threads say of it to each other, and the report for a person. */

import { counted } from '../../../io/errors/counted.ts';
import { type Look, PAPER, painted, type Screen } from '../../../io/screen.ts';
import type { CarriedError } from '../../../run/threads/carried_error.ts';

export type CheckOrder = {
  /** As it is written: a name, a file, or `cmd:…`. */
  readonly planner: string;
  /** Where it is to act; the first that it is made for unless told otherwise. */
  readonly world: string | undefined;
  /** Lists of replies, houses or recorded episodes that are tried. */
  readonly runs: number;
  readonly seed: number;
  /** For each play. */
  readonly timeLimitS: number;
  /** Folders of tapes, lowest first. */
  readonly tapes: readonly string[];
  /** Does as if nothing of it were recorded, where to look has not ended. */
  readonly withoutRecorded?: boolean;
};

/** How many beliefs were judged, and where. */
export type JudgedBeliefs = {
  readonly source: 'random houses' | 'recorded episodes';
  /** Houses, or episodes, in which a belief was judged. */
  readonly episodes: number;
  readonly beliefs: number;
  /** Share of true claims among those that the lexicon covers; null where there are none. */
  readonly precision: number | null;
  /** Share of what had changed of which there was a true claim; null where nothing had. */
  readonly recall: number | null;
  /** Invariant → how many beliefs break it, and in how many episodes; where houses are drawn, the first stops the search. */
  readonly broken: Readonly<Record<string, { readonly beliefs: number; readonly episodes: number }>>;
};

export type CheckOutcome = { readonly beliefs?: JudgedBeliefs } & (
  | { readonly status: 'passed'; readonly note?: string }
  | {
      readonly status: 'failed';
      readonly reason: string;
      /** What happened until then, line by line. */
      readonly trace: readonly string[];
      /** A command that shows it. */
      readonly again?: string;
    }
  | { readonly status: 'skipped'; readonly reason: string }
);

export type CheckedTitle = CheckOutcome & { readonly check: string };

/** What is to be checked, once the planner is loaded. */
export type CheckPlan = {
  readonly planner: string;
  readonly world: string;
  readonly titles: readonly string[];
};

export type PlannerReport = Omit<CheckPlan, 'titles'> & {
  readonly runs: number;
  readonly seed: number;
  readonly checks: readonly CheckedTitle[];
};

/** The position of a check in the plan. */
export type ToCheckThread = { readonly check: number };

export type FromCheckThread =
  | { readonly plan: CheckPlan }
  /** The planner cannot be loaded. */
  | { readonly failed: CarriedError }
  /** What happens in a play; null where another begins. */
  | { readonly line: string | null }
  /** A fault as it was found, before it is made smaller. */
  | { readonly found: CheckOutcome }
  | { readonly outcome: CheckOutcome };

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
