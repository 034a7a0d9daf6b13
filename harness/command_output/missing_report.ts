/**
 * How much a run, an export or an ingestion leaves without an answer, in words.
 *
 * @module
 */
import { type Missing, type MissingCalls, missingAnswers } from '../../cassettes/batch/missing_answers.ts';
import { wantedRequests } from '../../cassettes/batch/wanted_requests.ts';
import type { RunResult } from '../runs/run_folder.ts';

/** What a run lacks. Where an API gave up, a call is missing whose prompt nobody kept. */
export async function missingInRun({ misses, traces }: Pick<RunResult, 'misses' | 'traces'>): Promise<Missing> {
  const { wanted } = wantedRequests(misses);
  const missing = await missingAnswers(wanted);
  const gaveUp = traces.filter(({ summary }) => summary.end === 'api_failed').map(({ header }) => header.planner);
  if (gaveUp.length === 0) return missing;
  const names = new Set([...missing.planners.map(({ planner }) => planner), ...gaveUp]);
  const planners = [...names].toSorted().map((planner) => {
    const more = gaveUp.filter((name) => name === planner).length;
    const known = missing.planners.find((each) => each.planner === planner);
    const { episodes, calls, promptTokens } = known ?? { episodes: 0, calls: 0, promptTokens: 0 };
    return { planner, episodes: episodes + more, calls: calls + more, promptTokens };
  });
  return { planners, all: { ...missing.all, calls: missing.all.calls + gaveUp.length } };
}

/** A line for each planner, and one for all where there are several. */
export function missingLines({ planners, all }: Missing): readonly string[] {
  const lines = planners.map(
    ({ planner, episodes, ...calls }) =>
      `${planner}: ${count(episodes, 'episode')} stopped at a missing answer; ${atLeast(calls)}`,
  );
  return lines.length < 2 ? lines : [...lines, `in all, shared requests counted once: ${atLeast(all)}`];
}

function atLeast({ calls, promptTokens }: MissingCalls): string {
  const tokens = promptTokens === 0 ? '' : ` and ${count(promptTokens, 'prompt token')}`;
  return `at least ${count(calls, 'call')}${tokens} ${calls === 1 && tokens === '' ? 'is' : 'are'} missing`;
}

const NUMBERS = new Intl.NumberFormat('en-US');

function count(number: number, what: string): string {
  return `${NUMBERS.format(number)} ${what}${number === 1 ? '' : 's'}`;
}
