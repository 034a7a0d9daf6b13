/**
 * What success rates leave out: quality of what was done, kinds of mistakes, cost by role, and how well states were tracked.
 *
 * One line a suite and planner, over the recorded episodes. Rates are pooled over all steps or calls of those episodes.
 *
 * @module
 */

import { discardedCalls, type EpisodeMetrics, quotient, sixDigits } from '../metrics.ts';
import { ownValue } from '../own_value.ts';
import { ERROR_KINDS } from '../trace/action_errors.ts';
import { addTracking, total, totalOrNull } from '../trace/episode_counts.ts';

import { cellOf } from './cells.ts';
import type { Field, Table } from './table.ts';
import { taskInterval } from './task_interval.ts';

type Group = { readonly suite: string; readonly planner: string; readonly episodes: readonly EpisodeMetrics[] };

/** `planners` are those of each suite in the order in which they are to be listed. */
export function metricTables(
  all: readonly EpisodeMetrics[],
  planners: ReadonlyMap<string, readonly string[]> = new Map(),
): Table[] {
  const complete = all.filter((each) => each.complete);
  const position = ({ suite, planner }: EpisodeMetrics) => planners.get(suite)?.indexOf(planner) ?? 0;
  const suites = [...Map.groupBy(complete, ({ suite }) => suite).values()];
  const groups = groupsOf(suites.flatMap((suite) => suite.toSorted((a, b) => position(a) - position(b))));
  return [qualityTable(groups), errorTable(groups), roleTable(groups)];
}

function groupsOf(episodes: readonly EpisodeMetrics[]): Group[] {
  return [...Map.groupBy(episodes, ({ suite, planner }) => `${suite} ${planner}`).values()].map((group) => {
    const { suite = '', planner = '' } = group[0] ?? {};
    return { suite, planner, episodes: group };
  });
}

/** Success, steps, executability, repetition, parsing and state tracking. */
function qualityTable(groups: readonly Group[]): Table {
  const rows = groups.map(({ suite, planner, episodes }) => ({ suite, planner, ...qualityOf(episodes) }));
  return {
    name: 'metrics',
    title: 'How well: further metrics by planner',
    shown: {
      header: [
        'Suite',
        'Planner',
        'SR',
        '95 %',
        'GCR',
        'Steps ÷ ref',
        'Exec',
        'Repeated',
        'Discarded',
        'Tracking P',
        'R',
        'Covered',
      ],
      lines: rows.map((row) => [
        row.suite,
        row.planner,
        `${row.successes}/${row.episodes}`,
        `${percent(row.successLow)}–${percent(row.successHigh)}`,
        percent(row.goalConditionRecall),
        row.stepsRatio === null ? 'n/a' : row.stepsRatio.toFixed(2),
        percent(row.executability),
        percent(row.repeatedFailureRate),
        percent(row.parseDiscardRate),
        percent(row.trackingPrecision),
        percent(row.trackingRecall),
        percent(row.trackingCoverage),
      ]),
    },
    rows,
    notes: [
      'over the recorded episodes only; planners are compared on what each has recorded, which may differ',
      'SR: successes/episodes with its 95 % interval (after Wilson, clustered by task: episodes of one task are not taken for independent ones); GCR: goal-condition recall at the end',
      'Steps ÷ ref: mean over successes of steps ÷ steps of the reference plan; Exec: share of steps carried out',
      'Repeated: share of refused steps that were refused before in the same words for the same reason; Discarded: share of calls in replies that could not be used',
      'Tracking: attributes that LLM-State wrote, against the simulator at each update. P: share of true ones among those that the lexicon covers; R: share of what has changed of which there is a true one; Covered: share that the lexicon covers',
      'n/a: there is nothing to count',
    ],
  };
}

