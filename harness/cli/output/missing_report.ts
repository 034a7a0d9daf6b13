/**
 * How much a run, an export or an ingestion leaves without an answer, in words.
 *
 * @module
 */
import { type Missing, type MissingCalls, missingAnswers } from '../../../cassettes/batch/missing_answers.ts';
import { wantedRequests } from '../../../cassettes/batch/wanted_requests.ts';
import type { PlannerTally } from '../../run/run_tally.ts';
import type { MissRecord } from '../../run/threads/play_episode.ts';

/** What a run lacks. Where an API gave up, a call is missing whose prompt nobody kept. */
export async function missingInRun(
  misses: readonly MissRecord[],
  played: readonly Pick<PlannerTally, 'planner' | 'gaveUp'>[],
): Promise<Missing> {
  const { wanted } = wantedRequests(misses);
  const missing = await missingAnswers(wanted);
  const gaveUp = new Map(played.filter((each) => each.gaveUp > 0).map((each) => [each.planner, each.gaveUp]));
  if (gaveUp.size === 0) return missing;
  const names = new Set([...missing.planners.map(({ planner }) => planner), ...gaveUp.keys()]);
  const planners = [...names].toSorted().map((planner) => {
    const more = gaveUp.get(planner) ?? 0;
    const known = missing.planners.find((each) => each.planner === planner);
    const { episodes, calls, promptTokens } = known ?? { episodes: 0, calls: 0, promptTokens: 0 };
    return { planner, episodes: episodes + more, calls: calls + more, promptTokens };
  });
  return {
    planners,
    all: { ...missing.all, calls: missing.all.calls + [...gaveUp.values()].reduce((sum, count) => sum + count, 0) },
  };
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
