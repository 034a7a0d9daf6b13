import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type CellEnd, PAUSED, type SweepEngine } from '../sweep_engine.ts';
import { begun, cellsOf, kept, NOTHING, type Open, opened, PLAY, played, queued, RECORD } from './engine_fixture.ts';

export function engineContract(name: string, open: Open, nowMs: () => number): void {
  describe(`${name} keeps the contract of SweepEngine`, () => {
    for (const tests of [playingTests, failingTests, processTests, answerTests, collectTests, stopTests]) tests(open);
    limitTests(open, nowMs);
  });
}

function playingTests(open: Open): void {
  it('plays each cell once, by priority, and keeps the answers', async () => {
    const engine = await begun(open, [queued('a'), queued('b', { priority: 5 }), queued('c')]);
    expect(await played(engine)).toEqual(['b', 'a', 'c']);
    expect(await played(engine)).toEqual([]);
    expect(await engine.record()).toEqual(RECORD);
    expect(await cellsOf(engine)).toEqual({ waiting: 0, active: 0, done: 3, failed: 0 });
  });

  it('plays the given number of cells at a time', async () => {
    const cells = ['a', 'b', 'c', 'd', 'e'].map((id) => queued(id));
    const engine = await begun(open, cells);
    let [now, most] = [0, 0];
    const three = Promise.withResolvers<void>();
    const play = async (): Promise<CellEnd> => {
      now += 1;
      most = Math.max(most, now);
      if (now === 3) three.resolve();
      await three.promise;
      now -= 1;
      return 'done';
    };
    expect(await played(engine, play, 3)).toHaveLength(5);
    expect(most).toBe(3);
  });

  it('starts again without playing completed cells', async () => {
    const engine = await begun(open, [queued('a')]);
    await played(engine);
    await engine.begin(RECORD, [queued('a'), queued('b')]);
    expect(await played(engine)).toEqual(['b']);
  });
}

function failingTests(open: Open): void {
  it('plays returned cells again without counting an attempt', async () => {
    const engine = await begun(open, [queued('a')], 1);
    const ends: CellEnd[] = ['given_back', 'given_back', 'done'];
    expect(await played(engine, () => ends.shift() ?? 'done')).toEqual(['a', 'a', 'a']);
  });

  it('lists failed cells with request and cause, and plays them again when the sweep resumes', async () => {
    const engine = await begun(open, [queued('a'), queued('b')], 1);
    const { entry, request } = kept('a', '').recording;
    const { task, trial, key, occurrence } = entry;
    const failure = { cause: 'status 500', episode: 'e', address: { task, trial, key, occurrence }, request };
    expect(await played(engine, (cell) => (cell === 'a' ? failure : 'done'))).toEqual(['a', 'b']);
    const failed = async () => (await engine.status())!.failed;
    expect(await failed()).toEqual([{ cell: queued('a').name, attempts: 1, failure }]);
    expect(await cellsOf(engine)).toEqual({ waiting: 0, active: 0, done: 1, failed: 1 });
    await engine.resume();
    expect(await played(engine)).toEqual(['a']);
    expect(await failed()).toEqual([]);
  });

  it('waits before it plays a failed cell again', async () => {
    const engine = await begun(open, [queued('a')]);
    const stop = new AbortController();
    const order: string[] = [];
    const play = async (cell: string): Promise<CellEnd> => {
      order.push(cell);
      setTimeout(() => stop.abort(), 200);
      return { cause: 'status 500' };
    };
    await engine.work(play, { ...PLAY, signal: stop.signal });
    expect(order).toEqual(['a']);
    expect(await cellsOf(engine)).toEqual({ waiting: 1, active: 0, done: 0, failed: 0 });
  });

  it('starts no cell after a stop, and finishes active cells', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    const stop = new AbortController();
    const play = async (): Promise<CellEnd> => {
      stop.abort();
      await sleep(50);
      return 'done';
    };
    await engine.work(play, { ...PLAY, signal: stop.signal, untilIdle: false });
    expect(await cellsOf(engine)).toEqual({ waiting: 1, active: 0, done: 1, failed: 0 });
  });
}

