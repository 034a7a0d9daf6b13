/** Also writes README.md's metrics: `npx vitest run harness/trace/metrics/metrics_test.ts -u`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Refusal } from '../../../envs/env.ts';
import type { PlannerNote } from '../../../planners/planner.ts';
import { PLACES } from '../../io/places.ts';
import { wrapWords } from '../../tables/plain_table.ts';
import { countEvents } from '../episode_counts.ts';
import { callEvent, noteEvent, stepEvent, traceHeader, traceSummary } from '../testing/trace_fixture.ts';
import type { EpisodeCounts, EpisodeEnd, EventOf, Reference, TraceEvent } from '../trace_schema.ts';
import type { Compared, Pooling } from './metric.ts';
import { type EpisodeMetrics, episodeFields, METRICS, metricsOf } from './metrics.ts';
import { BY_TASKS, poolOver } from './pooling.ts';
import { episodeMetrics } from './testing/episode_metrics.ts';

function count(events: readonly TraceEvent[], end: EpisodeEnd = 'planner_stopped'): EpisodeMetrics {
  const summary = traceSummary({ end, steps: 7, share: end === 'goal' ? 1 : 0.5 }, events);
  return metricsOf({ header: traceHeader(), events, summary });
}

function parsed(accepted: number, discardedCounts: object, remarks: string[] = []): TraceEvent {
  return noteEvent({ kind: 'parsed', purpose: 'policy', accepted, discarded: [], discardedCounts, remarks });
}

function planned(status: Extract<PlannerNote, { kind: 'planned' }>['status'], expanded: number | null): TraceEvent {
  const counts = { expanded, evaluated: expanded, cost: null };
  return noteEvent({ kind: 'planned', purpose: 'unit', status, message: null, ...counts });
}

function refused(level?: Refusal['level']): EventOf<'step'> {
  const reason = { precondition: 'clear', message: '', ...(level === undefined ? {} : { level }) };
  return stepEvent({ ok: false, reason });
}

const stop = (reason: string): TraceEvent => ({ event: 'stop', reason });

it('metricsOf() counts replies of which nothing could be used, and none that are rightly empty', () => {
  const replies = [parsed(3, { prose: 1 }), parsed(0, { prose: 1 }), parsed(0, {}, ['parse: no JSON']), parsed(0, {})];
  const metrics = count(replies);
  expect(metrics.unreadableReplies).toEqual({ read: 4, unreadable: 2 });
  expect(episodeFields(metrics)).toMatchObject({ unreadableReplies: 0.5 });
  expect(episodeFields(count([]))).toMatchObject({ unreadableReplies: null });
});

it.each([
  ['goal', { success: true, steps: 7, stepsImputed: 7, goalConditionRecall: 1 }],
  ['planner_stopped', { success: false, steps: 7, stepsImputed: 30, goalConditionRecall: 0.5 }],
] as const)('metricsOf() counts the steps of a success and the limit of a failure: %s', (end, expected) => {
  expect(count([], end)).toMatchObject(expected);
});

it('metricsOf() counts calls by purpose and adds up tokens, unless a count is null', () => {
  const [policy, attention, more] = ['policy', 'attention', 'policy'].map((purpose, at) =>
    callEvent({ purpose, promptTokens: 10 * (at + 1), completionTokens: 5 }),
  );
  const calls = [policy!, attention!, more!];
  const metrics = count(calls);
  expect(metrics).toMatchObject({ promptTokens: 60, completionTokens: 15 });
  expect(JSON.stringify(metrics.roles)).toBe(
    '{"attention":{"calls":1,"promptTokens":20,"completionTokens":5},"policy":{"calls":2,"promptTokens":40,"completionTokens":10}}',
  );
  expect(count([...calls, callEvent({ promptTokens: null })]).promptTokens).toBeNull();
});

it('metricsOf() adds up latency and transcript, where all, or some, calls have them', () => {
  const calls = [callEvent({ latencyMs: 20, transcriptTokens: 5 }), callEvent({ latencyMs: 30 })];
  expect(count(calls)).toMatchObject({ latencyMs: 50, transcriptTokens: 5 });
  const unknown = [callEvent({ latencyMs: 20 }), callEvent()];
  expect(count(unknown)).toMatchObject({ latencyMs: null, transcriptTokens: null });
  expect(count([])).toMatchObject({ latencyMs: null, transcriptTokens: null, problems: 0, expanded: 0 });
});

it('metricsOf() counts refused steps but not a refused prologue, and every discarded line', () => {
  const events: TraceEvent[] = [{ ...refused(), event: 'prologue' }, refused(), stepEvent()];
  const expected = { failedSteps: 1, accepted: 2, discards: { malformed: 12_345 } };
  expect(count([...events, parsed(2, { malformed: 12_345 })])).toMatchObject(expected);
});

function rates(success: boolean, steps: number, change: Partial<EpisodeCounts>, reference: Reference | null = null) {
  const counts = { ...countEvents([]), ...change };
  const summary = traceSummary({ end: success ? 'goal' : 'step_limit', steps, counts });
  return metricsOf({ header: traceHeader({ reference }), events: [], summary });
}

it('metricsOf() counts as rates the steps that were carried out, repeated failures, and discards but commentary', () => {
  const some = rates(true, 10, { failedSteps: 4, repeatedFailures: 1 });
  expect(some).toMatchObject({ executability: 0.6, repeatedFailureRate: 0.25 });
  expect(rates(true, 0, {})).toMatchObject({ executability: null, repeatedFailureRate: null });
  const discards = { not_asked: 1, malformed: 1, prose: 9 };
  expect(rates(true, 1, { accepted: 6, discards }).parseDiscardRate).toBe(0.25);
  expect(rates(true, 1, { discards: { prose: 9 } }).parseDiscardRate).toBeNull();
});

it('metricsOf() measures only a success against the reference plan', () => {
  const reference = { steps: 4, optimal: true };
  expect(rates(true, 6, {}, reference).stepsRatio).toBe(1.5);
  expect([rates(false, 6, {}, reference).stepsRatio, rates(true, 6, {}).stepsRatio]).toEqual([null, null]);
});

it('metricsOf() adds up searches; a problem that the task planner refuses unread costs none', () => {
  const events = [planned('solved', 3), planned('invalid', null), planned('unsolvable', 4)];
  expect(count(events)).toMatchObject({ problems: 3, expanded: 7, evaluated: 7 });
  expect(count([planned('solved', 3), planned('solved', null)])).toMatchObject({ expanded: null, evaluated: null });
});

it.each<[TraceEvent[], string | null, boolean?, EpisodeEnd?]>([
  [[stop('plan_completed')], null, true, 'goal'],
  [[stop('plan_completed')], 'goal', true],
  [[refused('symbolic'), stop('action_failed')], 'precondition'],
  [[refused(), stop('action_failed')], 'precondition'],
  [[refused('grasp'), stop('action_failed')], 'motion'],
  [[refused('ik'), stop('action_failed')], 'motion'],
  [[refused('path'), stop('action_failed')], 'motion'],
  [[refused('path'), stop('planning_limit')], 'planning_limit'],
  [[refused('path'), stop('no_plan')], 'no_plan'],
  [[refused('path')], 'step_limit', false, 'step_limit'],
])('metricsOf() names the kind of a failure: %j is %s', (events, failureKind, completed = false, end) => {
  expect(count(events, end)).toMatchObject({ completed, failureKind });
});

const EPISODE = episodeMetrics();

function glossaryEntry(metric: (typeof METRICS)[number]): string {
  const { title, name, meaning, row, pooled, columns = {}, compared } = metric;
  const own = row === undefined ? [name] : Object.keys(row?.(EPISODE[name] as never) ?? {});
  const headings = Object.keys(columns);
  const items = [
    own.join() === name ? [] : `- Of an episode: ${own.length === 0 ? 'no column' : coded(own)}`,
    `- Over episodes: ${pooled.how.replace(`; ${BY_TASKS}`, '')}: ${coded(pooledColumns(pooled).map(shortened))}`,
    headings.length === 0 ? [] : `- Heading: ${headings.join(', ')}`,
    compared === undefined ? [] : `- Compared: ${[compared].flat().map(comparedText).join('; ')}`,
  ].flat();
  return [`## ${title}`, '', filled(`${coded([name])}: ${meaning}`), '', ...items.map(filled), ''].join('\n');
}

/** The ends of an interval, without the column that they belong to. */
function shortened(column: string, _: number, columns: readonly string[]): string {
  const [, base = '', end = ''] = /^(.*)(Low|High)$/.exec(column) ?? [];
  const isInterval = [base, `${base}Low`, `${base}High`].every((each) => columns.includes(each));
  return isInterval ? `…${end}` : column;
}