function qualityOf(episodes: readonly EpisodeMetrics[]) {
  const sum = (count: (each: EpisodeMetrics) => number) => episodes.reduce((all, each) => all + count(each), 0);
  const successes = sum(({ success }) => (success ? 1 : 0));
  const failed = sum((each) => each.failedSteps);
  const discarded = sum(discardedCalls);
  const tracking = addTracking(episodes.flatMap((each) => (each.tracking === null ? [] : [each.tracking])));
  const cell = cellOf(episodes);
  const [low, high] = taskInterval(episodes, ({ success }) => success);
  return {
    episodes: episodes.length,
    successes,
    successLow: sixDigits(low),
    successHigh: sixDigits(high),
    averageSteps: cell?.averageSteps ?? null,
    averageStepsOfSuccesses: cell?.averageStepsOfSuccesses ?? null,
    stepsRatio: cell?.stepsRatio ?? null,
    goalConditionRecall: cell?.goalConditionRecall ?? null,
    executability: cell?.executability ?? null,
    failedSteps: failed,
    repeatedFailureRate: rounded(
      quotient(
        sum((each) => each.repeatedFailures),
        failed,
      ),
    ),
    parseDiscardRate: rounded(quotient(discarded, sum((each) => each.accepted) + discarded)),
    trackingClaims: tracking?.claims ?? null,
    trackingPrecision: tracking === null ? null : rounded(quotient(tracking.correct, tracking.covered)),
    trackingFacts: tracking?.facts ?? null,
    trackingRecall: tracking === null ? null : rounded(quotient(tracking.recalled, tracking.facts)),
    trackingCoverage: tracking === null ? null : rounded(quotient(tracking.covered, tracking.claims)),
  };
}

/** Mistakes by kind, and refused steps by precondition. */
function errorTable(groups: readonly Group[]): Table {
  const counted = groups.map(({ suite, planner, episodes }) => ({
    suite,
    planner,
    episodes: episodes.length,
    steps: episodes.reduce((sum, each) => sum + each.steps, 0),
    errors: total(episodes.flatMap(({ errors }) => Object.entries(errors))),
    failures: total(episodes.flatMap(({ failures }) => Object.entries(failures))),
  }));
  return {
    name: 'errors',
    title: 'What went wrong: mistakes by kind, refused steps by precondition',
    shown: {
      header: ['Suite', 'Planner', 'Steps', ...ERROR_KINDS.map((kind) => kind.replaceAll('_', ' ')), 'Refused because'],
      lines: counted.map(({ suite, planner, steps, errors, failures }) => [
        suite,
        planner,
        String(steps),
        ...ERROR_KINDS.map((kind) => String(errors[kind] ?? 0)),
        named(failures),
      ]),
    },
    rows: counted.map(({ errors, failures, ...row }) => ({
      ...row,
      ...Object.fromEntries(ERROR_KINDS.map((kind): [string, Field] => [kind, errors[kind] ?? 0])),
      failures: named(failures),
    })),
    notes: [
      'kinds after Embodied Agent Interface (arXiv 2410.07166); parse and argument also count what was thrown away in replies',
      'wrong order: the same action would have been carried out earlier in the episode; missing step: it would not',
    ],
  };
}

/** Calls and tokens of each role of a method. */
function roleTable(groups: readonly Group[]): Table {
  const rows = groups.flatMap(({ suite, planner, episodes }) => {
    const roles = [...new Set(episodes.flatMap((each) => Object.keys(each.roles)))].sort();
    return roles.map((role) => {
      const counts = episodes.flatMap((each) => ownValue(each.roles, role) ?? []);
      const perEpisode = (sum: number | null) => (sum === null ? null : sixDigits(sum / episodes.length));
      return {
        suite,
        planner,
        role,
        episodes: episodes.length,
        calls: perEpisode(counts.reduce((sum, { calls }) => sum + calls, 0)),
        promptTokens: perEpisode(totalOrNull(counts.map(({ promptTokens }) => promptTokens))),
        completionTokens: perEpisode(totalOrNull(counts.map(({ completionTokens }) => completionTokens))),
      };
    });
  });
  return {
    name: 'roles',
    title: 'What it cost: calls and tokens by role, mean per episode',
    shown: {
      header: ['Suite', 'Planner', 'Role', 'Calls', 'Prompt tokens', 'Answer tokens'],
      lines: rows.map(({ suite, planner, role, calls, promptTokens, completionTokens }) => [
        suite,
        planner,
        role,
        ...[calls, promptTokens, completionTokens].map((mean) => mean?.toFixed(1) ?? 'unknown'),
      ]),
    },
    rows,
    notes: [
      'tokens as recorded with the answers; the manifest of the tape names the tokenizer where they were counted here',
    ],
  };
}

function rounded(value: number | null): number | null {
  return value === null ? null : sixDigits(value);
}

function percent(share: number | null): string {
  return share === null ? 'n/a' : `${(100 * share).toFixed(1)} %`;
}

/** `free_hand=1 seen=2`, for one cell. */
export function named(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}=${count}`)
    .join(' ');
}
