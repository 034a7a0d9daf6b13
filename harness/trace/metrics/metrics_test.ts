/**
 * Metrics of one episode; and README.md, which `npx vitest run harness/trace/metrics/metrics_test.ts -u` writes anew.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { wrapped } from '../../tables/plain_table.ts';
import { countEvents } from '../episode_counts.ts';
import { traceHeader, traceSummary } from '../testing/trace_fixture.ts';
import type { Trace } from '../trace.ts';
import type { EpisodeCounts, Reference, TraceEvent } from '../trace_schema.ts';
import type { Compared, Pooling } from './metric.ts';
import { type EpisodeMetrics, episodeFields, METRICS, metricsOf } from './metrics.ts';
import { sixDigits } from './numbers.ts';
import { BY_TASKS, poolOver } from './pooling.ts';
import { episodeMetrics } from './testing/episode_metrics.ts';

const NOTHING = countEvents([]);
const GOAL = { success: false, share: 0.5 };

function call(purpose: string, promptTokens: number | null): TraceEvent {
  const key = '0'.repeat(64);
  return {
    event: 'call',
    purpose,
    key,
    occurrence: 1,
    finishReason: 'stop',
    promptTokens,
    completionTokens: 5,
    latencyMs: null,
  };
}

function trace(events: TraceEvent[], success: boolean): Trace {
  return {
    header: traceHeader(),
    events,
    summary: traceSummary(
      { end: success ? 'goal' : 'planner_stopped', steps: 7, share: success ? 1 : 0.5, calls: 3 },
      events,
    ),
  };
}

describe('metricsOf()', () => {
  it('counts replies of which nothing could be used, and none that rightly say nothing', () => {
    const reply = (accepted: number, discardedCounts: object, remarks: string[] = []) =>
      ({
        event: 'note',
        note: { kind: 'parsed', purpose: 'p', accepted, discarded: [], discardedCounts, remarks },
      }) as TraceEvent;
    const replies = [reply(3, { prose: 1 }), reply(0, { prose: 1 }), reply(0, {}, ['parse: no JSON']), reply(0, {})];
    const metrics = metricsOf(trace(replies, true));
    expect(metrics.unreadableReplies).toEqual({ read: 4, unreadable: 2 });
    expect(episodeFields(metrics)).toMatchObject({ unreadableReplies: 0.5 });
    expect(episodeFields(metricsOf(trace([], true)))).toMatchObject({ unreadableReplies: null });
  });

  it('counts the steps of a success, and the cap for everything else', () => {
    expect(metricsOf(trace([], true))).toMatchObject({
      success: true,
      steps: 7,
      stepsImputed: 7,
      goalConditionRecall: 1,
    });
    expect(metricsOf(trace([], false))).toMatchObject({
      success: false,
      steps: 7,
      stepsImputed: 30,
      goalConditionRecall: 0.5,
    });
  });

  it('counts calls by purpose and adds up tokens, unless one count is not known', () => {
    const calls = [call('policy', 10), call('attention', 20), call('policy', 30)];
    const metrics = metricsOf(trace(calls, true));
    expect(metrics).toMatchObject({ promptTokens: 60, completionTokens: 15 });
    expect(Object.entries(metrics.roles)).toEqual([
      ['attention', { calls: 1, promptTokens: 20, completionTokens: 5 }],
      ['policy', { calls: 2, promptTokens: 40, completionTokens: 10 }],
    ]);
    expect(metricsOf(trace([...calls, call('policy', null)], true)).promptTokens).toBeNull();
  });

  it('counts refused steps but not a refused prologue, and every discarded line', () => {
    const action = { verb: 'open', args: ['fridge1'] };
    const reason = { precondition: 'close_to_robot', message: '' };
    const parsed = {
      kind: 'parsed',
      purpose: 'policy',
      accepted: 2,
      discarded: [],
      discardedCounts: { malformed: 12_345 },
      remarks: [],
    } as const;
    const metrics = metricsOf(
      trace(
        [
          { event: 'prologue', number: 1, action, ok: false, reason, goal: GOAL },
          { event: 'step', number: 1, action, ok: false, reason, goal: GOAL },
          { event: 'step', number: 2, action, ok: true, goal: GOAL },
          { event: 'note', note: parsed },
        ],
        false,
      ),
    );
    expect(metrics).toMatchObject({ failedSteps: 1, accepted: 2, discards: { malformed: 12_345 } });
  });
});

describe('metricsOf(), rates', () => {
  const rates = (steps: number, success: boolean, counts: Partial<EpisodeCounts>, reference: Reference | null = null) =>
    metricsOf({
      header: traceHeader({ reference }),
      events: [],
      summary: { ...traceSummary({ end: success ? 'goal' : 'step_limit', steps }), counts: { ...NOTHING, ...counts } },
    });

  it('are shares of steps that were carried out, and of failures that were there before', () => {
    expect(rates(10, true, { failedSteps: 4, repeatedFailures: 1 })).toMatchObject({
      executability: 0.6,
      repeatedFailureRate: 0.25,
    });
    expect(rates(0, true, {})).toMatchObject({ executability: null, repeatedFailureRate: null });
  });

  it('count as thrown away all but commentary, out of all calls', () => {
    expect(rates(1, true, { accepted: 6, discards: { not_asked: 1, malformed: 1, prose: 9 } }).parseDiscardRate).toBe(
      0.25,
    );
    expect(rates(1, true, { discards: { prose: 9 } }).parseDiscardRate).toBeNull();
  });

  it('measure a success against the reference plan, and nothing else', () => {
    const reference = { steps: 4, optimal: true };
    expect(rates(6, true, {}, reference).stepsRatio).toBe(1.5);
    expect(rates(6, false, {}, reference).stepsRatio).toBeNull();
    expect(rates(6, true, {}).stepsRatio).toBeNull();
  });
});

describe('sixDigits()', () => {
  it('rounds to six significant digits', () => {
    expect([1 / 3, 200 / 3, 1234567.8, 0].map(sixDigits)).toEqual([0.333333, 66.6667, 1234570, 0]);
  });
});

const EPISODE = episodeMetrics();

const HEAD = `# Metrics

What \`tapedeck tables\` counts of each episode, and over all episodes of a planner. A metric is one entry of
[\`success.ts\`](success.ts), [\`cost.ts\`](cost.ts), [\`tracking.ts\`](tracking.ts) or [\`mistakes.ts\`](mistakes.ts); [\`metrics.ts\`](metrics.ts) has
the order of the columns. The names are the keys of an episode in \`tapedeck run --json\` and
\`episodes.jsonl\`; the columns are those of \`episodes.csv\` (by name, unless stated) and of \`metrics.csv\`. There \`…Low\` and \`…High\` behind a
column are its 95 % interval, by bootstrap over tasks unless stated. Metrics are counted over episodes that ran to an end of their own.
\`tapedeck compare\` compares those that say what is better.
`;

const TAIL = `## Intervals of shares

Wilson's interval, clustered by task ([\`intervals.ts\`](intervals.ts)). Few failures hide how alike the episodes of a
task are, so their correlation counts as at least 1 ÷ (1 + f), f being the fewer of successes and failures: without a failure tasks are
the runs. With 3 to 15 tasks of 3 to 10 episodes and true shares of 50 to 99 %, intervals hold the share in at least
93 % of [simulated draws](testing/simulated_coverage.ts) with correlations up to 0.3, but 91 % with 0.6, and 88 % with 0.9. One task's
interval speaks of no other.
`;

/** A metric as the glossary tells it. */
function entry({ title, name, meaning, row, pooled, columns = {}, compared }: (typeof METRICS)[number]): string {
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
  return columns.includes(`${base}Low`) && columns.includes(`${base}High`) && columns.includes(base)
    ? `…${end}`
    : column;
}

