/**
 * Carries out a command in a thread of its own, so that this one hears an interruption at any moment, whatever the command computes.
 *
 * At an interruption the thread is ended without asking: commands write whole files only, and tapes survive it. Commands that hold
 * what must be put away, such as other programs, run in the main thread and give their own work to threads.
 *
 * @module
 */
import { Worker } from 'node:worker_threads';
import type { FromCommand, ToCommand } from './command_messages.ts';
import { describeFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Resolves to the exit code; never rejects. */
export async function runInThread(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const worker = new Worker(new URL('./command_worker.ts', import.meta.url), { workerData: argv });
  const onAbort = () => {
    terminal.say('Interrupted');
    resolve(130);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', (message: FromCommand) => {
    if (signal.aborted) return;
    if ('out' in message) terminal.out(message.out);
    else if ('say' in message) terminal.say(message.say);
    else if ('progress' in message) terminal.progress(message.progress);
    else if ('exitCode' in message) resolve(message.exitCode);
    else
      void (terminal.drained?.() ?? Promise.resolve()).then(() => worker.postMessage({ drained: true } as ToCommand));
  });
  worker.on('error', (error) => {
    const { exitCode, message } = failureOf(error);
    terminal.say(message);
    resolve(exitCode);
  });
  worker.on('exit', (exitCode) => resolve(exitCode));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function failureOf(error: unknown): { exitCode: number; message: string } {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isFull)
    return { exitCode: 4, message: 'The memory of the machine did not suffice; see `node --max-old-space-size`' };
  return describeFailure(error);
}
