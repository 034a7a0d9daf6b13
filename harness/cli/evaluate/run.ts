import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import { EPISODE_LIMITS } from '../../episode/episode.ts';
import { ENV_NAMES, SYMBOLIC } from '../../episode/live_worlds.ts';
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
import { LIVE_OPTIONS, liveModel } from '../../run/tapes/live_client.ts';
import { envChoice, SIMULATOR_OPTIONS, simulatorSettings } from '../../run/tapes/run_simulators.ts';
import { inCassette, layersRead, layersWritten, TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import type { MissRecord } from '../../run/threads/play_episode.ts';
import { missingInRun, missingLines, reportDryRun } from '../output/missing_answers.ts';
import { runDocument, runTable, runVerdict, simulatorLines } from '../output/run_report.ts';
import { type CommandContext, command, type OptionsOf, type Parser } from '../terminal/command.ts';
import { checkCount, checkNumber, given, option, SHARED_OPTIONS } from '../terminal/option.ts';

const MODES = ['replay', 'record', 'rerecord', 'batch'] as const satisfies readonly CassetteMode[];

export const runCommand = command(runOptions, run, {
  'run household --planner llm_state --scene house_1 --task make_toast --name before':
    'Replay a planner on one task, as run household/before',
  'run household --planner llm_state oracle --scene house_1 --jobs 2 --name after':
    'Replay two planners in one house, two episodes in parallel',
  'run household --planner llm_state --model my-model --mode record':
    'Record the model at OPENAI_BASE_URL, with OPENAI_API_KEY',
});

const seconds = (defaultS: number, describe: string) =>
  ({ type: 'number', defaultDescription: String(defaultS), describe }) as const;

const REQUEST_OPTIONS = {
  'dry-run': option.flag('Report the minimum number of missing calls and tokens; send and write nothing'),
  ...LIVE_OPTIONS,
  'episode-timeout-s': option.number(
    EPISODE_TIMEOUT_S,
    'Time limit of an episode in seconds, not counting waits for the model; the episode then ends as `timeout`',
  ),
  'start-timeout-s': seconds(START_TIMEOUT_S, 'Time limit in seconds for the first message of a program (cmd:…)'),
  'decision-timeout-s': seconds(
    DECISION_TIMEOUT_S,
    'Time limit in seconds for a decision of a program (cmd:…), not counting waits for the model',
  ),
} as const;

type RunArguments = OptionsOf<typeof runOptions>;

function runOptions(args: Parser) {
  return args
    .options(REQUEST_OPTIONS)
    .positional('suite', option.required('Name of a suite, or path of a suite file'))
    .options({
      planner: option.texts(
        'Planners, whose code runs: NAME, NAME+option=value, ./file.ts or "cmd:PROGRAM ARGS"; default: the suite’s planners',
      ),
      task: SHARED_OPTIONS.task,
      scene: SHARED_OPTIONS.scene,
      trials: option.optionalNumber('Number of repetitions of each task'),
      model: option.text('Model whose taped answers to use, or to call when recording'),
      'embedding-model': option.defaultText(EMBEDDING_MODEL, 'Model for planners that request embeddings'),
      mode: option.choice(MODES, 'replay', 'Source of answers'),
      prompts: option.texts('Prompts for a planner: PLANNER=SET or PLANNER=FOLDER'),
      env: option.choice(ENV_NAMES, SYMBOLIC, 'World or simulator that runs the scene'),
      ...SIMULATOR_OPTIONS,
      'env-option': option.texts('Options of the world: KEY=VALUE, such as hands=1 or noise.missedDetection=0.1'),
      physics: {
        choices: ['none', 'mujoco'],
        describe: 'Simulate the fall of blocks (tabletop only), like --env-option physics=mujoco',
      },
      'calls-max': option.number(EPISODE_LIMITS.callsMax, 'Maximum number of model calls in one episode'),
      'allow-code': ALLOW_CODE,
      jobs: option.number(1, 'Number of episodes to play in parallel, each in its own thread'),
      shard: option.text('Run only the i-th of n parts of similar size, written i/n'),
      ...TAPE_OPTIONS,
      name: option.text('Name of the run; default: the time, such as 20261231T235959Z'),
      runs: option.path(PLACES.runs, 'results/runs', 'Folder for runs, each as SUITE/NAME; SUITE/latest is the newest'),
      out: { type: 'string', describe: 'Write the run to this new folder instead', conflicts: ['name'] },
    });
}

async function run(args: RunArguments, context: CommandContext): Promise<void> {
  const { terminal, signal, typed } = context;
  const { mode, suite, runs, name, out } = args;
  const request = requestOf(args);
  const settings = settingsOf(args, context);
  if (args.dryRun) return dryRun(request, settings, { args, context });
  const isLive = mode === 'record' || mode === 'rerecord';
  const isRecordingRun = isLive || isRecording(settings.simulatorMode);
  const tapes = mode === 'replay' && !isRecordingRun ? layersRead(args) : layersWritten(args);
  const jobs = checkCount('--jobs', args.jobs);
  const model = await liveModel({ ...args, jobs }, context);
  if (name !== undefined) checkRunName(name);
  const keeper = new RunKeeper({ out, runs, name, how: { suite, tapes: [...tapes], jobs }, now: () => new Date() });
  const tally = new RunTally();
  const onDone = (done: Parameters<RunTally['add']>[0]) => tally.add(done);
  const surroundings = { signal, messages: terminal, keeper, onDone, ...given({ model }) };
  const record = await executeRun(request, { ...settings, mode, tapes, jobs }, surroundings);
  const { folder } = keeper;
  const missing = await missingInRun([...new StoredRun(folder).misses()], tally.planners());
  if (args.json) terminal.out(JSON.stringify({ ...runDocument(folder, record, tally), missing }));
  else terminal.out(runTable(folder, tally, terminal.screen));
  const runContext = { mode, ...settings, interrupted: signal.aborted, typed, tapeWords: tapeWords(args) };
  const { messages, exitCode } = runVerdict(folder, tally, runContext);
  if (isRecordingRun) terminal.say(`Answers recorded in ${inCassette(tapes).tapesDir}`);
  for (const message of [...simulatorLines(tally, settings), ...messages, ...missingLines(missing)])
    terminal.say(message);
  context.exitWith(exitCode);
}

function requestOf(args: RunArguments): RunRequest {
  for (const option of ['planner', 'scene', 'task', 'prompts', 'envOption'] as const) {
    if (args[option]?.length === 0) throw invalid(`--${option} needs a value`);
  }
  const { suite, planner: planners, scene: scenes, task: tasks, trials, model, prompts, shard, allowCode } = args;
  if (trials !== undefined) checkCount('--trials', trials);
  const envOptions =
    args.physics === undefined ? args.envOption : [...(args.envOption ?? []), `physics=${args.physics}`];
  return {
    suite,
    ...given({ planners, scenes, tasks, trials, model, envOptions }),
    ...given({ prompts: prompts && readPromptChoices(prompts), shard: shard === undefined ? shard : readShard(shard) }),
    ...envChoice(args),
    callsMax: checkCount('--calls-max', args.callsMax),
    allowCode,
  };
}

function settingsOf(args: RunArguments, { environment }: CommandContext) {
  const { embeddingModel, episodeTimeoutS, startTimeoutS, decisionTimeoutS } = args;
  const timeouts = { episode: episodeTimeoutS, start: startTimeoutS, decision: decisionTimeoutS };
  for (const [name, value] of Object.entries(timeouts)) {
    if (value !== undefined) checkNumber(`--${name}-timeout-s`, value, 'more than 0');
  }
  const fastDownward = environment['FAST_DOWNWARD'] === '' ? undefined : environment['FAST_DOWNWARD'];
  return {
    embeddingModel,
    episodeTimeoutS,
    ...given({ startTimeoutS, decisionTimeoutS, fastDownward }),
    ...simulatorSettings(args),
  } satisfies Partial<RunSettings>;
}

/** Lower bounds, since a missing answer hides later requests. */
async function dryRun(
  request: RunRequest,
  settings: ReturnType<typeof settingsOf>,
  { args, context }: { args: RunArguments; context: CommandContext },
): Promise<void> {
  if (args.mode === 'rerecord')
    throw invalid('--dry-run counts missing answers, but --mode rerecord requests all answers again; use another mode');
  const { terminal, signal } = context;
  const misses: MissRecord[] = [];
  let episodes = 0;
  const jobs = checkCount('--jobs', args.jobs);
  const replay = { ...settings, mode: 'replay', tapes: layersRead(args), jobs } as const;
  await executeRun(request, replay, {
    signal,
    messages: terminal,
    onDone({ miss }) {
      episodes += 1;
      if (miss !== null) misses.push(miss);
    },
  });
  await reportDryRun({ episodes, misses }, args, terminal);
}

function readShard(text: string): { index: number; count: number } {
  const [, index = '', count = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index < 1 || shard.index > shard.count)
    throw invalid(`--shard must be i/n with 1 ≤ i ≤ n, found "${text}"`);
  return shard;
}

function readPromptChoices(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw invalid(`--prompts must be PLANNER=SET or PLANNER=FOLDER, found "${pair}"`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
