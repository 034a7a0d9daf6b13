import { addressId } from '../../../cassettes/format/entry.ts';
import { answeredCalls, episodeId, readTrace, type Trace, writeTrace } from '../../trace/trace.ts';
import type { EpisodeEnd } from '../../trace/trace_schema.ts';

/** Requests that got no answer are on no tape. */
const UNANSWERED: readonly EpisodeEnd[] = ['llm_failed', 'api_failed'];
const ALLOWED = [...UNANSWERED, 'goal', 'step_limit', 'planner_stopped', 'call_limit', 'refused_secret'];

/** An episode without an answer may get one from its `peers`: planners of one task and trial share answers. */
export function episodeProblems(recorded: Trace | undefined, replayed: Trace, peers: Iterable<Trace> = []): string[] {
  const id = episodeId(replayed.header);
  if (recorded === undefined) return [`${id} was not recorded`];
  const { end, detail } = recorded.summary;
  const text = writeTrace(recorded);
  const problems = readingProblems(text, id);
  if (!ALLOWED.includes(end)) problems.push(`${id} ends with ${end}: ${detail}`);
  if (UNANSWERED.includes(end)) {
    const given = new Set([recorded, ...peers].flatMap(answeredCalls).map(addressId));
    const isForeign = answeredCalls(replayed).some((call) => !given.has(addressId(call)));
    if (isForeign) problems.push(`${id} replays with an answer that nobody was given`);
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
