import { expect, it } from 'vitest';
import { WorkTimer } from './program_process.ts';

it('WorkTimer starts at once, after a pause with what is left, and neither twice nor when it was stopped', () => {
  const delays: number[] = [];
  let now = 0;
  const startTimer = (_: () => void, delayMs: number) => {
    delays.push(delayMs);
    return setTimeout(() => {}, 0);
  };
  const timer = new WorkTimer(10, () => {}, { clock: () => now, startTimer });
  timer.resume();
  expect(delays).toEqual([10]);
  now = 4;
  timer.pause();
  now = 1_000;
  timer.pause();
  timer.resume();
  now = 1_100;
  timer.pause();
  timer.resume();
  expect(delays).toEqual([10, 6, 0]);
  timer.stop();
  timer.resume();
  expect(delays).toEqual([10, 6, 0]);
});
