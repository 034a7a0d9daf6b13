/** Runs the command in a worker thread, which an interruption can end safely: commands replace files atomically. */
import { Worker } from 'node:worker_threads';
import { watchPrograms } from '../episode/any_language/running_programs.ts';
import { describeFailure } from '../io/errors/failure.ts';
import type { Look, Screen } from '../io/screen.ts';
import type { Terminal } from './terminal/terminal.ts';

export type CommandOrder = Readonly<{ argv: readonly string[]; screen: Screen | null }>;

export type FromCommand =
  | { readonly out: string }
  | Readonly<{ say: string; look: Look | undefined }>
  | { readonly progress: string }
  | { readonly drain: true }
  | { readonly exitCode: number };

export type ToCommand = 'drained' | 'stop' | 'quit';

/** These commands end themselves, with their child programs, files and requests. */
const STOPPABLE: readonly (string | undefined)[] = ['run', 'plan', 'serve', 'sweep', 'worker'];

const QUIT_MS = 500;

export async function runInThread(
  argv: readonly string[],
  terminal: Terminal,
  { stop, quit }: Readonly<Record<'stop' | 'quit', AbortSignal>>,
): Promise<number> {
  const endPrograms = watchPrograms();
  const { promise, resolve } = Promise.withResolvers<number>();
  const order: CommandOrder = { argv, screen: terminal.screen ?? null };
  const worker = new Worker(new URL('./command_worker.ts', import.meta.url), { workerData: order });
  const send = (message: ToCommand) => worker.postMessage(message);
  const isStoppable = STOPPABLE.includes(argv.find((word) => !word.startsWith('-')));
  let quitTimer: NodeJS.Timeout | undefined;
  const onStop = () => {
    if (isStoppable) return send('stop');
    terminal.say('Interrupted');
    resolve(130);
  };
  const onQuit = () => {
    send('quit');
    quitTimer = setTimeout(() => resolve(130), QUIT_MS);
  };
  stop.addEventListener('abort', onStop, { once: true });
  quit.addEventListener('abort', onQuit, { once: true });
  worker.on('message', (message: FromCommand) => {
    if (stop.aborted && !isStoppable) return;
    if ('out' in message) terminal.out(message.out);
    else if ('say' in message) terminal.say(message.say, message.look);
    else if ('progress' in message) terminal.progress(message.progress);
    else if ('exitCode' in message) resolve(message.exitCode);
    else void (terminal.drained?.() ?? Promise.resolve()).then(() => send('drained'));
  });
  worker.on('error', (error) => {
    const { exitCode, message } = failureOf(error);
    terminal.say(message, 'bad');
    resolve(exitCode);
  });
  worker.on('exit', (exitCode) => resolve(exitCode));
  try {
    return await promise;
  } finally {
    clearTimeout(quitTimer);
    stop.removeEventListener('abort', onStop);
    quit.removeEventListener('abort', onQuit);
    await worker.terminate();
    endPrograms();
  }
}

function failureOf(error: unknown): { exitCode: number; message: string } {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { exitCode: 4, message: 'Out of memory; set a larger limit with `node --max-old-space-size`' };
  return describeFailure(error);
}
