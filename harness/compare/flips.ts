import { diffLines } from 'diff';
import { excerpt } from '../../envs/quoted.ts';
import { type Exchange, ExchangeReader, eventLines } from '../run/reading/trace_text.ts';
import type { ComparedPlanners } from '../tables/paired/compared_metrics.ts';
import type { Trace } from '../trace/trace.ts';
import type { TraceEvent } from '../trace/trace_schema.ts';
import { type Pair, type PairedEpisode, pairedEpisode } from './pairs.ts';
import type { Side, SideEpisode } from './side.ts';

export type Flip = PairedEpisode &
  Readonly<{
    change: 'lost' | 'gained';
    kind: string;
    hasTraces: boolean;
    /** Requests aside; null without both traces. */
    firstDifference: TraceDifference | null;
    firstStep: TraceDifference | null;
    /** Null if equal, or if a tape lacks the request. */
    prompt: ReturnType<typeof promptChange>;
  }>;

export type TraceDifference = Readonly<{
  at: Readonly<{ baseline: number; candidate: number }>;
  baseline: string | null;
  candidate: string | null;
}>;

export type FailuresOfKind = ComparedPlanners &
  Readonly<Record<'suite' | 'kind', string> & Record<'baseline' | 'candidate', number>>;

export function failuresOf(pairs: readonly Pair[]): FailuresOfKind[] {
  const counts = new Map<string, FailuresOfKind>();
  for (const pair of pairs) {
    const { suite, planner, baselinePlanner } = pairedEpisode(pair);
    for (const side of ['baseline', 'candidate'] as const) {
      if (pair[side].row['success'] === true) continue;
      const name = { suite, planner, baselinePlanner, kind: failureKindOf(pair[side]) };
      const key = JSON.stringify(name);
      const count = counts.get(key) ?? { ...name, baseline: 0, candidate: 0 };
      counts.set(key, { ...count, [side]: count[side] + 1 });
    }
  }
  return [...counts.values()].sort((a, b) => b.baseline + b.candidate - a.baseline - a.candidate);
}

function failureKindOf({ row, end }: SideEpisode): string {
  const kind = row['failureKind'];
  return typeof kind === 'string' ? kind : end;
}

const REQUESTS_READ_MAX = 100;

export async function flipsOf(pairs: readonly Pair[], baseline: Side, candidate: Side): Promise<Flip[]> {
  const changed = pairs.filter((pair) => pair.baseline.row['success'] !== pair.candidate.row['success']);
  if (changed.length === 0) return [];
  const [before, after] = await Promise.all([
    baseline.traces(changed.map((pair) => pair.baseline)),
    candidate.traces(changed.map((pair) => pair.candidate)),
  ]);
  const hasTraces = [baseline, candidate].every(({ kind }) => kind !== 'planbench');
  const flips: Flip[] = [];
  for (const pair of changed) {
    const traces = [before.get(pair.baseline.episode), after.get(pair.candidate.episode)] as const;
    const tapesOf = ({ tapes }: Side) => (flips.length < REQUESTS_READ_MAX ? tapes : []);
    const isLost = pair.baseline.row['success'] === true;
    const kind = failureKindOf(isLost ? pair.candidate : pair.baseline);
    const differences = await differencesOf(pair, traces, [tapesOf(baseline), tapesOf(candidate)]);
    flips.push({ ...pairedEpisode(pair), change: isLost ? 'lost' : 'gained', kind, ...differences, hasTraces });
  }
  return flips.sort((a, b) => Number(a.change === 'gained') - Number(b.change === 'gained'));
}

type OfBoth<T> = readonly [baseline: T, candidate: T];

async function differencesOf(
  { baseline, candidate }: Pair,
  [before, after]: OfBoth<Trace | undefined>,
  tapes: OfBoth<readonly string[]>,
): Promise<Pick<Flip, 'firstDifference' | 'firstStep' | 'prompt'>> {
  if (before === undefined || after === undefined) return { firstDifference: null, firstStep: null, prompt: null };
  return {
    firstDifference: findDifference(before, after, () => true),
    firstStep: findDifference(before, after, ({ event }) => ['prologue', 'step', 'sense', 'stop'].includes(event)),
    prompt:
      baseline.digests.prompts === candidate.digests.prompts ? null : await firstPromptChange([before, after], tapes),
  };
}

