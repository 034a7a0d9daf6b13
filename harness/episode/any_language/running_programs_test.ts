import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { enterProgram, watchPrograms } from './running_programs.ts';

const MODULE = new URL('./running_programs.ts', import.meta.url).href;

function sleeping(): number {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid!;
}

it('watchPrograms() ends what a thread started that was terminated', async () => {
  const endPrograms = watchPrograms();
  const thread = new Worker(
    `const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(MODULE)}).then(({ enterProgram }) => {
      const { pid } = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      enterProgram(pid);
      parentPort.postMessage(pid);
      while (true);
    });`,
    { eval: true },
  );
  const [pid] = await once(thread, 'message');
  await thread.terminate();
  expect(isThere(pid)).toBe(true);
  endPrograms();
  await expect.poll(() => isThere(pid)).toBe(false);
});

it('watchPrograms() leaves alone what has ended, and what is of another time', async () => {
  const [left, ended] = [sleeping(), sleeping()];
  const endBefore = watchPrograms();
  enterProgram(ended)();
  endBefore();
  const forgetLeft = enterProgram(left);
  watchPrograms()();
  forgetLeft();
  expect([left, ended].map(isThere)).toEqual([true, true]);
});

function isThere(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}