function processTests(open: Open): void {
  it('plays the cells of a dead process again', async () => {
    const first = await open({ again: false });
    await first.begin(RECORD, [queued('a')]);
    const playing = Promise.withResolvers<void>();
    const play = () => {
      playing.resolve();
      return new Promise<CellEnd>(() => {});
    };
    void first.work(play, PLAY).catch(() => {});
    await playing.promise;
    const second = await opened(open);
    expect(await cellsOf(second)).toEqual({ waiting: 0, active: 1, done: 0, failed: 0 });
    await first.close();
    expect(await played(second)).toEqual(['a']);
    expect(await cellsOf(second)).toEqual({ waiting: 0, active: 0, done: 1, failed: 0 });
  });

  it('counts by model', async () => {
    const engine = await begun(open, [queued('a'), queued('b', { model: 'large' })]);
    await engine.keep(kept('b', 'x'), 'large', { promptTokens: 3, completionTokens: 4, nanoUsd: 5 });
    expect((await engine.status())!.models).toMatchObject([
      { model: 'small', cells: { waiting: 1 }, calls: 0, nanoUsd: 0 },
      { model: 'large', cells: { waiting: 1 }, calls: 1, nanoUsd: 5 },
    ]);
  });
}

const spent = async (engine: SweepEngine) => (await engine.status())!.models[0];

function answerTests(open: Open): void {
  // A worker that was taken for dead may come back with it.
  it('keeps no answer of a done cell or a cancelled sweep', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    await played(engine);
    const late = kept('a', 'late');
    expect(await engine.keep(late, 'small', { ...NOTHING, nanoUsd: 5 })).toEqual(late.recording.entry);
    expect(await engine.listUncollected(10)).toEqual([]);
    expect(await spent(engine)).toMatchObject({ calls: 0, nanoUsd: 0 });
    await engine.cancel();
    await engine.keep(kept('b', 'late'), 'small', { ...NOTHING, nanoUsd: 5 });
    await engine.begin(RECORD, [queued('b')]);
    expect(await engine.listUncollected(10)).toEqual([]);
    expect(await spent(engine)).toMatchObject({ calls: 0, nanoUsd: 0 });
  });

  it('finds answers of all processes, and lists them for collection', async () => {
    const engine = await begun(open, [queued('a')]);
    const one = kept('a', 'yes \ud800 \0 "é漢🍞"');
    const { entry } = one.recording;
    expect(await engine.find('a', entry)).toBeNull();
    expect(await engine.keep(one, 'small', NOTHING)).toEqual(entry);
    const other = await opened(open);
    expect(await other.find('a', entry)).toEqual(entry);
    expect(await other.find('b', entry)).toBeNull();
    expect(await other.listUncollected(10)).toEqual([one]);
    expect((await other.status())!.uncollected).toBe(1);
  });

  it('counts only the first of two answers and its cost', async () => {
    const engine = await begun(open, [queued('a')]);
    const [first, second] = [kept('a', 'first'), kept('a', 'second')];
    const cost = { promptTokens: 10, completionTokens: 2, nanoUsd: 7 };
    for (const each of [first, second]) expect(await engine.keep(each, 'small', cost)).toEqual(first.recording.entry);
    expect(await engine.listUncollected(10)).toEqual([first]);
    expect(await spent(engine)).toMatchObject({ calls: 1, ...cost });
  });
}

function collectTests(open: Open): void {
  it('keeps collected answers until their cell is done, and lists them no more', async () => {
    const engine = await begun(open, [queued('a')]);
    const one = kept('a', 'yes');
    await engine.keep(one, 'small', NOTHING);
    await engine.markCollected([one]);
    expect(await engine.listUncollected(10)).toEqual([]);
    expect(await engine.find('a', one.recording.entry)).toEqual(one.recording.entry);
    await played(engine);
    await engine.markCollected([]);
    expect(await engine.find('a', one.recording.entry)).toBeNull();
  });

  it('finds answers from tapes, and neither counts nor lists them', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    const { entry } = kept('a', 'recorded').recording;
    await engine.addTaped('a', [entry]);
    expect(await engine.find('a', entry)).toEqual(entry);
    expect(await engine.keep(kept('a', 'asked'), 'small', NOTHING)).toEqual(entry);
    expect(await engine.listUncollected(10)).toEqual([]);
    expect(await spent(engine)).toMatchObject({ calls: 0 });
  });

  it('lists no more answers than requested', async () => {
    const engine = await begun(open, [queued('a')]);
    for (let number = 0; number < 5; number += 1) await engine.keep(kept('a', 'x', `Q${number}`), 'small', NOTHING);
    expect(await engine.listUncollected(3)).toHaveLength(3);
  });

  it('has one collector at a time', async () => {
    const engine = await begun(open, [queued('a')]);
    const release = await engine.collectAlone();
    const other = await opened(open);
    await expect(other.collectAlone()).rejects.toThrow(/process|collect/);
    await release();
    await (await other.collectAlone())();
  });
}

