/** The program as a process: hears signals, and answers what is brief at once, everything else in a thread that can be interrupted. */
import { processTerminal } from './terminal/terminal.ts';

/** Resolves to the exit code; never rejects. */
export async function runProgram(argv: readonly string[], program: NodeJS.Process): Promise<number> {
  const { stdout, stderr, env } = program;
  const terminal = processTerminal({ stdout, stderr, environment: env, clock: Date.now, color: colorOf(argv) });
  const stop = new AbortController();
  if (isBrief(argv)) {
    const { runCommandLine } = await import('./command_line.ts');
    return runCommandLine(argv, { terminal, signal: stop.signal, environment: env });
  }
  const quit = new AbortController();
  let awaitsEcho = hearsNpm(program.env);
  const onSignal = () => {
    if (!stop.signal.aborted) {
      setTimeout(() => {
        awaitsEcho = false;
      }, ECHO_MS).unref();
      terminal.say('Stopping; press Ctrl-C again to force quit');
      stop.abort();
    } else if (!awaitsEcho) quit.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) program.on(name, onSignal);
  endWithNpm(program, onSignal);
  const { runInThread } = await import('./command_thread.ts');
  return runInThread(argv, terminal, { stop: stop.signal, quit: quit.signal });
}

/** For so long a second signal counts as the first: npm passes on to its script what the terminal has sent to both. */
const ECHO_MS = 500;

/** Only a script that begins with `exec` hears npm; where a shell stands between the two, the shell keeps the signal. */
function hearsNpm({ npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): boolean {
  return script.startsWith('exec ');
}

const LOOK_MS = 500;

/** npm ends by the shell that it started at SIGTERM, and the shell tells nobody; this program has another parent from then on. */
function endWithNpm(program: NodeJS.Process, onEnd: () => void): void {
  if (program.env['npm_lifecycle_event'] === undefined) return;
  const parent = program.ppid;
  const look = setInterval(() => {
    if (program.ppid === parent) return;
    clearInterval(look);
    onEnd();
  }, LOOK_MS);
  look.unref();
}

/** The last of `--color` and `--no-color`, looked up before yargs is loaded. */
function colorOf(argv: readonly string[]): boolean | undefined {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).reduce<boolean | undefined>(
    (color, word) => COLOR[word] ?? color,
    undefined,
  );
}

const COLOR: Readonly<Record<string, boolean>> = {
  '--color': true,
  '--color=true': true,
  '--no-color': false,
  '--color=false': false,
};

const ASKS_ONLY: readonly string[] = ['--help', '-h', '--version', '-v', '--complete'];
const ONLY_TELL: readonly (string | undefined)[] = [undefined, 'help', 'completion'];

/** Whether there is nothing to compute, and so nothing to interrupt: help, the version, completions, what can be listed. */
export function isBrief(argv: readonly string[]): boolean {
  const [name, ...rest] = argv.filter((word) => !word.startsWith('-'));
  return (
    ONLY_TELL.includes(name) ||
    argv.some((word) => ASKS_ONLY.includes(word)) ||
    (name === 'list' && rest.length === 0 && argv.length === 1)
  );
}