function pooledColumns(pooled: (typeof METRICS)[number]['pooled']): string[] {
  return Object.keys(poolOver(pooled as Pooling<EpisodeMetrics>, [EPISODE]));
}

/** Lines of an item after the first are indented. */
function filled(text: string): string {
  return wrapped(text, 116).join(text.startsWith('- ') ? '\n  ' : '\n');
}

function comparedText(compared: Compared): string {
  const { name, better, over } = compared;
  const is = name === undefined ? `${better} is better` : coded([name]);
  return `${is}${over === undefined ? '' : ` (${over})`}`;
}

function coded(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' ');
}

describe('the glossary, README.md', () => {
  it('says of every metric what it means, how it is pooled and where it stands', async () => {
    await expect([HEAD, ...METRICS.map(entry), TAIL].join('\n')).toMatchFileSnapshot(
      join(PLACES.root, 'harness/trace/metrics/README.md'),
    );
  });

  it('knows each metric and each column by one name', () => {
    const names = METRICS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    const pooled = METRICS.flatMap((metric) => pooledColumns(metric.pooled));
    expect(pooled).toEqual([...new Set(pooled)]);
    const headings = METRICS.flatMap(({ columns = {} }) => Object.keys(columns));
    expect(headings).toEqual([...new Set(headings)]);
  });
});
