import { describe, expect, it } from 'vitest';
import { WorkTimer } from './work_timer.ts';

/** A timer of ten milliseconds, with a clock that is set by hand; `delays` are those that were asked for. */
function setUp() {
  const delays: number[] = [];
  const clock = { now: 0 };
  const timer = new WorkTimer(10, () => {}, {
    clock: () => clock.now,
    startTimer: (_, delayMs) => {
      delays.push(delayMs);
      return setTimeout(() => {}, 0);
    },
  });
  return { timer, delays, clock };
}

describe('WorkTimer', () => {
  it('starts at once, and after a pause with what is left', () => {
    const { timer, delays, clock } = setUp();
    clock.now = 4;
    timer.pause();
    clock.now = 1_000;
    timer.pause();
    timer.resume();
    clock.now = 1_100;
    timer.pause();
    timer.resume();
    expect(delays).toEqual([10, 6, 0]);
    timer.stop();
  });

  it('does not run twice, nor again when it was stopped', () => {
    const { timer, delays } = setUp();
    timer.resume();
    timer.stop();
    timer.resume();
    expect(delays).toEqual([10]);
  });
});
