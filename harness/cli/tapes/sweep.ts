import { setTimeout as sleep } from 'node:timers/promises';
import type { Argv } from 'yargs';
import { counted } from '../../io/errors/counted.ts';
import { type CommandFailure, invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import type { Screen } from '../../io/screen.ts';
import { ALLOW_CODE } from '../../run/plan/run_request.ts';
import { progressText } from '../../run/progress.ts';
import { layersRead, layersWritten, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import { openSweep, type SweepPlace } from '../../scale/open_sweep.ts';
import { drySweep, startSweep } from '../../scale/start_sweep.ts';
import {
  FAILED_SHOWN_MAX,
  type FailedCell,
  isOver,
  type ModelStatus,
  PAUSED,
  type SweepEngine,
  type SweepStatus,
} from '../../scale/sweep_engine.ts';
import { readSweep, type Sweep, usdText } from '../../scale/sweep_file.ts';
import { refuseSweptCode } from '../../scale/sweep_plan.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { count, NUMBERS, reportDryRun } from '../output/missing_answers.ts';
import { type CommandContext, commandGroup, type OptionsOf, type Parser, subcommand } from '../terminal/command.ts';
import { checkCount, checkNumber, option } from '../terminal/option.ts';
import type { Terminal } from '../terminal/terminal.ts';

export const SWEEP_PLACE_OPTIONS = {
  redis: option.text(
    'Address of Redis for a sweep on several hosts: redis://HOST:PORT/DATABASE; set its password in REDIS_PASSWORD',
  ),
  sweeps: option.path(PLACES.sweeps, 'results/sweeps', 'Folder for sweeps without Redis'),
} as const;

export const GRACE_OPTION = option.number(30, 'When interrupted: seconds to wait for answers to open requests');

export const sweepCommand = commandGroup([
  subcommand('start <file>', {
    describe: 'Begin or continue a sweep, and collect its answers',
    examples: {
      'sweep start my_sweep.json --dry-run': 'Report the minimum number of missing calls',
      'sweep start my_sweep.json': 'Record the missing answers here',
      'sweep start my_sweep.json --redis redis://localhost:6379/0': 'Let workers record the missing answers',
    },
    declare: startOptions,
    run: start,
  }),
  subcommand('status [name]', {
    describe: 'Show the progress, cost and failures of a sweep',
    examples: {
      'sweep status toast': 'Show a sweep, by the name in its file',
      'sweep status --watch': 'Show the sweep that changed last, every two seconds',
    },
    declare: (args: Parser) =>
      placeOptions(args).option('watch', option.flag('Repeat every two seconds until the sweep is over')),
    async run(args, context) {
      const { terminal, signal } = context;
      await withSweep(args, context, async (engine) => {
        while (true) {
          const status = await engine.status();
          if (status === null) throw noSweep();
          terminal.out(args.json ? JSON.stringify(status) : statusText(status, terminal.screen));
          if (!args.watch || isOver(status) || signal.aborted) return;
          await sleep(2_000, undefined, { signal }).catch(() => {});
        }
      });
    },
  }),
  changeCommand('pause', 'Send no new requests; keep the answers to those already sent'),
  changeCommand('resume', 'Continue, and repeat failed requests'),
  changeCommand('cancel', 'Discard the queue; collected answers stay on the tapes'),
]);

type Change = 'pause' | 'resume' | 'cancel';

function changeCommand(change: Change, describe: string) {
  return subcommand(`${change} [name]`, {
    describe,
    examples: {
      [`sweep ${change} toast`]: `${change[0]!.toUpperCase()}${change.slice(1)} a sweep, by the name in its file`,
    },
    declare: placeOptions<{ json: boolean }>,
    run: (args, context) => changeSweep(change, args, context),
  });
}

type StartArguments = OptionsOf<typeof startOptions>;
type PlaceArguments = OptionsOf<typeof placeOptions>;

function startOptions(args: Parser) {
  return args.positional('file', option.required('Sweep file (JSON)')).options({
    'dry-run': option.flag('Report cells and the minimum number of missing calls and tokens; send and write nothing'),
    detach: option.flag('With --redis: only fill the queue; start again without --detach to collect the answers'),
    concurrency: option.number(8, 'Without --redis: number of cells to play in parallel'),
    'grace-s': GRACE_OPTION,
    'allow-code': ALLOW_CODE,
    'allow-key-variable': option.texts('Allow a key in this variable even if its name ends in neither _KEY nor _TOKEN'),
    ...SWEEP_PLACE_OPTIONS,
    ...TAPE_OPTIONS,
  });
}

function placeOptions<T>(args: Argv<T>) {
  return args
    .positional('name', option.text('Name of a sweep without Redis; default: the sweep that changed last'))
    .options(SWEEP_PLACE_OPTIONS);
}

async function start(args: StartArguments, context: CommandContext): Promise<void> {
  const { terminal, signal, environment } = context;
  const sweep = readSweep(args.file, args.allowKeyVariable);
  if (!args.allowCode) refuseSweptCode(sweep, args.file);
  checkCount('--concurrency', args.concurrency);
  checkNumber('--grace-s', args.graceS, 'at least 0');
  if (args.dryRun) return dryRun(sweep, args, context);
  if (args.detach && args.redis === undefined)
    throw invalid('--detach needs --redis: without Redis, the sweep runs here');
  const surroundings = { signal, environment, clocks: CLOCKS, say: terminal.say, onStatus: sweepProgress(terminal) };
  const started = await startSweep(sweep, { ...args, ...surroundings, layers: layersWritten(args) });
  const { status: last, recorded, tapesDir } = started;
  if (last === null) {
    terminal.say('The sweep was cancelled; all collected answers are stored');
    return context.exitWith(signal.aborted ? 130 : 3);
  }
  terminal.out(args.json ? JSON.stringify({ ...last, recorded }) : statusText(last, terminal.screen));
  if (args.detach) return terminal.say('Start the sweep again without --detach to collect the answers');
  terminal.say(`${counted(recorded, 'answer')} recorded in ${tapesDir}`);
  const exitCode = exitCodeOf(last, signal);
  if (exitCode === 0) for (const line of replayLines(sweep)) terminal.say(line);
  else terminal.say('Start the sweep again to continue');
  context.exitWith(exitCode);
}

/** 130: interrupted, 4: budget spent, 3: answers are missing. */
function exitCodeOf(status: SweepStatus, signal: AbortSignal): number {
  if (signal.aborted) return 130;
  if (isOver(status) && status.stopped === null && status.models.every(({ cells }) => cells.failed === 0)) return 0;
  return status.stopped?.startsWith('the budget') === true ? 4 : 3;
}

function replayLines({ suites, models }: Sweep): string[] {
  const names = [...new Set(suites.map(({ suite }) => suite))];
  return names.map(
    (suite) =>
      `Replay the sweep with \`npx tapedeck run ${suite} --model ${models[0]?.model}\` and the planners of the sweep`,
  );
}

async function dryRun(sweep: Sweep, args: StartArguments, { signal, terminal }: CommandContext): Promise<void> {
  const { concurrency: jobs, allowCode } = args;
  const report = await drySweep(sweep, { tapes: layersRead(args), jobs }, { signal, messages: terminal, allowCode });
  await reportDryRun(report, args, terminal);
}

async function changeSweep(change: Change, args: PlaceArguments, context: CommandContext): Promise<void> {
  await withSweep(args, context, async (engine) => {
    if (change === 'cancel') return cancelSweep(engine, args, context);
    if ((await engine.status()) === null) throw noSweep();
    if (change === 'pause') await engine.pause(PAUSED);
    else await engine.resume();
    const after = await engine.status();
    if (args.json) context.terminal.out(JSON.stringify(after));
    else if (after !== null) context.terminal.out(statusText(after, context.terminal.screen));
  });
}

async function cancelSweep(engine: SweepEngine, { json }: PlaceArguments, { terminal }: CommandContext): Promise<void> {
  const subject = await engine.record().then(
    (record) => record && `Sweep "${record.sweep.name}"`,
    () => 'The sweep, whose record is unreadable,',
  );
  if (subject === null) throw noSweep();
  await engine.cancel();
  if (json) terminal.out('null');
  terminal.say(`${subject} is cancelled; collected answers stay on the tapes`);
}

export const CLOCKS = { wall: Date.now, monotonic: () => performance.now() };

async function withSweep(
  place: SweepPlace,
  { environment, terminal }: CommandContext,
  use: (engine: SweepEngine) => Promise<void>,
): Promise<void> {
  const engine = await openSweep(place, { clocks: CLOCKS, environment, say: terminal.say }, { isNew: false });
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

function noSweep(): CommandFailure {
  return invalid('No sweep is under way here; start one with `tapedeck sweep start SWEEP.json`');
}

function statusText(status: SweepStatus, screen?: Screen): string {
  const { name, stopped, models, budget, uncollected, workers, failed } = status;
  const header = ['model', 'done', 'active', 'waiting', 'failed', 'calls', 'tokens', 'cost'];
  const layout = { screen, always: ['model', 'done', 'failed'], next: ['waiting', 'cost'] };
  const totals = totalsOf(status);
  const spent = usdText(totals.nanoUsd).replace(' USD', budget === null ? ' USD' : ` of ${budget} USD`);
  const failures = totals.failed === 0 ? '' : `, ${totals.failed} failed`;
  const done = `${NUMBERS.format(totals.done)} of ${count(totals.all, 'cell')} done${failures}`;
  const lines = [
    `Sweep "${name}"${stopped === null ? `: ${done}` : ` is stopped: ${stopped}`}`,
    '',
    plainTable(header, models.map(modelLine), layout),
    '',
    `${spent} spent; ${count(workers, 'worker')}; ${count(uncollected, 'answer')} not on a tape yet`,
    ...failed.map(failureLine),
  ];
  if (totals.failed > FAILED_SHOWN_MAX) lines.push(`… and ${totals.failed - FAILED_SHOWN_MAX} more`);
  return lines.join('\n');
}

function modelLine({ model, cells, calls, promptTokens, completionTokens, nanoUsd }: ModelStatus): string[] {
  const numbers = [cells.done, cells.active, cells.waiting, cells.failed, calls, promptTokens + completionTokens];
  return [model, ...numbers.map((number) => NUMBERS.format(number)), usdText(nanoUsd)];
}

function failureLine({ cell, attempts, failure: { address, episode, cause } }: FailedCell): string {
  const request =
    address === undefined
      ? ''
      : `request ${address.key.slice(0, 12)}, occurrence ${address.occurrence}, of ${episode}: `;
  return `Failed after ${count(attempts, 'attempt')}: ${cell}: ${request}${cause}`;
}

function sweepProgress({ progress, clock = () => 0 }: Terminal): (status: SweepStatus) => void {
  let first: Readonly<{ ms: number; done: number; calls: number }> | null = null;
  return (status) => {
    const now = { ms: clock(), ...totalsOf(status) };
    first ??= now;
    const [elapsedMs, calls, done] = [now.ms - first.ms, now.calls - first.calls, now.done - first.done];
    const text = progressText({ done, total: now.all - first.done, elapsedMs, calls, tokens: now.tokens }, 'cells');
    const perMinute = elapsedMs > 0 && calls > 0 ? `, ${Math.round((60_000 * calls) / elapsedMs)} calls/min` : '';
    const failed = now.failed === 0 ? '' : `, ${now.failed} failed`;
    progress(
      `${text}${perMinute}, ${usdText(now.nanoUsd)}${failed}${status.stopped === null ? '' : `; ${status.stopped}`}`,
    );
  };
}

function totalsOf({ models }: SweepStatus) {
  const totals = { all: 0, done: 0, failed: 0, calls: 0, tokens: 0, nanoUsd: 0 };
  for (const { cells, calls, promptTokens, completionTokens, nanoUsd } of models) {
    totals.all += cells.waiting + cells.active + cells.done + cells.failed;
    totals.done += cells.done;
    totals.failed += cells.failed;
    totals.calls += calls;
    totals.tokens += promptTokens + completionTokens;
    totals.nanoUsd += nanoUsd;
  }
  return totals;
}
