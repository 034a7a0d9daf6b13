/**
 * The episodes that turned from success to failure or back, and where their traces part.
 *
 * @module
 */
import { type Exchange, ExchangeReader } from '../run/reading/exchange_reader.ts';
import { eventLines } from '../run/reading/trace_text.ts';
import type { Trace } from '../trace/trace.ts';
import type { TraceEvent } from '../trace/trace_schema.ts';
import type { Flip, Parting, PromptChange } from './comparison.ts';
import { failureKindOf } from './failure_groups.ts';
import { type Pair, pairedEpisode } from './pair_episodes.ts';
import { promptChange } from './prompt_lines.ts';
import type { Side } from './side.ts';

/** Of so many the requests are read, too; each is in a tape of its own. */
const REQUESTS_READ_MAX = 100;

/** What was lost comes first, and is in the order of the pairs. */
export async function flipsOf(pairs: readonly Pair[], baseline: Side, candidate: Side): Promise<Flip[]> {
  const turned = pairs.filter((pair) => pair.baseline.row['success'] !== pair.candidate.row['success']);
  if (turned.length === 0) return [];
  const [before, after] = await Promise.all([
    baseline.traces(turned.map((pair) => pair.baseline)),
    candidate.traces(turned.map((pair) => pair.candidate)),
  ]);
  const traced = [baseline, candidate].every(({ kind }) => kind !== 'planbench');
  const flips: Flip[] = [];
  for (const pair of turned) {
    const traces = [before.get(pair.baseline.episode), after.get(pair.candidate.episode)] as const;
    const tapes = flips.length < REQUESTS_READ_MAX ? ([baseline.tapes, candidate.tapes] as const) : ([[], []] as const);
    flips.push({ ...(await flipOf(pair, traces, tapes)), traced });
  }
  return flips.sort((a, b) => Number(a.turned === 'gained') - Number(b.turned === 'gained'));
}

async function flipOf(
  pair: Pair,
  [before, after]: readonly [Trace | undefined, Trace | undefined],
  tapes: readonly [readonly string[], readonly string[]],
): Promise<Omit<Flip, 'traced'>> {
  const { row, digests } = pair.baseline;
  const told: Pick<Flip, 'parting' | 'firstStep' | 'prompt'> =
    before === undefined || after === undefined
      ? { parting: null, firstStep: null, prompt: null }
      : {
          parting: partingOf(before, after, () => true),
          firstStep: partingOf(before, after, ({ event }) => ['prologue', 'step', 'sense', 'stop'].includes(event)),
          prompt:
            digests.prompts === pair.candidate.digests.prompts ? null : await changedLines([before, after], tapes),
        };
  const isLost = row['success'] === true;
  const kind = failureKindOf(isLost ? pair.candidate : pair.baseline);
  return { ...pairedEpisode(pair), turned: isLost ? 'lost' : 'gained', kind, ...told };
}

/** The first event of a kind that differs; null where one trace has all that the other has. */
export function partingOf(before: Trace, after: Trace, isMeant: (event: TraceEvent) => boolean): Parting | null {
  const [left, right] = [before, after].map(({ events }) =>
    events.map((event, at) => ({ event, at })).filter(({ event }) => isMeant(event)),
  );
  if (left === undefined || right === undefined) return null;
  const length = Math.max(left.length, right.length);
  for (let number = 0; number < length; number += 1) {
    const [one, other] = [left[number], right[number]];
    if (one !== undefined && other !== undefined && essence(one.event) === essence(other.event)) continue;
    return {
      at: { baseline: one?.at ?? before.events.length, candidate: other?.at ?? after.events.length },
      baseline: one === undefined ? null : textOf(one.event),
      candidate: other === undefined ? null : textOf(other.event),
    };
  }
  return null;
}

/** What of an event is not bound to differ as soon as a prompt does. */
function essence(event: TraceEvent): string {
  if (event.event === 'call') return `call ${event.purpose}`;
  if (event.event === 'prologue' || event.event === 'step') {
    const { motion: _, ...step } = event;
    return JSON.stringify(step);
  }
  return JSON.stringify(event);
}

function textOf(event: TraceEvent): string {
  const text = eventLines(event)
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 400);
  // What is not worth a line in a trace may be where two of them part.
  return text === '' ? quietText(event) : text;
}

function quietText(event: TraceEvent): string {
  if (event.event !== 'note' || event.note.kind !== 'parsed') return event.event;
  const { purpose, accepted, discarded } = event.note;
  return `reply of ${purpose}: ${accepted} read, ${discarded.length} discarded`;
}

/** Of the first request that differs. */
async function changedLines(
  [before, after]: readonly [Trace, Trace],
  [tapesBefore, tapesAfter]: readonly [readonly string[], readonly string[]],
): Promise<PromptChange | null> {
  const [left, right] = [before, after].map(({ events }) => events.filter((event) => event.event === 'call'));
  const at = left?.findIndex(({ key }, number) => right?.[number] !== undefined && key !== right[number].key) ?? -1;
  const call = left?.[at];
  if (call === undefined || call.purpose !== right?.[at]?.purpose) return null;
  const [one, other] = await Promise.all([asked(tapesBefore, before, at), asked(tapesAfter, after, at)]);
  return one === null || other === null ? null : promptChange(call.purpose, one, other);
}

async function asked(tapes: readonly string[], trace: Trace, at: number): Promise<Exchange | null> {
  if (tapes.length === 0) return null;
  return (await ExchangeReader.once(trace, tapes))[at] ?? null;
}