export function findDifference(
  before: Trace,
  after: Trace,
  isCompared: (event: TraceEvent) => boolean,
): TraceDifference | null {
  const comparedEvents = ({ events }: Trace) =>
    events.map((event, at) => ({ event, at })).filter(({ event }) => isCompared(event));
  const [eventsBefore, eventsAfter] = [comparedEvents(before), comparedEvents(after)];
  const length = Math.max(eventsBefore.length, eventsAfter.length);
  for (let number = 0; number < length; number += 1) {
    const [old, now] = [eventsBefore[number], eventsAfter[number]];
    if (old !== undefined && now !== undefined && essence(old.event) === essence(now.event)) continue;
    return {
      at: { baseline: old?.at ?? before.events.length, candidate: now?.at ?? after.events.length },
      baseline: old === undefined ? null : eventText(old.event),
      candidate: now === undefined ? null : eventText(now.event),
    };
  }
  return null;
}

function essence(event: TraceEvent): string {
  if (event.event === 'call') return `call ${event.purpose}`;
  if (event.event === 'prologue' || event.event === 'step') {
    const { motion: _, ...step } = event;
    return JSON.stringify(step);
  }
  return JSON.stringify(event);
}

function eventText(event: TraceEvent): string {
  const lines = eventLines(event).map((line) => line.trim());
  const text = lines.join(' ').slice(0, 400);
  if (text !== '') return text;
  if (event.event !== 'note' || event.note.kind !== 'parsed') return event.event;
  const { purpose, accepted, discarded } = event.note;
  return `reply of ${purpose}: ${accepted} read, ${discarded.length} discarded`;
}

async function firstPromptChange(
  [before, after]: OfBoth<Trace>,
  [layersBefore, layersAfter]: OfBoth<readonly string[]>,
): Promise<Flip['prompt']> {
  const callsOf = ({ events }: Trace) => events.filter((event) => event.event === 'call');
  const [callsBefore, callsAfter] = [callsOf(before), callsOf(after)];
  const at = callsBefore.findIndex(({ key }, number) => key !== (callsAfter[number]?.key ?? key));
  const call = callsBefore[at];
  if (call === undefined || call.purpose !== callsAfter[at]?.purpose) return null;
  const exchangeOf = async (layers: readonly string[], trace: Trace) =>
    layers.length === 0 ? null : ((await ExchangeReader.once(trace, layers))[at] ?? null);
  const [old, now] = await Promise.all([exchangeOf(layersBefore, before), exchangeOf(layersAfter, after)]);
  return old === null || now === null ? null : promptChange(call.purpose, old, now);
}

const LINES_MAX = 20;
const LENGTH_MAX = 200;
const EDITS_MAX = 2_000; // the diff takes quadratic time

export function promptChange(purpose: string, baseline: Exchange, candidate: Exchange) {
  const text = ({ messages }: Exchange) => messages.map(({ content }) => `${content}\n`).join('');
  const changes = diffLines(text(baseline), text(candidate), { maxEditLength: EDITS_MAX });
  if (changes === undefined) return null;
  const linesOf = (kind: 'added' | 'removed') =>
    changes.filter((change) => change[kind]).flatMap(({ value }) => value.replace(/\n$/, '').split('\n'));
  const [removed, added] = [linesOf('removed'), linesOf('added')];
  if (removed.length + added.length === 0) return null;
  const excerpts = (lines: readonly string[]) => lines.slice(0, LINES_MAX).map((line) => excerpt(line, LENGTH_MAX));
  const more = Math.max(0, removed.length - LINES_MAX) + Math.max(0, added.length - LINES_MAX);
  return { purpose, removed: excerpts(removed), added: excerpts(added), more };
}
