/**
 * The tests that every engine of sweeps passes.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { CellEnd } from '../sweep_engine.ts';
import {
  ATTEMPTS_1,
  begun,
  cellsOf,
  kept,
  NOTHING,
  type Open,
  opened,
  played,
  queued,
  RECORD,
} from './engine_fixture.ts';
import { limitTests, stopTests } from './engine_limits_contract.ts';

/** `open` gives an engine that is empty; with `again`, one more of the same sweep, such as another process would have. */
export function engineContract(name: string, open: Open, nowMs: () => number): void {
  describe(`${name} keeps the contract of SweepEngine`, () => {
    describe('playing', () => playingTests(open));
    describe('what fails, and who stops', () => failingTests(open));
    describe('answers', () => answerTests(open));
    describe('late answers', () => lateTests(open));
    describe('limits', () => limitTests(open, nowMs));
    describe('budget, pause and cancel', () => stopTests(open));
  });
}

function playingTests(open: Open): void {
  it('plays each once, those of a higher priority first, and keeps what was swept', async () => {
    const engine = await begun(open, [queued('a'), queued('b', { priority: 5 }), queued('c')]);
    expect(await played(engine)).toEqual(['b', 'a', 'c']);
    expect(await played(engine)).toEqual([]);
    expect(await engine.record()).toEqual(RECORD);
    expect(await cellsOf(engine)).toEqual({ waiting: 0, active: 0, done: 3, failed: 0 });
  });

  it('plays so many at a time', async () => {
    const engine = await begun(
      open,
      ['a', 'b', 'c', 'd', 'e'].map((id) => queued(id)),
    );
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

  it('begins again without playing what is done', async () => {
    const engine = await begun(open, [queued('a')]);
    await played(engine);
    await engine.begin(RECORD, [queued('a'), queued('b')]);
    expect(await played(engine)).toEqual(['b']);
  });
}

function failingTests(open: Open): void {
  it('plays again what is given back, and counts no attempt', async () => {
    const engine = await begun(open, [queued('a')], ATTEMPTS_1);
    const ends: CellEnd[] = ['given_back', 'given_back', 'done'];
    expect(await played(engine, () => ends.shift() ?? 'done')).toEqual(['a', 'a', 'a']);
  });

  it('lists what failed, with request and cause, and plays it again when the sweep goes on', async () => {
    const engine = await begun(open, [queued('a'), queued('b')], ATTEMPTS_1);
    const { entry, request } = kept('a', '').recording;
    const { task, trial, key, occurrence } = entry;
    const failure = { cause: 'status 500', episode: 'e', address: { task, trial, key, occurrence }, request };
    expect(await played(engine, (cell) => (cell === 'a' ? failure : 'done'))).toEqual(['a', 'b']);
    const { failed } = (await engine.status())!;
    expect(failed).toEqual([{ cell: queued('a').name, attempts: 1, failure }]);
    expect(await cellsOf(engine)).toEqual({ waiting: 0, active: 0, done: 1, failed: 1 });
    await engine.resume();
    expect(await played(engine)).toEqual(['a']);
    expect((await engine.status())!.failed).toEqual([]);
  });

  it('waits before a cell that failed is played once more', async () => {
    const engine = await begun(open, [queued('a')]);
    const stop = new AbortController();
    const order: string[] = [];
    const play = async (cell: string): Promise<CellEnd> => {
      order.push(cell);
      setTimeout(() => stop.abort(), 200);
      return { cause: 'status 500' };
    };
    await engine.work(play, { concurrency: 1, signal: stop.signal, untilIdle: true });
    expect(order).toEqual(['a']);
    expect(await cellsOf(engine)).toEqual({ waiting: 1, active: 0, done: 0, failed: 0 });
  });

  it('begins nothing new when it is told to stop, and ends what it began', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    const stop = new AbortController();
    let ended = false;
    const play = async (): Promise<CellEnd> => {
      stop.abort();
      await sleep(50);
      ended = true;
      return 'done';
    };
    await engine.work(play, { concurrency: 1, signal: stop.signal, untilIdle: false });
    expect(ended).toBe(true);
    expect(await cellsOf(engine)).toEqual({ waiting: 1, active: 0, done: 1, failed: 0 });
  });

  it('counts by model', async () => {
    const engine = await begun(open, [queued('a'), queued('b', { model: 'large' })]);
    await engine.keep(kept('b', 'x'), 'large', { promptTokens: 3, completionTokens: 4, nanoUsd: 5 });
    const { models } = (await engine.status())!;
    expect(models.map(({ model, cells, calls, nanoUsd }) => [model, cells.waiting, calls, nanoUsd])).toEqual([
      ['small', 1, 0, 0],
      ['large', 1, 1, 5],
    ]);
  });
}

function lateTests(open: Open): void {
  it('keeps no answer of a cell that is done, or of a sweep that was cancelled', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    await played(engine);
    // A worker that was taken for dead may come back with it.
    const late = kept('a', 'late');
    expect(await engine.keep(late, 'small', { ...NOTHING, nanoUsd: 5 })).toEqual(late.recording.entry);
    expect(await engine.uncollected(10)).toEqual([]);
    expect((await engine.status())!.models[0]).toMatchObject({ calls: 0, nanoUsd: 0 });
    await engine.cancel();
    await engine.keep(kept('b', 'late'), 'small', { ...NOTHING, nanoUsd: 5 });
    await engine.begin(RECORD, [queued('b')]);
    expect(await engine.uncollected(10)).toEqual([]);
    expect((await engine.status())!.models[0]).toMatchObject({ calls: 0, nanoUsd: 0 });
  });
}