function limitTests(open: Open, nowMs: () => number): void {
  async function waitMs(engine: SweepEngine, tokens = 0, provider = 'p'): Promise<number> {
    const verdict = await engine.reserve(provider, tokens);
    return 'waitMs' in verdict ? verdict.waitMs : Number.NaN;
  }
  function expectWithin(ms: number, [least, most]: readonly [number, number]): void {
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(ms).toBeLessThanOrEqual(most);
  }

  it('spaces the requests of all workers evenly', async () => {
    const engine = await begun(open, [queued('a')]);
    const other = await opened(open);
    const began = nowMs();
    for (const [at, each] of [engine, other, engine, other].entries()) {
      const wait = await waitMs(each);
      expectWithin(wait, [100 * at - (nowMs() - began) - 2, 100 * at]);
    }
  });

  it('spaces tokens, corrected by the tokens of an answer', async () => {
    const engine = await begun(open, [queued('a')]);
    expect(await waitMs(engine, 30_000)).toBe(0);
    expectWithin(await waitMs(engine), [20_001, 30_000]);
    await engine.learn('p', {}, -15_000);
    expectWithin(await waitMs(engine), [0, 15_000]);
  });

  it('uses lower limits from headers, and accepts a provider without limits', async () => {
    const engine = await begun(open, [queued('a')]);
    expect([await waitMs(engine, 9, 'free'), await waitMs(engine, 9, 'free')]).toEqual([0, 0]);
    await engine.learn('free', { requestsPerMinute: 2 }, 0);
    await waitMs(engine, 0, 'free');
    expectWithin(await waitMs(engine, 0, 'free'), [20_001, 30_000]);
    await engine.learn('p', { requestsPerMinute: 60_000 }, 0);
    for (let count = 0; count < 100; count += 1) await engine.reserve('p', 0);
    expectWithin(await waitMs(engine), [1_001, 10_000]);
  });

  it('moves all places when a provider blocks, once for all reports', async () => {
    const engine = await begun(open, [queued('a')]);
    const before = await engine.reserve('p', 0);
    const shiftMs = 'shiftMs' in before ? before.shiftMs : Number.NaN;
    expect(await engine.recheck('p', shiftMs)).toEqual({ waitMs: 0, shiftMs });
    for (const each of [engine, await opened(open)]) await each.learn('p', { blockMs: 50_000 }, 0);
    const after = await engine.recheck('p', shiftMs);
    expectWithin('waitMs' in after ? after.waitMs : Number.NaN, [50_000, 69_999]);
    expect(await waitMs(engine)).toBeGreaterThan(40_000);
    expect(await waitMs(engine, 0, 'free')).toBe(0);
  });
}

function stopTests(open: Open): void {
  it('stops when the budget is spent, and resumes with a higher budget', async () => {
    const engine = await begun(open, [queued('a')]);
    await engine.keep(kept('a', 'dear'), 'small', { ...NOTHING, nanoUsd: 1_000_000_000 });
    const stopped = expect.stringContaining('the budget of 1 USD is spent');
    expect(await engine.reserve('p', 1)).toEqual({ stopped });
    expect((await engine.status())!.stopped).toEqual(stopped);
    expect(await played(engine)).toEqual([]);
    await engine.begin({ ...RECORD, sweep: { ...RECORD.sweep, budget: 2 } }, [queued('a')]);
    expect(await played(engine)).toEqual(['a']);
  });

  it('stops for the first reason until it is resumed', async () => {
    const engine = await begun(open, [queued('a')]);
    for (const reason of ['the key was refused', 'another']) await engine.pause(reason);
    expect(await (await opened(open)).stopReason()).toBe('the key was refused');
    expect(await played(engine)).toEqual([]);
    await engine.resume();
    expect(await played(engine)).toEqual(['a']);
  });

  it('waits while the user has paused it', async () => {
    const engine = await begun(open, [queued('a')]);
    await engine.pause(PAUSED);
    const other = await opened(open);
    setTimeout(() => void other.resume(), 300);
    expect(await played(engine)).toEqual(['a']);
  });

  it('deletes everything when it is cancelled', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    const one = kept('a', 'x');
    await engine.keep(one, 'small', { ...NOTHING, nanoUsd: 5 });
    await engine.cancel();
    expect([await engine.record(), await engine.status()]).toEqual([null, null]);
    expect([await engine.listUncollected(10), await played(engine)]).toEqual([[], []]);
    expect(await engine.reserve('p', 1)).toEqual({ stopped: expect.stringContaining('cancelled') });
    await engine.begin(RECORD, [queued('a')]);
    expect(await engine.find('a', one.recording.entry)).toBeNull();
    expect((await engine.status())!.models[0]).toMatchObject({ nanoUsd: 0 });
  });
}
