import { basename, dirname, join } from 'node:path';
import { type CallCount, countMissingAnswers, type MissingAnswers } from '../../../cassettes/batch/batch_export.ts';
import { missedRequests } from '../../../cassettes/batch/missed_requests.ts';
import { commandText, counted } from '../../io/errors/counted.ts';
import type { PlannerTally } from '../../run/run_tally.ts';
import type { MissRecord } from '../../run/threads/play_episode.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Calls that failed after all retries have no prompt tokens: their prompts are not stored. */
export async function missingInRun(
  misses: readonly MissRecord[],
  played: readonly Pick<PlannerTally, 'planner' | 'gaveUp'>[],
): Promise<MissingAnswers> {
  const missing = await countMissingAnswers(missedRequests(misses).missed);
  const gaveUp = new Map(played.filter((each) => each.gaveUp > 0).map((each) => [each.planner, each.gaveUp]));
  if (gaveUp.size === 0) return missing;
  const names = new Set([...missing.planners.map(({ planner }) => planner), ...gaveUp.keys()]);
  const planners = [...names].toSorted().map((planner) => {
    const failedCalls = gaveUp.get(planner) ?? 0;
    const known = missing.planners.find((each) => each.planner === planner);
    const { episodes, calls, promptTokens } = known ?? { episodes: 0, calls: 0, promptTokens: 0 };
    return { planner, episodes: episodes + failedCalls, calls: calls + failedCalls, promptTokens };
  });
  const calls = [...gaveUp.values()].reduce((sum, failedCalls) => sum + failedCalls, missing.all.calls);
  return { planners, all: { ...missing.all, calls } };
}

export async function reportDryRun(
  { misses, ...counts }: { cells?: number; episodes: number; misses: readonly MissRecord[] },
  { json }: { json: boolean },
  terminal: Terminal,
): Promise<void> {
  const { cells, episodes } = counts;
  const missing = await countMissingAnswers(missedRequests(misses).missed);
  const stopped = misses.length;
  const where = cells === undefined ? '' : ` in ${counted(cells, 'cell')}`;
  if (json) terminal.out(JSON.stringify({ dryRun: true, ...counts, stopped, missing }));
  else
    terminal.out(`${stopped} of ${counted(episodes, 'episode')}${where} would make requests that are not on the tapes`);
  for (const message of missingLines(missing)) terminal.say(message);
}

export function missingLines({ planners, all }: MissingAnswers): readonly string[] {
  const lines = planners.map(
    ({ planner, episodes, ...calls }) =>
      `${planner}: ${count(episodes, 'episode')} stopped at a missing answer; ${atLeast(calls)}`,
  );
  return lines.length < 2 ? lines : [...lines, `In total, counting shared requests once: ${atLeast(all)}`];
}

function atLeast({ calls, promptTokens }: CallCount): string {
  const tokens = promptTokens === 0 ? '' : ` and ${count(promptTokens, 'prompt token')}`;
  return `at least ${count(calls, 'call')}${tokens} ${calls === 1 && tokens === '' ? 'is' : 'are'} missing`;
}

export const NUMBERS = new Intl.NumberFormat('en-US');

export function count(number: number, what: string): string {
  return `${NUMBERS.format(number)} ${what}${number === 1 ? '' : 's'}`;
}

export function recordingHints(typed: readonly string[]): readonly string[] {
  return [
    `To call a live model: ${commandText(rerunWords(typed, 'record'))}`,
    `To use batch files, begin with: ${commandText(rerunWords(typed, 'batch'))}`,
  ];
}

/** A second run needs a new folder: `mine`, then `mine_2`. */
const FOLDER_OPTIONS: ReadonlySet<string | undefined> = new Set(['--out', '--name']);

export function rerunWords(typed: readonly string[], mode?: string): string[] {
  const words = typed.flatMap((word) => {
    const [, name, value] = /^(--(?:out|name|mode))=(.*)$/s.exec(word) ?? [];
    return name === undefined || value === undefined ? [word] : [name, value];
  });
  const kept = words.filter((word, at) => {
    if (mode !== undefined && (word === '--mode' || words[at - 1] === '--mode')) return false;
    return !word.startsWith('--json');
  });
  const again = kept.map((word, at) => (FOLDER_OPTIONS.has(kept[at - 1]) ? nextName(word) : word));
  return mode === undefined ? again : [...again, '--mode', mode];
}

function nextName(path: string): string {
  const name = basename(path);
  const number = /_(\d{1,6})$/.exec(name)?.[1];
  const next = number === undefined ? `${name}_2` : name.slice(0, -number.length) + (Number(number) + 1);
  return join(dirname(path), next);
}
