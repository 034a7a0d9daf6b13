import { openCassette } from '../../../cassettes/cassette/cassette.ts';
import { type Answers, EaiCheckout, EVALUATIONS, readAnswers } from '../../interop/eai/checkout/checkout.ts';
import { PROMPTS } from '../../interop/eai/checkout/prompts.ts';
import { readTasks, taskIds } from '../../interop/eai/checkout/tasks.ts';
import { resultsTable, type Scored } from '../../interop/eai/scoring/evaluation.ts';
import { SCORINGS, type Scoring } from '../../interop/eai/scoring/quirks.ts';
import { answersFromTape, evaluate, type TapedAnswers, tapeSuite } from '../../interop/eai/taped_answers.ts';
import { alikeLines, commandText, counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { writeWhole } from '../../io/write_whole.ts';
import { LIVE_OPTIONS, liveModel } from '../../run/tapes/live_client.ts';
import { inCassette, layersRead, layersWritten, TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import { tableText } from '../../tables/table.ts';
import { recordingHints, rerunWords } from '../output/missing_answers.ts';
import { type CommandContext, command, type OptionsOf, type Parser, throwIfInterrupted } from '../terminal/command.ts';
import { checkCount, option, SHARED_OPTIONS } from '../terminal/option.ts';

const MODES = ['replay', 'record', 'rerecord', 'batch'] as const;

export const eaiCommand = command(eaiOptions, eai, {
  'eai goal_interpretation --eai embodied-agent-interface --answers my_model_goals.json':
    'Score the answers of a model in a file',
  'eai action_sequencing --eai embodied-agent-interface --model my-model --mode record':
    'Call the model at OPENAI_BASE_URL, and score its answers',
});

type EaiArguments = OptionsOf<typeof eaiOptions>;

function eaiOptions(args: Parser) {
  return args
    .positional('evaluation', { choices: EVALUATIONS, demandOption: true, describe: 'Evaluation to run' })
    .options({
      eai: option.required('Folder with a checkout of Embodied Agent Interface'),
      answers: {
        type: 'string',
        array: true,
        conflicts: ['model'],
        describe: 'Files of answers, one per model, in EAI’s format: [{"identifier", "llm_output"}, …]',
      },
      model: option.text('Model whose taped answers to use, or to call when recording'),
      mode: option.choice(MODES, 'replay', 'With --model: source of answers'),
      misses: option.defaultText('eai_misses.jsonl', 'In batch mode: file of unanswered requests for `batch export`'),
      jobs: SHARED_OPTIONS.liveRequests,
      ...LIVE_OPTIONS,
      ...TAPE_OPTIONS,
      scoring: option.choice(SCORINGS, 'eai', 'Scoring of the listed verdicts; the table shows figures of both'),
      verdicts: option.flag('List the verdict on every answer'),
    });
}

async function eai(args: EaiArguments, context: CommandContext): Promise<void> {
  const { evaluation, scoring } = args;
  const { terminal } = context;
  const checkout = new EaiCheckout(args.eai);
  const sources = await readSources(args, { checkout, context });
  if (sources === null) return;
  const progress = progressOf(context, 'tasks');
  const answers = sources.map((each) => each.answers);
  const tables = (await evaluate(evaluation, checkout, { answers, progress })).map((scored, index) => {
    const { source } = sources[index]!;
    return { scored, source, table: resultsTable({ evaluation, source, scored }) };
  });
  if (args.json) {
    const documents = tables.map(({ scored, source, table }) => {
      return { evaluation, answers: source, figures: table.rows, scoring, verdicts: scored[scoring].verdicts };
    });
    return terminal.out(JSON.stringify(documents));
  }
  for (const { scored, table } of tables) {
    terminal.out(tableText(table, terminal.screen));
    if (args.verdicts) terminal.out(verdictLines(scored, scoring));
  }
}

type Source = Readonly<{ source: string; answers: Answers }>;
type Surroundings = Readonly<{ checkout: EaiCheckout; context: CommandContext }>;

async function readSources(args: EaiArguments, surroundings: Surroundings): Promise<readonly Source[] | null> {
  const ids = taskIds(surroundings.checkout, args.evaluation);
  const { answers: files = [], model } = args;
  if (files.length > 0 && args.mode !== 'replay')
    throw invalid(`--mode ${args.mode} needs --model; answers in files need no mode`);
  if (files.length > 0) return files.map((source) => ({ source, answers: readAnswers(source, ids) }));
  if (model === undefined) throw invalid('Name the answers to score: --answers FILE, or --model NAME for a tape');
  const taped = await readTapedAnswers(args, model, surroundings);
  const { terminal, typed, exitWith } = surroundings.context;
  for (const line of tapedAnswersLines(taped, args, typed)) terminal.say(line);
  if (taped.misses.length + taped.failures.length === 0) return [{ source: model, answers: taped.answers }];
  const missing = ids.length - taped.answers.size;
  if (args.json) terminal.out(JSON.stringify([{ evaluation: args.evaluation, answers: model, missing }]));
  exitWith(3);
  return null;
}

async function readTapedAnswers(
  args: EaiArguments,
  model: string,
  { checkout, context }: Surroundings,
): Promise<TapedAnswers> {
  const { evaluation: name, mode, jobs } = args;
  checkCount('--jobs', jobs);
  const layers = inCassette(mode === 'replay' ? layersRead(args) : layersWritten(args));
  const prompts = PROMPTS[name](checkout);
  const tasks = readTasks(checkout);
  const { terminal } = context;
  const live = await liveModel(args, context);
  const cassette = await openCassette({ ...layers, suite: tapeSuite(name), model, mode, ...live });
  try {
    const nameOf = (id: string) => tasks.get(id)?.name ?? id;
    const questions = { evaluation: name, ids: taskIds(checkout, name), prompts, nameOf, jobs };
    const taped = await answersFromTape(cassette, { ...questions, progress: progressOf(context, 'answers') });
    if (mode === 'batch' && taped.misses.length > 0)
      writeWhole(args.misses, taped.misses.map((miss) => `${JSON.stringify(miss)}\n`).join(''));
    if (live !== undefined) terminal.say(`Answers recorded in ${layers.tapesDir}`);
    return taped;
  } finally {
    await cassette.finish();
  }
}

function progressOf({ terminal, signal }: CommandContext, what: string) {
  return async (done: number, total: number) => {
    terminal.progress(`${done} of ${total} ${what}`);
    await throwIfInterrupted(signal, `Interrupted after ${done} of ${total} ${what}`);
  };
}

function verdictLines(scored: Readonly<Record<Scoring, Scored>>, scoring: Scoring): string {
  return scored[scoring].verdicts
    .map(({ id, verdict, what }) => [id, verdict, ...(what === null || what === undefined ? [] : [what])].join('  '))
    .join('\n');
}

function tapedAnswersLines({ misses, failures, tooLong }: TapedAnswers, args: EaiArguments, typed: readonly string[]) {
  const isLive = args.mode === 'record' || args.mode === 'rerecord';
  const lines = [
    ...shortList(
      tooLong.map((id) => `${id}: the prompt is longer than the model’s context; this counts as an empty answer`),
    ),
    ...shortList(failures),
  ];
  if (failures.length > 0 && isLive)
    lines.push(`All answers so far are recorded; to continue: ${commandText(rerunWords(typed))}`);
  if (misses.length === 0) return lines;
  if (args.mode === 'batch') {
    const words = commandText(['batch', 'export', args.misses, '-o', 'requests.jsonl', ...tapeWords(args)]);
    return [...lines, `${counted(misses.length, 'task')} without an answer; export the requests: ${words}`];
  }
  const sentences = misses.map(({ message, task }) => ({ sentence: message, about: task }));
  return [...lines, ...alikeLines(sentences, 'task'), ...recordingHints(typed)];
}

const LINES_MAX = 5;

function shortList(lines: readonly string[]): readonly string[] {
  const more = lines.length - LINES_MAX;
  return more > 0 ? [...lines.slice(0, LINES_MAX), `… and ${more} more`] : lines;
}
