import { join } from 'node:path';
import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import { ANSWER_FLAWS } from '../../../cassettes/wire/wire_reply.ts';
import { commandText, counted } from '../../io/errors/counted.ts';
import { PAPER, type Screen } from '../../io/screen.ts';
import { isRecording, type RunSettings, type SimulatorMode } from '../../run/plan/run_request.ts';
import { RUN_FILES, type RunRecord } from '../../run/run_record.ts';
import type { PlannerTally, RunTally } from '../../run/run_tally.ts';
import { plainTable } from '../../tables/plain_table.ts';
import type { EpisodeMetrics } from '../../trace/metrics/metrics.ts';
import { discardedCalls } from '../../trace/metrics/mistakes.ts';
import { moneyOf, moneyText, type Prices } from '../../trace/metrics/prices.ts';
import { recordingHints, rerunWords } from './missing_answers.ts';

const MEANS = [
  'averageSteps',
  'averageStepsOfSuccesses',
  'goalConditionRecall',
  'calls',
  'promptTokens',
  'completionTokens',
] as const;

export function runTable(out: string, tally: RunTally, screen: Screen = PAPER): string {
  const episodes =
    tally.rows === null
      ? `${counted(tally.episodes, 'episode')}, each a line of ${join(out, RUN_FILES.episodes)}`
      : episodeLines(tally.rows, screen);
  return `${episodes}\n\n${plannerTable(tally.planners(), screen)}`;
}

export function plannerTable(
  planners: readonly PlannerTally[],
  screen: Screen = PAPER,
  prices: Prices | null = null,
): string {
  const lines = planners.map(({ planner, complete, successes, pool }) => {
    if (complete === 0) return [planner, 'not recorded'];
    const all = pool.result();
    const money = prices === null ? null : moneyOf(all, prices);
    const cost = prices === null ? [] : [money === null ? '–' : moneyText(money)];
    return [planner, `${successes}/${complete}`, ...MEANS.map((mean) => all[mean]?.toFixed(2) ?? '–'), ...cost];
  });
  const titles = ['planner', 'SR', 'AS (cap)', 'AS (successes)', 'GCR', 'calls', 'prompt tokens', 'answer tokens'];
  const money = prices === null ? [] : ['money'];
  return plainTable([...titles, ...money], lines, {
    screen,
    always: ['planner', 'SR', ...money],
    next: ['GCR', 'AS (cap)'],
  });
}

function episodeLines(rows: readonly EpisodeMetrics[], screen: Screen): string {
  return plainTable(
    ['episode', 'end', 'steps', 'GCR', 'Exec', 'calls', 'discarded'],
    rows.map((each) => {
      const rates = [each.goalConditionRecall.toFixed(2), each.executability?.toFixed(2) ?? '–'];
      return [each.episode, each.end, each.steps, ...rates, each.calls, discardedCalls(each.discards)].map(String);
    }),
    {
      screen,
      always: ['episode', 'end'],
      lookOf: (cell, column) => (column !== 1 ? null : cell === 'goal' ? 'good' : 'bad'),
    },
  );
}

/** `episodes` is null if there are too many to list. */
export function runDocument(out: string, run: RunRecord, tally: RunTally) {
  return { out, run, episodes: tally.rows, misses: tally.misses.count + tally.simulatorMisses.count };
}

export type RunContext = Readonly<{
  mode: CassetteMode;
  simulatorMode?: SimulatorMode;
  interrupted: boolean;
  typed?: readonly string[];
  tapeWords?: readonly string[];
}>;

/** Exit codes: 1 a planner or world failed, 3 answers are missing or refused, 4 a limit was reached, 130 interrupted. */
export function runVerdict(
  out: string,
  tally: RunTally,
  { mode, simulatorMode, interrupted, typed = ['run'], tapeWords = [] }: RunContext,
): { messages: string[]; exitCode: number } {
  const planners = tally.planners();
  const complete = planners.reduce((sum, each) => sum + each.complete, 0);
  const successes = planners.reduce((sum, each) => sum + each.successes, 0);
  const incomplete = tally.episodes - complete;
  const incompleteText = incomplete === 0 ? '' : ` (${counted(incomplete, 'incomplete episode')} not counted)`;
  const broken = tally.ended('planner_failed', 'env_failed');
  const unanswered = tally.ended('api_failed');
  const messages = [
    `${successes} of ${counted(complete, 'episode')} succeeded${incompleteText}; traces in ${out}`,
    ...flawLines(tally),
    ...broken.lines,
    ...unanswered.lines,
  ];
  const continuation = `to continue: ${commandText(rerunWords(typed))}`;
  if (interrupted) {
    const keptNothing = mode === 'replay' && !isRecording(simulatorMode);
    messages.push(keptNothing ? 'Interrupted' : `Interrupted; all answers so far are recorded; ${continuation}`);
    return { messages, exitCode: 130 };
  }
  if (unanswered.count > 0) messages.push(`All answers so far are recorded; ${continuation}`);
  messages.push(...tally.simulatorMisses.lines);
  const { misses } = tally;
  if (misses.count > 0 && mode === 'batch') {
    const episodesLack = misses.count === 1 ? '1 episode lacks' : `${misses.count} episodes lack`;
    const exportCommand = commandText(['batch', 'export', out, '-o', 'requests.jsonl', ...tapeWords]);
    messages.push(`${episodesLack} an answer; export the requests: ${exportCommand}`);
  } else messages.push(...misses.lines, ...(misses.count > 0 && mode === 'replay' ? recordingHints(typed) : []));
  const secret = tally.ended('refused_secret');
  messages.push(...secret.lines, ...tally.ended('call_limit', 'llm_failed', 'timeout').lines);
  if (broken.count > 0) return { messages, exitCode: 1 };
  const isMissing = misses.count + tally.simulatorMisses.count + unanswered.count + secret.count > 0;
  return { messages, exitCode: isMissing ? 3 : tally.ended('call_limit', 'timeout').count > 0 ? 4 : 0 };
}

function flawLines(tally: RunTally): string[] {
  return tally.planners().flatMap(({ planner, calls, flaws: counts }) => {
    const flaws = ANSWER_FLAWS.flatMap((flaw) => (counts[flaw] === undefined ? [] : [`${counts[flaw]} ${flaw}`]));
    return flaws.length === 0 ? [] : [`${planner}: ${flaws.join(', ')} of ${counted(calls, 'answer')}`];
  });
}

export function simulatorLines(
  { simulated }: Pick<RunTally, 'simulated'>,
  { simulatorMode = 'replay' }: Pick<RunSettings, 'simulatorMode'>,
): readonly string[] {
  if (simulated === null) return [];
  const { fromTape, asked } = simulated;
  if (simulatorMode === 'live') return [`The simulator gave ${counted(asked, 'answer')}; none is recorded`];
  const recorded = isRecording(simulatorMode) ? `, ${asked} recorded` : '';
  const lines = [`The simulator: ${counted(fromTape, 'answer')} from the tape${recorded}`];
  const isIdle = simulatorMode === 'record' && asked === 0 && fromTape > 0;
  return isIdle
    ? [...lines, 'All answers of the simulator are on the tape; --simulator-mode rerecord requests them again']
    : lines;
}
