import { parentPort, workerData } from 'node:worker_threads';
import { runCommandLine } from './command_line.ts';
import type { CommandOrder, FromCommand, ToCommand } from './command_thread.ts';
import type { Terminal } from './terminal/terminal.ts';

const QUEUED_CHARACTERS_MAX = 2 ** 20;

let queuedCharacters = 0;
let onDrained = () => {};
const stop = new AbortController();

parentPort?.on('message', (message: ToCommand) => {
  if (message === 'drained') onDrained();
  else if (message === 'stop') stop.abort(new Error('Interrupted'));
  else process.exit(130); // also ends child programs
});

const { argv, screen } = workerData as CommandOrder;
const terminal: Terminal = {
  ...(screen === null ? {} : { screen }),
  clock: Date.now,
  out(text) {
    queuedCharacters += text.length;
    post({ out: text });
  },
  async drained() {
    if (queuedCharacters < QUEUED_CHARACTERS_MAX) return;
    queuedCharacters = 0;
    await new Promise<void>((resolve) => {
      onDrained = resolve;
      post({ drain: true });
    });
  },
  say: (text, look) => post({ say: text, look }),
  progress: (text) => post({ progress: text }),
};

function post(message: FromCommand): void {
  parentPort?.postMessage(message);
}

post({ exitCode: await runCommandLine(argv, { terminal, signal: stop.signal, environment: process.env }) });