function answerTests(open: Open): void {
  it('finds what was kept, from wherever, and gives it out to be collected', async () => {
    const engine = await begun(open, [queued('a')]);
    const one = kept('a', 'yes \ud800 \0 "é漢🍞"');
    expect(await engine.find('a', one.recording.entry)).toBeNull();
    expect(await engine.keep(one, 'small', NOTHING)).toEqual(one.recording.entry);
    const other = await opened(open);
    expect(await other.find('a', one.recording.entry)).toEqual(one.recording.entry);
    expect(await other.find('b', one.recording.entry)).toBeNull();
    expect(await other.uncollected(10)).toEqual([one]);
    expect((await other.status())!.uncollected).toBe(1);
  });

  it('counts the first of two answers, and its cost alone', async () => {
    const engine = await begun(open, [queued('a')]);
    const [first, second] = [kept('a', 'first'), kept('a', 'second')];
    const cost = { promptTokens: 10, completionTokens: 2, nanoUsd: 7 };
    expect(await engine.keep(first, 'small', cost)).toEqual(first.recording.entry);
    expect(await engine.keep(second, 'small', cost)).toEqual(first.recording.entry);
    expect(await engine.uncollected(10)).toEqual([first]);
    expect((await engine.status())!.models[0]).toMatchObject({ calls: 1, ...cost });
  });

  it('keeps what is collected until its cell is done, and gives it out no more', async () => {
    const engine = await begun(open, [queued('a')]);
    const one = kept('a', 'yes');
    await engine.keep(one, 'small', NOTHING);
    await engine.markCollected([one]);
    expect(await engine.uncollected(10)).toEqual([]);
    expect(await engine.find('a', one.recording.entry)).toEqual(one.recording.entry);
    await played(engine);
    await engine.markCollected([]);
    expect(await engine.find('a', one.recording.entry)).toBeNull();
  });

  it('knows what is on a tape already, and neither counts it nor gives it out', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    const one = kept('a', 'recorded');
    await engine.addKnown('a', [one.recording.entry]);
    expect(await engine.find('a', one.recording.entry)).toEqual(one.recording.entry);
    expect(await engine.keep(kept('a', 'asked'), 'small', NOTHING)).toEqual(one.recording.entry);
    expect(await engine.uncollected(10)).toEqual([]);
    expect((await engine.status())!.models[0]).toMatchObject({ calls: 0 });
  });

  it('gives out no more than asked for', async () => {
    const engine = await begun(open, [queued('a')]);
    for (let number = 0; number < 5; number += 1) await engine.keep(kept('a', 'x', `Q${number}`), 'small', NOTHING);
    expect(await engine.uncollected(3)).toHaveLength(3);
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
