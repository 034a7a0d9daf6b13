import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { episodeThreads as threads } from './episode_thread.ts';

const { file } = scratchFolder();

const order = (tasks: readonly string[], planner = 'random') => ({
  request: { suite: 'household', scenes: ['house_1'], tasks, planners: [planner] },
  settings: { mode: 'replay', tapes: [PLACES.tapes], jobs: 1 } as const,
  checksSetup: false,
});
const unserved = { answer: () => Promise.reject(new Error('The random planner asks nothing')), onWaiting: () => {} };

async function taken(tasks: readonly string[], planner?: string) {
  const thread = threads.take(order(tasks, planner));
  const { list } = await thread.plan;
  return { thread, tasks: [...new Set(list.firstHeaders().map(({ task }) => task))] };
}

describe('episodeThreads', () => {
  it('reuses a thread for a new order', async () => {
    const first = await taken(['make_toast']);
    expect(first.tasks).toEqual(['make_toast']);
    const before = await first.thread.play(0, unserved);
    await threads.giveBack(first.thread);
    const again = await taken(['open_fridge']);
    expect(again.thread).toBe(first.thread);
    expect(again.tasks).toEqual(['open_fridge']);
    expect((await again.thread.play(0, unserved)).trace.header.task).toBe('open_fridge');
    await threads.giveBack(again.thread);
    const { thread } = await taken(['make_toast']);
    expect(await thread.play(0, unserved)).toEqual(before);
    await threads.giveBack(thread);
  });

  it('does not keep a busy or ended thread', async () => {
    const { thread: playing } = await taken(['make_toast']);
    const played = playing.play(0, unserved);
    await threads.giveBack(playing);
    expect(playing.hasEnded).toBe(true);
    await expect(played).rejects.toThrow('its thread was ended');
    const { idle } = threads;
    threads.warm(idle + 1);
    expect(threads.idle).toBe(idle + 1);
    const { thread: warm } = await taken(['make_toast']);
    await threads.giveBack(warm);
    warm.end();
    expect(threads.take(order(['make_toast']))).not.toBe(warm);
  });

  it('waits for an unfinished plan, and keeps the thread of an invalid order', async () => {
    const thread = threads.take(order(['make_toast']));
    await threads.giveBack(thread);
    const wrong = threads.take(order(['no_such_task']));
    expect(wrong).toBe(thread);
    await expect(wrong.plan).rejects.toThrow('no_such_task');
    await threads.giveBack(wrong);
    const again = await taken(['open_fridge']);
    expect(again.thread).toBe(thread);
    expect(again.tasks).toEqual(['open_fridge']);
    await threads.giveBack(again.thread);
  });

  const PLANNER = join(PLACES.examples, 'planner/my_planner.mjs');

  it('keeps a thread that loaded a planner from a file if files do not change', async () => {
    const { thread } = await taken(['open_fridge'], PLANNER);
    await threads.giveBack(thread, { filesAreUnchanged: true });
    const again = await taken(['make_toast'], PLANNER);
    expect(again.thread).toBe(thread);
    expect(again.tasks).toEqual(['make_toast']);
    await threads.giveBack(again.thread);
  });

  it('does not keep a thread that loaded, or should have loaded, a planner from a file', async () => {
    for (const path of [PLANNER, file('broken.mjs', 'throw new Error("not today");')]) {
      const thread = threads.take(order(['open_fridge'], path));
      await thread.plan.catch(() => {});
      expect(thread.hasEnded).toBe(false);
      await threads.giveBack(thread);
      expect(thread.hasEnded).toBe(true);
    }
  });
});
