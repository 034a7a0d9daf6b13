import { processTerminal } from './terminal/terminal.ts';

export async function runProgram(argv: readonly string[], program: NodeJS.Process): Promise<number> {
  const { stdout, stderr, env } = program;
  const terminal = processTerminal({ stdout, stderr, environment: env, clock: Date.now, color: colorOf(argv) });
  const [stop, quit] = [new AbortController(), new AbortController()];
  if (isBrief(argv)) {
    const { runCommandLine } = await import('./command_line.ts');
    return runCommandLine(argv, { terminal, signal: stop.signal, environment: env });
  }
  // npm forwards signals only to a script that begins with `exec`.
  let awaitsEcho = env['npm_lifecycle_script']?.startsWith('exec ') === true;
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

/** The terminal signals npm, too; npm's forwarded signal arrives within this time. */
const ECHO_MS = 500;

const POLL_MS = 500;

/** At SIGTERM, npm ends without forwarding the signal; only the parent process changes. */
function endWithNpm(program: NodeJS.Process, onEnd: () => void): void {
  if (program.env['npm_lifecycle_event'] === undefined) return;
  const parent = program.ppid;
  const timer = setInterval(() => {
    if (program.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, POLL_MS);
  timer.unref();
}

function colorOf(argv: readonly string[]): boolean | undefined {
  const end = argv.indexOf('--');
  const last = (end === -1 ? argv : argv.slice(0, end)).findLast((word) => Object.hasOwn(COLOR, word));
  return last === undefined ? undefined : COLOR[last];
}

const COLOR: Readonly<Record<string, boolean>> = {
  '--color': true,
  '--color=true': true,
  '--no-color': false,
  '--color=false': false,
};

const BRIEF_OPTIONS: readonly string[] = ['--help', '-h', '--version', '-v', '--complete'];
const BRIEF_COMMANDS: readonly (string | undefined)[] = [undefined, 'help', 'completion'];

export function isBrief(argv: readonly string[]): boolean {
  const [name, ...others] = argv.filter((word) => !word.startsWith('-'));
  return (
    BRIEF_COMMANDS.includes(name) ||
    argv.some((word) => BRIEF_OPTIONS.includes(word)) ||
    (name === 'list' && others.length === 0 && argv.length === 1)
  );
}
