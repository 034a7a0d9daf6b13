import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { episodeThreads as threads } from './episode_thread.ts';

const order = (tasks: readonly string[], planner = 'random') => ({
  request: { suite: 'household', scenes: ['house_1'], tasks, planners: [planner] },
  settings: { mode: 'replay', tapes: [PLACES.tapes], jobs: 1 } as const,
  checksSetUp: false,
});
const unserved = { answer: () => Promise.reject(new Error('The random planner asks nothing')), onWaiting: () => {} };

describe('episodeThreads', () => {
  it('hands a thread out again, which then plays what it is told now', async () => {
    const first = threads.take(order(['make_toast']));
    expect((await first.plan).list.firstHeaders().map(({ task }) => task)).toContain('make_toast');
    const before = await first.play(0, unserved);
    await threads.giveBack(first);
    const again = threads.take(order(['open_fridge']));
    expect(again).toBe(first);
    const { list } = await again.plan;
    expect(new Set(list.firstHeaders().map(({ task }) => task))).toEqual(new Set(['open_fridge']));
    const { trace } = await again.play(0, unserved);
    expect(trace.header.task).toBe('open_fridge');
    await threads.giveBack(again);
    const once = threads.take(order(['make_toast']));
    await once.plan;
    expect(await once.play(0, unserved)).toEqual(before);
    await threads.giveBack(once);
  });

  it('keeps no thread in which something is still under way, nor one that has ended', async () => {
    const playing = threads.take(order(['make_toast']));
    await playing.plan;
    const played = playing.play(0, unserved);
    await threads.giveBack(playing);
    expect(playing.hasEnded).toBe(true);
    await expect(played).rejects.toThrow('its thread was ended');
    const { idle } = threads; // of other tests' runs
    threads.warm(idle + 1);
    expect(threads.idle).toBe(idle + 1);
    const warm = threads.take(order(['make_toast']));
    await warm.plan;
    await threads.giveBack(warm);
    warm.end();
    expect(threads.take(order(['make_toast']))).not.toBe(warm);
  });

  it('waits for a plan that is still being made', async () => {
    const thread = threads.take(order(['make_toast']));
    await threads.giveBack(thread);
    const again = threads.take(order(['open_fridge']));
    expect(again).toBe(thread);
    expect((await again.plan).list.firstHeaders()[0]?.task).toBe('open_fridge');
    await threads.giveBack(again);
  });

  it('rejects the plan of an order that cannot be planned, and keeps the thread', async () => {
    const thread = threads.take(order(['no_such_task']));
    await expect(thread.plan).rejects.toThrow('no_such_task');
    await threads.giveBack(thread);
    const again = threads.take(order(['open_fridge']));
    expect(again).toBe(thread);
    expect((await again.plan).list.firstHeaders()[0]?.task).toBe('open_fridge');
    await threads.giveBack(again);
  });

  it('keeps one that loaded a planner from a file where files stay as they are', async () => {
    const file = join(PLACES.examples, 'planner/my_planner.mjs');
    const thread = threads.take(order(['open_fridge'], file));
    await thread.plan;
    await threads.giveBack(thread, { filesStay: true });
    const again = threads.take(order(['make_toast'], file));
    expect(again).toBe(thread);
    expect((await again.plan).list.firstHeaders().map(({ task }) => task)).toEqual(['make_toast']);
    await threads.giveBack(again);
  });

  it('keeps no thread that loaded a planner from a file, or was to', async () => {
    const broken = join(mkdtempSync(join(tmpdir(), 'tapedeck-threads-')), 'broken.mjs');
    writeFileSync(broken, 'throw new Error("not today");');
    onTestFinished(() => rmSync(dirname(broken), { recursive: true }));
    for (const file of [join(PLACES.examples, 'planner/my_planner.mjs'), broken]) {
      const thread = threads.take(order(['open_fridge'], file));
      await thread.plan.catch(() => {});
      expect(thread.hasEnded).toBe(false);
      await threads.giveBack(thread);
      expect(thread.hasEnded).toBe(true);
    }
  });
});
