/**
 * The main of a command's thread: carries the command out and speaks through the main thread.
 *
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { runCommandLine } from './command_line.ts';
import type { FromCommand } from './command_messages.ts';
import type { Terminal } from './terminal.ts';

/** So much may be on its way before whoever prints without end waits. */
const QUEUED_MAX = 2 ** 20;

let queued = 0;
const terminal: Terminal = {
  out(text) {
    queued += text.length;
    post({ out: text });
  },
  async drained() {
    if (queued < QUEUED_MAX) return;
    queued = 0;
    await new Promise((resolve) => {
      parentPort?.once('message', resolve);
      post({ drain: true });
    });
  },
  say: (text) => post({ say: text }),
  progress: (text) => post({ progress: text }),
};

function post(message: FromCommand): void {
  parentPort?.postMessage(message);
}

const exitCode = await runCommandLine(workerData as readonly string[], {
  terminal,
  // Whoever interrupts ends the thread.
  signal: new AbortController().signal,
  environment: process.env,
});
post({ exitCode });
