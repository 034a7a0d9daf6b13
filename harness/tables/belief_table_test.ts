import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PLACES } from '../io/places.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import type { TraceEvent, TraceHeader, TraceSummary } from '../trace/trace_schema.ts';
import { beliefTable } from './belief_table.ts';

const COUNTS = { claims: 1, covered: 1, correct: 1, facts: 0, recalled: 0, wrong: [], missing: [] };

function episode(
  header: Partial<TraceHeader>,
  breaks: readonly (string | null)[],
  summary: Partial<TraceSummary> = {},
): Trace {
  const text = `mug1: in_hand ${header.task}`;
  const events = breaks.map((invariant): TraceEvent => {
    return { event: 'tracking', ...COUNTS, ...(invariant === null ? {} : { broken: [{ invariant, text }] }) };
  });
  return { header: traceHeader(header), events, summary: traceSummary(summary) };
}

const row = (table: ReturnType<typeof beliefTable>, invariant: string, planner = 'p') =>
  table?.rows.find((each) => each['invariant'] === invariant && each['planner'] === planner);

it('beliefTable() counts updates and episodes that break an invariant, with the first for an example', () => {
  const table = beliefTable([
    episode({ task: 'toast' }, [null, 'held_is_nowhere_else', 'held_is_nowhere_else']),
    episode({ task: 'tidy', trial: 2 }, [null]),
    episode({ task: 'tidy' }, []),
  ]);
  expect(row(table, 'held_is_nowhere_else')).toMatchObject({
    ...{ suite: 's', updates: 4, updatesBroken: 2, episodes: 2, episodesBroken: 1 },
    ...{ example: 'mug1: in_hand toast', episode: 's/house/toast/p/1' },
    replay: 'npx tapedeck run s --scene house --task toast --planner p',
    read: 'npx tapedeck trace s/house/toast/p/1',
  });
  expect(row(table, 'seen_is_believed')).toMatchObject({ updates: 4, updatesBroken: 0, example: null, replay: null });
  expect(table?.shown.lines[1]).toEqual(['s', 'p', 'held is nowhere else', '2/4: 50.0 % (2–98)', '1/2: 50.0 % (9–91)']);
  expect(table?.notes.at(-1)).toBe(
    'held is nowhere else, for example, is broken by "mug1: in_hand toast": `npx tapedeck run s --scene house --task toast --planner p`, then `npx tapedeck trace s/house/toast/p/1` shows it',
  );
});

it('beliefTable() does not count first updates, where two are compared', () => {
  const broken = episode({ task: 'a' }, [null, 'kept_until_evidence', null]);
  const table = beliefTable([broken, episode({ task: 'b' }, [null])]);
  expect(row(table, 'kept_until_evidence')).toMatchObject({ updates: 2, updatesBroken: 1, episodes: 1 });
  expect(row(beliefTable([episode({}, [null])]), 'kept_until_evidence')).toBeUndefined();
});

it('beliefTable() lists planners in the order of the suite, leaves out incomplete episodes, and is null without beliefs', () => {
  const [a, b] = ['a', 'b'].map((planner) => episode({ planner }, [null])) as [Trace, Trace];
  const incomplete = episode({ planner: 'c' }, ['held_is_nowhere_else'], { end: 'tape_miss' });
  const table = beliefTable([b, a, incomplete], new Map([['s', ['a', 'b', 'c']]]));
  expect([...new Set(table?.rows.map(({ planner }) => planner))]).toEqual(['a', 'b']);
  expect(beliefTable([episode({}, [])])).toBeNull();
});

it('beliefTable() names commands that show its example', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-beliefs-'));
  try {
    const { rows } = JSON.parse(readFileSync(join(PLACES.baseline, 'beliefs.json'), 'utf8'));
    const { invariant, example, replay, read } = rows.find((each: { example: string | null }) => each.example !== null);
    const words = (command: string) => command.split(' ').slice(2);
    const run = join(folder, 'run');
    expect(await tapedeck(...words(replay), '--out', run)).toMatchObject({ exitCode: 0 });
    const { exitCode, out } = await tapedeck(...words(read), '--run', run);
    expect(exitCode).toBe(0);
    expect(out).toContain(`breaks ${invariant}: ${example}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
