import { describe, expect, it } from 'vitest';
import type { AnswerFlaw } from '../../../cassettes/wire/wire_reply.ts';
import { RunTally } from '../../run/run_tally.ts';
import type { MissRecord } from '../../run/threads/play_episode.ts';
import { runRecord } from '../../testing/run_fixture.ts';
import { words } from '../../testing/run_tapedeck.ts';
import { traceHeader, traceSummary } from '../../trace/testing/trace_fixture.ts';
import type { Trace } from '../../trace/trace.ts';
import type { EpisodeEnd, TraceEvent } from '../../trace/trace_schema.ts';
import { runDocument, runVerdict, simulatorLines } from './run_report.ts';

function trace(end: EpisodeEnd): Trace {
  return { header: traceHeader({ task: end }), events: [], summary: traceSummary({ end, detail: 'why', steps: 1 }) };
}

function call(flaw: AnswerFlaw | undefined): TraceEvent {
  const counts = { promptTokens: null, completionTokens: null, latencyMs: null };
  const event = { event: 'call', purpose: 'plan', key: '', occurrence: 1, finishReason: 'stop', ...counts } as const;
  return flaw === undefined ? event : { ...event, flaw };
}

const result = (...ends: EpisodeEnd[]) => tallied(ends.map(trace));

function tallied(traces: readonly Trace[]): RunTally {
  const tally = new RunTally();
  for (const [at, each] of traces.entries()) {
    const miss =
      each.summary.end === 'tape_miss' ? ({ url: '/v1/chat/completions', message: `miss ${at}` } as MissRecord) : null;
    tally.add({ trace: each, miss });
  }
  return tally;
}

function verdict(ends: EpisodeEnd[], { mode = 'replay', interrupted = false } = {}) {
  return runVerdict('out', result(...ends), { mode: mode as 'replay', interrupted });
}

describe('runVerdict()', () => {
  it('is 0 when every episode ran to its end, failed ones too; 4 at a limit, 130 when interrupted', () => {
    const { exitCode, messages } = verdict(['goal', 'step_limit', 'planner_stopped', 'llm_failed']);
    expect(exitCode).toBe(0);
    expect(messages).toEqual(['1 of 4 episodes succeeded; traces in out', 's/house/llm_failed/p/1: llm_failed: why']);
    expect(verdict(['goal', 'call_limit']).exitCode).toBe(4);
    expect(verdict(['goal', 'aborted'], { interrupted: true }).exitCode).toBe(130);
  });

  it('repeats the options of the command in its hints', () => {
    const typed = words`run ${'./my suite.json'} --tapes my_tapes --json --mode replay`;
    const ran = { interrupted: false, typed, tapeWords: ['--tapes', 'my_tapes'] } as const;
    const again = "npx tapedeck run './my suite.json' --tapes my_tapes --mode";
    expect(runVerdict('out', result('tape_miss'), { ...ran, mode: 'replay' }).messages.slice(-2)).toEqual([
      `To call a live model: ${again} record`,
      `To use batch files, begin with: ${again} batch`,
    ]);
    const recorded = { ...ran, typed: words`${typed.slice(0, 4)} --mode record --out out`, mode: 'record' } as const;
    const goOn = (end: EpisodeEnd, interrupted: boolean) =>
      runVerdict('out', result(end), { ...recorded, interrupted }).messages;
    const hint = `to continue: ${again} record --out out_2`;
    expect(goOn('api_failed', false)).toContain(`All answers so far are recorded; ${hint}`);
    expect(goOn('goal', true)).toContain(`Interrupted; all answers so far are recorded; ${hint}`);
    const simulated = { mode: 'replay', simulatorMode: 'record', interrupted: true } as const;
    const said = runVerdict('out', result('goal'), simulated).messages.at(-1);
    expect(said).toMatch(/^Interrupted; all answers so far are recorded/);
    expect(runVerdict('out', result('tape_miss'), { ...ran, mode: 'batch' })).toMatchObject({
      exitCode: 3,
      messages: expect.arrayContaining([
        '1 episode lacks an answer; export the requests: npx tapedeck batch export out -o requests.jsonl --tapes my_tapes',
      ]),
    });
  });

  it('does not send what a simulator is to answer to a model', () => {
    for (const mode of ['replay', 'batch'] as const) {
      const tally = new RunTally();
      const miss = { url: 'virtualhome', message: 'have a simulator answer' } as MissRecord;
      tally.add({ trace: trace('tape_miss'), miss });
      const { messages, exitCode } = runVerdict('out', tally, { mode, interrupted: false });
      expect({ more: messages.slice(1), exitCode }).toEqual({ more: ['have a simulator answer'], exitCode: 3 });
    }
  });

  it.each<[number, EpisodeEnd[], string]>([
    [
      3,
      ['goal', 'tape_miss', 'api_failed'],
      '1 of 1 episode succeeded (2 incomplete episodes not counted); traces in out',
    ],
    [3, ['goal', 'tape_miss', 'api_failed'], 'miss 1'],
    [3, ['goal', 'refused_secret'], 's/house/refused_secret/p/1: refused_secret: why'],
    [1, ['planner_failed', 'tape_miss'], 's/house/planner_failed/p/1: planner_failed: why'],
  ])('is %i after %j, and says why', (code, ends, message) => {
    const { exitCode, messages } = verdict(ends);
    expect(exitCode).toBe(code);
    expect(messages).toContain(message);
    if (message.startsWith('1 of ')) expect(messages[0]).toBe(message);
    if (ends.includes('refused_secret')) expect(messages.slice(1)).toEqual([message]);
  });

  it('counts the flawed answers of each planner', () => {
    const flaws = ['cut', undefined, 'refused', 'cut', 'empty', 'filtered'] as const;
    const { header, summary } = trace('step_limit');
    const flawed: Trace = { header, events: flaws.map(call), summary: { ...summary, calls: 6 } };
    const all = tallied([trace('goal'), flawed]);
    const { messages, exitCode } = runVerdict('out', all, { mode: 'replay', interrupted: false });
    expect(messages).toContain('p: 1 refused, 1 filtered, 2 cut, 1 empty of 6 answers');
    expect(exitCode).toBe(0);
    expect(runDocument('out', runRecord(), all).episodes?.map(({ flaws }) => flaws)).toEqual([
      {},
      { cut: 2, empty: 1, filtered: 1, refused: 1 },
    ]);
  });

  it('tells alike misses once', () => {
    const { messages } = verdict(Array.from({ length: 75 }, () => 'tape_miss'));
    const alike = 's/house/tape_miss/p/1, s/house/tape_miss/p/1, s/house/tape_miss/p/1, …';
    expect(messages.slice(1, -2)).toEqual([`miss 0\n  alike in 74 more episodes: ${alike}`]);
  });
});

describe('simulatorLines()', () => {
  it.each([
    [null, 'record', []],
    [{ fromTape: 3, asked: 0 }, 'replay', ['The simulator: 3 answers from the tape']],
    [{ fromTape: 1, asked: 2 }, 'record', ['The simulator: 1 answer from the tape, 2 recorded']],
    [{ fromTape: 0, asked: 2 }, 'live', ['The simulator gave 2 answers; none is recorded']],
  ] as const)('says of %j, in mode %s, how many came from where', (simulated, simulatorMode, lines) => {
    expect(simulatorLines({ simulated }, { simulatorMode })).toEqual(lines);
  });

  it('says that no simulator was asked, where it could have been', () => {
    const lines = simulatorLines({ simulated: { fromTape: 3, asked: 0 } }, { simulatorMode: 'record' });
    expect(lines.at(-1)).toContain('--simulator-mode rerecord');
  });
});
