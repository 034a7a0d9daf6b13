/**
 * `tapedeck run SUITE`: runs episodes, writes traces and a summary.
 *
 * @module
 */
import type { Argv } from 'yargs';
import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import { EPISODE_LIMITS } from '../../episode/episode.ts';
import { ENV_NAMES, SYMBOLIC } from '../../episode/live_worlds.ts';
import { counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import { executeRun } from '../../run/execute_run.ts';
import {
  ALLOW_CODE,
  DECISION_TIMEOUT_S,
  EMBEDDING_MODEL,
  EPISODE_TIMEOUT_S,
  isRecording,
  type RunRequest,
  type RunSettings,
  START_TIMEOUT_S,
} from '../../run/plan/run_request.ts';
import { checkRunName } from '../../run/run_folder.ts';
import { RunTally } from '../../run/run_tally.ts';
import { RunKeeper } from '../../run/run_writer.ts';
import { StoredRun } from '../../run/stored_run.ts';
import { LIVE_OPTIONS, liveModel, liveSettings } from '../../run/tapes/live_client.ts';
import { envChoice, SIMULATOR_OPTIONS, simulatorSettings } from '../../run/tapes/run_simulators.ts';
import { inCassette, layersRead, layersWritten, TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import type { MissRecord } from '../../run/threads/play_episode.ts';
import { missingInRun, missingLines } from '../output/missing_report.ts';
import { runDocument, runTable, runVerdict } from '../output/run_report.ts';
import { simulatedLines } from '../output/simulated_report.ts';
import { checkNumber } from '../terminal/check_number.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { option } from '../terminal/option.ts';

const MODES = ['replay', 'record', 'rerecord', 'batch'] as const satisfies readonly CassetteMode[];

export const runCommand = command(runOptions, run, {
  examples: [
    [
      'run household --planner llm_state --scene house_1 --task make_toast --name before',
      'Replay a planner on one task; the run is called household/before',
    ],
    [
      'run household --planner llm_state oracle --scene house_1 --jobs 2 --name after',
      'Two planners in one house, two episodes at a time',
    ],
    [
      'run household --planner llm_state --model my-model --mode record',
      'Record a model that OPENAI_BASE_URL and OPENAI_API_KEY lead to',
    ],
  ],
});

type RunArguments = OptionsOf<typeof runOptions>;

function runOptions(args: Parser) {
  return timeoutOptions(liveOptions(args))
    .positional('suite', option.required('A suite by name, or the path of a suite file'))
    .option(
      'planner',
      option.texts(
        'NAME, NAME+option=value, ./file.ts or "cmd:PROGRAM ARGS", whose code is run; default: those of the suite',
      ),
    )
    .option('task', option.texts('Only these tasks'))
    .option('scene', option.texts('Only these scenes: by number, file, name or pattern (tower_*)'))
    .option('trials', option.anyNumber('Repetitions of each task'))
    .option('model', option.text('The model whose tape is replayed, or that is asked when recording'))
    .option('embedding-model', {
      type: 'string',
      default: EMBEDDING_MODEL,
      describe: 'Embedding model, for planners that ask for embeddings',
    })
    .option('mode', option.choice(MODES, 'replay', 'Where answers come from'))
    .option('prompts', option.texts('PLANNER=SET or PLANNER=FOLDER'))
    .option('env', option.choice(ENV_NAMES, SYMBOLIC, 'Which world runs the scene'))
    .options(SIMULATOR_OPTIONS)
    .option('env-option', option.texts('KEY=VALUE for the world, such as hands=1 or noise.missedDetection=0.1'))
    .option('physics', {
      choices: ['none', 'mujoco'],
      describe: 'Whether blocks on a table can fall (tabletop only); the same as --env-option physics=mujoco',
    })
    .option('calls-max', option.number(EPISODE_LIMITS.callsMax, 'Maximum number of model calls in one episode'))
    .option('allow-code', ALLOW_CODE)
    .option('jobs', option.number(1, 'Episodes at a time, each in its own thread'))
    .option('shard', option.text('i/n: run only the i-th of n parts of similar size'))
    .options(TAPE_OPTIONS)
    .option('name', option.text('Name of the run; default: the time, such as 20261231T235959Z'))
    .option(
      'runs',
      option.path(
        PLACES.runs,
        'results/runs',
        'Folder for runs; this one goes to SUITE/NAME in it, and SUITE/latest points to the newest',
      ),
    )
    .option('out', { type: 'string', describe: 'Write to this new folder instead', conflicts: ['name'] });
}

/** How long an episode may work, and in it a program. */
function timeoutOptions<T>(args: Argv<T>) {
  return args
    .option(
      'episode-timeout-s',
      option.number(
        EPISODE_TIMEOUT_S,
        'Seconds that an episode may run, not counting waits for the model, before it ends as `timeout`',
      ),
    )
    .option('start-timeout-s', {
      type: 'number',
      describe: 'Seconds that a program (cmd:…) may take to its first message',
      defaultDescription: String(START_TIMEOUT_S),
    })
    .option('decision-timeout-s', {
      type: 'number',
      describe: 'Seconds that a program (cmd:…) may work on a decision, not counting waits for the model',
      defaultDescription: String(DECISION_TIMEOUT_S),
    });
}

/** How a model is asked when recording. */
function liveOptions(args: Parser) {
  return args
    .option(
      'dry-run',
      option.flag('Only report how many calls and tokens are missing at least; send and write nothing'),
    )
    .options(LIVE_OPTIONS);
}

async function run(args: RunArguments, context: CommandContext): Promise<void> {
  const request = requestOf(args);
  const timeouts = timeoutsOf(args);
  const simulated = simulatorSettings(args);
  if (args.dryRun) return dryRun(request, args, context);
  const live = args.mode === 'record' || args.mode === 'rerecord';
  const records = live || isRecording(simulated.simulatorMode);
  const tapes = args.mode === 'replay' && !records ? layersRead(args) : layersWritten(args);
  const jobs = checkNumber('--jobs', args.jobs, 'a whole number of at least 1');
  const model = live
    ? await liveModel(
        { ...liveSettings(args), concurrency: jobs, signal: context.signal, say: context.terminal.say },
        context.environment,
      )
    : undefined;
  const { mode, embeddingModel, suite, runs, name, out } = args;
  if (name !== undefined) checkRunName(name);
  const keeper = new RunKeeper({
    ...{ out, runs, name },
    how: { suite, tapes: [...tapes], jobs },
    now: () => new Date(),
  });
  const tally = new RunTally();
  const record = await executeRun(
    request,
    { mode, ...simulated, tapes, jobs, embeddingModel, ...timeouts, fastDownward: fastDownwardOf(context) },
    { signal: context.signal, messages: context.terminal, keeper, onDone: (done) => tally.add(done), model },
  );
  const { folder } = keeper;
  const missing = await missingInRun([...new StoredRun(folder).misses()], tally.planners());
  if (args.json) context.terminal.out(JSON.stringify({ ...runDocument(folder, record, tally), missing }));
  else context.terminal.out(runTable(folder, tally, context.terminal.screen));
  const { messages, exitCode } = runVerdict(folder, tally, {
    mode: args.mode,
    ...simulated,
    interrupted: context.signal.aborted,
    typed: context.typed,
    tapeWords: tapeWords(args),
  });
  if (records) context.terminal.say(`Recordings of this run lie in ${inCassette(tapes).tapesDir}`);
  for (const message of simulatedLines(tally, simulated)) context.terminal.say(message);
  for (const message of [...messages, ...missingLines(missing)]) context.terminal.say(message);
  context.exitWith(exitCode);
}

/** Which episodes to play. */
function requestOf(args: RunArguments): RunRequest {
  for (const option of ['planner', 'scene', 'task', 'prompts', 'envOption'] as const) {
    if (args[option]?.length === 0) throw invalid(`--${option} is given no value`);
  }
  const { suite, planner, scene, task, trials, model, prompts, envOption = [], physics, shard, allowCode } = args;
  const envOptions = [...envOption, ...(physics === undefined ? [] : [`physics=${physics}`])];
  return {
    suite,
    planners: planner,
    scenes: scene,
    tasks: task,
    trials: trials === undefined ? undefined : checkNumber('--trials', trials, 'a whole number of at least 1'),
    model,
    prompts: prompts && readPairs(prompts),
    envOptions: envOptions.length === 0 ? undefined : envOptions,
    shard: shard === undefined ? undefined : readShard(shard),
    ...envChoice(args),
    callsMax: checkNumber('--calls-max', args.callsMax, 'a whole number of at least 1'),
    allowCode,
  };
}

/** Plays as far as the tapes go: a first missing answer hides those that would be asked for after it, so it is the least that is missing. */
async function dryRun(request: RunRequest, args: RunArguments, context: CommandContext): Promise<void> {
  if (args.mode === 'rerecord') {
    throw invalid('--dry-run tells what is missing, and --mode rerecord asks for everything; name another mode');
  }
  const { embeddingModel } = args;
  const misses: MissRecord[] = [];
  let episodes = 0;
  await executeRun(
    request,
    {
      mode: 'replay',
      ...simulatorSettings(args),
      tapes: layersRead(args),
      jobs: checkNumber('--jobs', args.jobs, 'a whole number of at least 1'),
      embeddingModel,
      ...timeoutsOf(args),
      fastDownward: fastDownwardOf(context),
    },
    {
      signal: context.signal,
      messages: context.terminal,
      onDone({ miss }) {
        episodes += 1;
        if (miss !== null) misses.push(miss);
      },
    },
  );
  const missing = await missingInRun(misses, []);
  const stopped = misses.length;
  if (args.json) context.terminal.out(JSON.stringify({ dryRun: true, episodes, stopped, missing }));
  else context.terminal.out(`${stopped} of ${counted(episodes, 'episode')} would ask for what is not on the tapes`);
  for (const message of missingLines(missing)) context.terminal.say(message);
}

function timeoutsOf({ episodeTimeoutS, startTimeoutS, decisionTimeoutS }: RunArguments): Timeouts {
  const seconds = (name: string, given: number) => checkNumber(`--${name}-timeout-s`, given, 'more than 0');
  return {
    episodeTimeoutS: seconds('episode', episodeTimeoutS),
    startTimeoutS: startTimeoutS === undefined ? undefined : seconds('start', startTimeoutS),
    decisionTimeoutS: decisionTimeoutS === undefined ? undefined : seconds('decision', decisionTimeoutS),
  };
}

type Timeouts = Pick<RunSettings, 'episodeTimeoutS' | 'startTimeoutS' | 'decisionTimeoutS'>;

/** Planners with `solver=fast-downward` use the one that is installed here. */
function fastDownwardOf({ environment }: CommandContext): string | undefined {
  const { FAST_DOWNWARD: path } = environment;
  return path === '' ? undefined : path;
}

function readShard(text: string): { index: number; count: number } {
  const [, index = '', count = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index < 1 || shard.index > shard.count) {
    throw invalid(`--shard must be i/n with 1 ≤ i ≤ n, found "${text}"`);
  }
  return shard;
}

function readPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw invalid(`--prompts must be PLANNER=SET or PLANNER=FOLDER, found "${pair}"`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
