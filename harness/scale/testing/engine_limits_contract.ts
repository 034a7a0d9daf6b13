/**
 * The tests that every engine of sweeps passes: limits of providers, budget, pause and cancel.
 *
 * @module
 */

import { expect, it } from 'vitest';
import { PAUSED, type SweepEngine } from '../sweep_engine.ts';
import { begun, kept, NOTHING, type Open, opened, played, queued, RECORD } from './engine_fixture.ts';

export function limitTests(open: Open, nowMs: () => number): void {
  it('spaces requests evenly, whoever sends them', async () => {
    const engine = await begun(open, [queued('a')]);
    const other = await opened(open);
    const began = nowMs();
    for (const [at, each] of [engine, other, engine, other].entries()) {
      const wait = await waitMs(each);
      expect(wait).toBeLessThanOrEqual(100 * at);
      expect(wait).toBeGreaterThanOrEqual(100 * at - (nowMs() - began) - 2);
    }
  });

  it('spaces tokens, corrected by what an answer took', async () => {
    const engine = await begun(open, [queued('a')]);
    expect(await waitMs(engine, 30_000)).toBe(0);
    const second = await waitMs(engine, 0);
    expect(second).toBeGreaterThan(20_000);
    expect(second).toBeLessThanOrEqual(30_000);
    await engine.learn('p', {}, -15_000);
    expect(await waitMs(engine, 0)).toBeLessThanOrEqual(15_000);
  });

  it('heeds lower limits from headers, and a provider that has none', async () => {
    const engine = await begun(open, [queued('a')]);
    expect([await waitMs(engine, 9, 'free'), await waitMs(engine, 9, 'free')]).toEqual([0, 0]);
    await engine.learn('free', { requestsPerMinute: 2 }, 0);
    await waitMs(engine, 0, 'free');
    expect(await waitMs(engine, 0, 'free')).toBeGreaterThan(20_000);
    await engine.learn('p', { requestsPerMinute: 60_000 }, 0);
    for (let count = 0; count < 100; count += 1) await engine.reserve('p', 0);
    const wait = await waitMs(engine);
    expect(wait).toBeLessThanOrEqual(10_000);
    expect(wait).toBeGreaterThan(1_000);
  });

  it('moves all places later when a provider blocks, once for all who say so', async () => {
    const engine = await begun(open, [queued('a')]);
    const before = await engine.reserve('p', 0);
    const shiftMs = 'shiftMs' in before ? before.shiftMs : Number.NaN;
    expect(await engine.recheck('p', shiftMs)).toEqual({ waitMs: 0, shiftMs });
    await engine.learn('p', { blockedMs: 50_000 }, 0);
    await (await opened(open)).learn('p', { blockedMs: 50_000 }, 0);
    const after = await engine.recheck('p', shiftMs);
    expect('waitMs' in after && after.waitMs).toBeGreaterThanOrEqual(50_000);
    expect('waitMs' in after && after.waitMs).toBeLessThan(70_000);
    expect(await waitMs(engine)).toBeGreaterThan(40_000);
    expect(await waitMs(engine, 0, 'free')).toBe(0);
  });
}

export function stopTests(open: Open): void {
  it('stops when the budget is spent, and goes on with a higher one', async () => {
    const engine = await begun(open, [queued('a')]);
    await engine.keep(kept('a', 'dear'), 'small', { ...NOTHING, nanoUsd: 1_000_000_000 });
    const stopped = expect.stringContaining('the budget of 1 USD is spent');
    expect(await engine.reserve('p', 1)).toEqual({ stopped });
    expect((await engine.status())!.stopped).toEqual(stopped);
    expect(await played(engine)).toEqual([]);
    await engine.begin({ ...RECORD, sweep: { ...RECORD.sweep, budget: 2 } }, [queued('a')]);
    expect(await played(engine)).toEqual(['a']);
  });

  it('stops for a reason, the first of them, until it is resumed', async () => {
    const engine = await begun(open, [queued('a')]);
    await engine.pause('the key was refused');
    await engine.pause('another');
    expect(await (await opened(open)).stopReason()).toBe('the key was refused');
    expect(await played(engine)).toEqual([]);
    await engine.resume();
    expect(await played(engine)).toEqual(['a']);
  });

  it('waits while a person has it paused', async () => {
    const engine = await begun(open, [queued('a')]);
    await engine.pause(PAUSED);
    const other = await opened(open);
    setTimeout(() => void other.resume(), 300);
    expect(await played(engine)).toEqual(['a']);
  });

  it('forgets everything when it is cancelled', async () => {
    const engine = await begun(open, [queued('a'), queued('b')]);
    await engine.keep(kept('a', 'x'), 'small', { ...NOTHING, nanoUsd: 5 });
    await engine.cancel();
    expect(await engine.record()).toBeNull();
    expect(await engine.status()).toBeNull();
    expect(await engine.uncollected(10)).toEqual([]);
    expect(await played(engine)).toEqual([]);
    expect(await engine.reserve('p', 1)).toEqual({ stopped: expect.stringContaining('cancelled') });
    await engine.begin(RECORD, [queued('a')]);
    expect(await engine.find('a', kept('a', '').recording.entry)).toBeNull();
    expect((await engine.status())!.models[0]).toMatchObject({ nanoUsd: 0 });
  });
}

async function waitMs(engine: SweepEngine, tokens = 0, provider = 'p'): Promise<number> {
  const verdict = await engine.reserve(provider, tokens);
  return 'waitMs' in verdict ? verdict.waitMs : Number.NaN;
}