function pooledColumns(pooled: (typeof METRICS)[number]['pooled']): string[] {
  return Object.keys(poolOver(pooled as Pooling<EpisodeMetrics>, [EPISODE]));
}

function filled(text: string): string {
  return wrapWords(text, 116).join(text.startsWith('- ') ? '\n  ' : '\n');
}

function comparedText({ name, better, over }: Compared): string {
  const is = name === undefined ? `${better} is better` : coded([name]);
  return `${is}${over === undefined ? '' : ` (${over})`}`;
}

function coded(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' ');
}

it('README.md has every metric with meaning, pooling and columns', async () => {
  const path = join(PLACES.root, 'harness/trace/metrics/README.md');
  const page = readFileSync(path, 'utf8');
  const [head, tail] = [page.slice(0, page.indexOf('## ')), page.slice(page.indexOf('## Intervals of shares'))];
  await expect(`${head}${METRICS.map(glossaryEntry).join('\n')}\n${tail}`).toMatchFileSnapshot(path);
});

it('METRICS has each metric, column and heading once', () => {
  const names = METRICS.map(({ name }) => name);
  const pooled = METRICS.flatMap((metric) => pooledColumns(metric.pooled));
  const headings = METRICS.flatMap(({ columns = {} }) => Object.keys(columns));
  for (const all of [names, pooled, headings]) expect(all).toEqual([...new Set(all)]);
});
