/**
 * What `tapedeck run` says of a run that is over: a table, a JSON document, and a verdict with an exit code.
 *
 * @module
 */

import { isOfSimulator } from '../../cassettes/batch/wanted_requests.ts';
import type { CassetteMode } from '../../cassettes/cassette/cassette.ts';
import { ANSWER_FLAWS } from '../../cassettes/wire/answer_flaw.ts';
import { discardedCalls } from '../metrics/discards.ts';
import { metricsOf, poolSome } from '../metrics/metrics.ts';
import { isRecording, type SimulatorMode } from '../run_plan/simulator_mode.ts';
import type { RunResult } from '../runs/run_folder.ts';
import { commandText } from '../terminal/command_text.ts';
import { plainTable } from '../terminal/plain_table.ts';
import { PAPER, type Screen } from '../terminal/screen.ts';
import { total } from '../trace/episode_counts.ts';
import { episodeId, isComplete, type Trace } from '../trace/trace.ts';
import type { EpisodeEnd } from '../trace/trace_schema.ts';
import { runAgain } from './run_again.ts';

const MESSAGES_MAX = 10;

const MEANS = [
  'averageSteps',
  'averageStepsOfSuccesses',
  'goalConditionRecall',
  'calls',
  'promptTokens',
  'completionTokens',
] as const;

/** A line for each episode, and below one for each planner over the episodes that ran to their end. */
export function runTable(result: RunResult, screen: Screen = PAPER): string {
  const metrics = result.traces.map(metricsOf);
  const episodes = plainTable(
    ['episode', 'end', 'steps', 'GCR', 'Exec', 'calls', 'discarded'],
    metrics.map((each) => {
      const rates = [each.goalConditionRecall.toFixed(2), each.executability?.toFixed(2) ?? '–'];
      return [each.episode, each.end, each.steps, ...rates, each.calls, discardedCalls(each.discards)].map(String);
    }),
    {
      screen,
      first: ['end', 'episode'],
      lookOf: (cell, column) => (column !== 1 ? null : cell === 'goal' ? 'good' : 'bad'),
    },
  );
  const complete = metrics.filter((each) => each.complete);
  const planners = [...new Set(metrics.map(({ planner }) => planner))].map((planner) => {
    const group = complete.filter((each) => each.planner === planner);
    if (group.length === 0) return [planner, 'not recorded'];
    const ratio = `${group.filter((each) => each.success).length}/${group.length}`;
    const means = Object.values(poolSome(group, MEANS));
    return [planner, ratio, ...means.map((mean) => mean?.toFixed(2) ?? '–')];
  });
  const titles = ['planner', 'SR', 'AS (cap)', 'AS (successes)', 'GCR', 'calls', 'prompt tokens', 'answer tokens'];
  return `${episodes}\n\n${plainTable(titles, planners, { screen, first: ['planner', 'SR'] })}`;
}

export function runDocument(out: string, result: RunResult) {
  return { out, run: result.run, episodes: result.traces.map(metricsOf), misses: result.misses.length };
}

/** How a run was asked for, and how it came to its end. */
export type Ran = {
  readonly mode: CassetteMode;
  readonly simulatorMode?: SimulatorMode;
  readonly interrupted: boolean;
  /** The words of the command line, for hints that repeat them. */
  readonly typed?: readonly string[];
  /** The options that name its tapes, where they are not the usual ones. */
  readonly tapeWords?: readonly string[];
};

/** What to tell the user, and the exit code: 1 a planner or world broke, 3 answers are missing (a request that was refused
 * because it looks like it holds a credential included), 4 a limit was reached, 130 interrupted. */
export function runVerdict(
  out: string,
  result: RunResult,
  { mode, simulatorMode, interrupted, typed = ['run'], tapeWords = [] }: Ran,
): { messages: string[]; exitCode: number } {
  const complete = result.traces.filter(isComplete);
  const successes = complete.filter(({ summary }) => summary.success).length;
  const left = result.traces.length - complete.length;
  const leftOut = left === 0 ? '' : `, ${left} did not run to their end and are not counted`;
  const messages = [`${successes} of ${complete.length} episodes succeeded${leftOut}; traces in ${out}`];
  messages.push(...flawLines(result));
  const broken = endedWith(result, ['planner_failed', 'env_failed']);
  messages.push(...shortList(broken.map(failureLine)));
  const unanswered = endedWith(result, ['api_failed']);
  messages.push(...shortList(unanswered.map(failureLine)));
  const goOn = `to continue: ${commandText(runAgain(typed))}`;
  if (interrupted) {
    messages.push(
      mode === 'replay' && !isRecording(simulatorMode)
        ? 'Interrupted'
        : `Interrupted; what was answered is recorded, ${goOn}`,
    );
    return { messages, exitCode: 130 };
  }
  if (unanswered.length > 0) messages.push(`What was answered is recorded; ${goOn}`);
  messages.push(...shortList(result.misses.filter(isOfSimulator).map(({ message }) => message)));
  const misses = result.misses.filter((miss) => !isOfSimulator(miss));
  if (misses.length > 0 && mode === 'batch') {
    messages.push(
      `${misses.length} episodes wait for an answer; export the requests: ${commandText(['batch', 'export', out, '-o', 'requests.jsonl', ...tapeWords])}`,
    );
  } else {
    messages.push(...shortList(misses.map(({ message }) => message)));
    if (misses.length > 0 && mode === 'replay') {
      messages.push(
        `To have a live model answer: ${commandText(runAgain(typed, 'record'))}`,
        `To have them answered by batch files, begin with: ${commandText(runAgain(typed, 'batch'))}`,
      );
    }
  }
  const secret = endedWith(result, ['refused_secret']);
  messages.push(...shortList(secret.map(failureLine)));
  const limited = endedWith(result, ['call_limit', 'llm_failed', 'timeout']);
  messages.push(...shortList(limited.map(failureLine)));
  if (broken.length > 0) return { messages, exitCode: 1 };
  if (result.misses.length + unanswered.length + secret.length > 0) return { messages, exitCode: 3 };
  return { messages, exitCode: limited.some(({ summary }) => summary.end !== 'llm_failed') ? 4 : 0 };
}

/** For each planner that got some, how many answers had a flaw, and which. */
function flawLines({ traces }: RunResult): string[] {
  const groups = Map.groupBy(traces.map(metricsOf), ({ planner }) => planner);
  return [...groups].flatMap(([planner, group]) => {
    const counts = total(group.flatMap(({ flaws }) => Object.entries(flaws)));
    const flaws = ANSWER_FLAWS.flatMap((flaw) => (counts[flaw] === undefined ? [] : [`${counts[flaw]} ${flaw}`]));
    const calls = group.reduce((sum, metrics) => sum + metrics.calls, 0);
    return flaws.length === 0 ? [] : [`${planner}: of ${calls} answers ${flaws.join(', ')}`];
  });
}

function endedWith(result: RunResult, ends: readonly EpisodeEnd[]): Trace[] {
  return result.traces.filter(({ summary }) => ends.includes(summary.end));
}

function failureLine({ header, summary }: Trace): string {
  return `${episodeId(header)}: ${summary.end}: ${summary.detail}`;
}

function shortList(lines: readonly string[]): string[] {
  const more = lines.length - MESSAGES_MAX;
  return more > 0 ? [...lines.slice(0, MESSAGES_MAX), `… and ${more} more`] : [...lines];
}
