import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runRecord } from '../testing/run_fixture.ts';
import { scratchFolder } from '../testing/scratch_folder.ts';
import { metricsOf } from '../trace/metrics/metrics.ts';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import { writeTrace } from '../trace/trace.ts';
import { claimRunFolder } from './run_folder.ts';
import { RunWriter } from './run_writer.ts';
import { readRun, StoredRun } from './stored_run.ts';
import type { EpisodeDone } from './threads/run_episodes.ts';

const { folder } = scratchFolder();
let count = 0;
const TIMES = { started: '2026-11-21T00:00:00Z', ended: null };

function episode(number: number): EpisodeDone {
  const header = traceHeader({ task: `t${number}`, trial: number + 1, instruction: 'Stell den Käse kühl 🧀' });
  const trace = { header, events: [{ event: 'stop', reason: 'x'.repeat(number) }] as const, summary: traceSummary() };
  const miss = number % 2 === 0 ? null : missOf(`s/house/t${number}/p/${number + 1}`);
  return { number, trace, miss, wallMs: number + 0.4 };
}

function missOf(episode: string) {
  const where = { suite: 's', model: 'm', task: 'house/t', trial: 1, key: 'k', occurrence: 1 };
  return { ...where, url: '/v1', body: {}, planner: 'p', purpose: '', family: null, episode, message: 'no' };
}

function begun(episodes: number, nowMs = () => 0) {
  count += 1;
  const run = runRecord({ episodesTotal: episodes, finished: false });
  const out = claimRunFolder({ out: join(folder, String(count)) }, run);
  const writer = new RunWriter(out, run, { times: TIMES, nowMs });
  for (let number = 0; number < episodes; number += 1) writer.add(episode(number));
  return { out, writer, end: () => writer.end({ ...run, finished: true }, TIMES) };
}

const ALL = Array.from({ length: 5 }, (_, number) => episode(number));

describe('StoredRun', () => {
  it('reads back what RunWriter wrote, whole or in part, and knows where each trace lies', () => {
    const { out, end } = begun(5);
    end();
    const run = new StoredRun(out);
    expect(run.run).toMatchObject({ finished: true, episodesPlayed: 5 });
    expect([...run.traces()]).toEqual(ALL.map(({ trace }) => trace));
    expect([...run.episodes()]).toMatchObject(ALL.map(({ number, trace }) => ({ number, ...metricsOf(trace) })));
    expect([...run.misses()]).toEqual([missOf('s/house/t1/p/2'), missOf('s/house/t3/p/4')]);
    expect([...run.wallMs()].map(({ wallMs }) => wallMs)).toEqual([0, 1, 2, 3, 4]);
    expect(readRun(out).traces).toEqual(ALL.map(({ trace }) => trace));
    expect([...run.withTraces(({ number }) => number === 3)].map((each) => run.traceOf(each))).toEqual([ALL[3]!.trace]);
    const text = readFileSync(join(out, 'traces.jsonl'));
    for (const each of new StoredRun(out).episodes()) {
      const bytes = text.subarray(each.traceOffset, each.traceOffset + each.traceBytes);
      expect(bytes.toString()).toBe(writeTrace(ALL[each.number]!.trace));
      expect(text.toString().split('\n')[each.traceLine - 1]).toBe(bytes.toString().split('\n')[0]);
    }
  });

  it('has no episodes of a new run, and complete episodes of an unfinished run', () => {
    let nowMs = 0;
    const { out, writer } = begun(2, () => nowMs);
    expect([...new StoredRun(out).traces()]).toEqual([]);
    nowMs = 1_000;
    writer.add(episode(2));
    expect([...new StoredRun(out).traces()]).toEqual(ALL.slice(0, 3).map(({ trace }) => trace));
    writer.close();
  });

  it('writes a megabyte at once, without waiting for the clock', () => {
    const { out, writer } = begun(0);
    const { trace, ...done } = episode(0);
    const long = { ...trace, events: [{ event: 'stop', reason: 'x'.repeat(2 ** 20) }] as const };
    writer.add({ ...done, trace: long });
    expect([...new StoredRun(out).traces()]).toEqual([long]);
    writer.close();
  });

  it('omits an incomplete last line, but only of a killed run', () => {
    const [killed, whole] = [begun(2), begun(2)];
    killed.writer.end(runRecord({ finished: false }), TIMES);
    whole.end();
    for (const { out } of [killed, whole]) appendFileSync(join(out, 'episodes.jsonl'), '{"number":2,"epis');
    expect([...new StoredRun(killed.out).episodes()]).toHaveLength(2);
    expect(() => [...new StoredRun(whole.out).episodes()]).toThrow(/episodes\.jsonl", line 3: the line is damaged/);
  });

  it('refuses damaged files, with file and line', () => {
    const { out, end } = begun(3);
    end();
    const read = () => [...new StoredRun(out).traces()];
    const refused = (name: string, change: (text: string) => string, message: string) => {
      const path = join(out, name);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, change(text));
      expect(read).toThrow(`"${path}"${message}`);
      writeFileSync(path, text);
    };
    refused('episodes.jsonl', (text) => text.replace('"steps":', '"stepz":'), ', line 1: the line is damaged');
    refused('traces.jsonl', (text) => text.replace('"reason":"x"', '"raison":"x"'), ', line 5: field "reason"');
    refused(
      'traces.jsonl',
      (text) => text.slice(0, -1),
      ': the trace of episode "s/house/t2/p/3" is cut off; repeat the run',
    );
  });
});
