/**
 * Test support: what is wrong with an episode that was recorded from a bad model and then replayed.
 *
 * @module
 */
import { addressId } from '../../../cassettes/format/entry.ts';
import { answeredCalls, episodeId, readTrace, type Trace, writeTrace } from '../../trace/trace.ts';
import type { EpisodeEnd } from '../../trace/trace_schema.ts';

/** Nobody need be at fault. That a planner or a world broke, or worked for too long, is a defect. */
const ALLOWED: readonly EpisodeEnd[] = [
  'goal',
  'step_limit',
  'planner_stopped',
  'call_limit',
  'llm_failed',
  'api_failed',
  'refused_secret',
];
/** Requests that got no answer are on no tape. */
const UNANSWERED: readonly EpisodeEnd[] = ['llm_failed', 'api_failed'];

/**
 * Empty where all is well: it came to an end that is allowed, its trace reads back, and the replay has the same bytes. An episode
 * that got no answer may be given one on replay by its `peers`, the other recorded episodes: planners of one task and trial share answers.
 */
export function episodeProblems(recorded: Trace | undefined, replayed: Trace, peers: Iterable<Trace> = []): string[] {
  const id = episodeId(replayed.header);
  if (recorded === undefined) return [`${id} was not recorded`];
  const { end, detail } = recorded.summary;
  const text = writeTrace(recorded);
  const problems = readingProblems(text, id);
  if (!ALLOWED.includes(end)) problems.push(`${id} ends with ${end}: ${detail}`);
  if (UNANSWERED.includes(end)) {
    const given = new Set([recorded, ...peers].flatMap(answeredCalls).map(addressId));
    const foreign = answeredCalls(replayed)
      .map(addressId)
      .filter((address) => !given.has(address));
    if (foreign.length > 0) problems.push(`${id} replays with an answer that nobody was given`);
  } else if (writeTrace(replayed) !== text) {
    problems.push(`${id} replays otherwise: ${firstDifferentLine(text, writeTrace(replayed))}`);
  }
  return problems;
}

function readingProblems(text: string, id: string): string[] {
  try {
    return writeTrace(readTrace(text, id)) === text ? [] : [`${id} does not read back as it was written`];
  } catch (error) {
    return [`${id} does not read back: ${error}`];
  }
}

function firstDifferentLine(recorded: string, replayed: string): string {
  const lines = recorded.split('\n');
  const others = replayed.split('\n');
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `line ${at + 1}: ${lines[at]?.slice(0, 300)} ≠ ${others[at]?.slice(0, 300)}`;
}
