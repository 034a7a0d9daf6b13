import { differenceText, type ReadAnswer } from '../../interop/planbench/causes.ts';
import { PlanBenchCheckout, type ResultFile } from '../../interop/planbench/checkout.ts';
import { importModel } from '../../interop/planbench/import_answers.ts';
import { AnswerScorer } from '../../interop/planbench/score_answers.ts';
import { counted } from '../../io/errors/counted.ts';
import { CommandFailure, invalid } from '../../io/errors/failure.ts';
import { writeWhole } from '../../io/write_whole.ts';
import {
  CAUSES,
  countsByFile,
  packedAnswers,
  readScoredAnswers,
  type ScoredAnswer,
  STORED_CAUSES,
} from '../../tables/papers/planbench/answer.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { type CommandContext, command, type OptionsOf, type Parser, throwIfInterrupted } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

export const planbenchCommand = command(planbenchOptions, planbench, {
  'planbench --planbench LLMs-Planning':
    'Read all published answers; count correct plans beside the published verdicts',
  'planbench --planbench LLMs-Planning --model gpt-4-turbo_chat --differences':
    'Show the deciding lines of verdicts that differ',
  'planbench --planbench LLMs-Planning --answers answers.jsonl': 'Write a line per answer: plan, verdict, rule, cause',
});

function planbenchOptions(args: Parser) {
  return args
    .positional('action', {
      choices: ['import'] as const,
      describe: 'Convert the published requests and answers to tapes, with a suite for each model',
    })
    .options({
      tape: option.text('With import: folder for the suites and their tapes'),
      planbench: option.text('Folder with a checkout of LLMs-Planning; default: count the committed plans'),
      domain: option.text('Read only this domain, such as blocksworld_3'),
      model: option.text('Read only this model, by the name of its folder'),
      task: option.text('Read only this task, by the name of its file'),
      answers: option.text('Write a JSON line per answer to this file'),
      differences: option.flag('Print answers whose verdict differs from the published one, with the deciding lines'),
      cause: { choices: [...CAUSES, ...STORED_CAUSES], describe: 'With --differences: print only this cause' },
      pack: option.text('Write a compact record of all answers, without their text, to this file'),
    });
}

type PlanbenchArguments = OptionsOf<typeof planbenchOptions>;

async function planbench(args: PlanbenchArguments, context: CommandContext): Promise<void> {
  const { terminal } = context;
  if (args.cause !== undefined && !args.differences) throw invalid('--cause needs --differences');
  if (args.planbench === undefined) {
    for (const name of ['answers', 'differences', 'pack'] as const) {
      if (args[name]) throw invalid(`--${name} needs the answers: add --planbench DIR`);
    }
    if (args.action !== undefined) throw invalid(`${args.action} needs the answers: add --planbench DIR`);
    return printCounts(selectNamed(readScoredAnswers(), args, 'the committed plans'), args, context);
  }
  const checkout = new PlanBenchCheckout(args.planbench);
  const files = selectNamed(checkout.files, args, args.planbench);
  if (args.action === 'import') return importAll(checkout, files, args, context);
  const scorer = new AnswerScorer(checkout);
  const scored: ScoredAnswer[] = [];
  const lines: string[] = [];
  for (const [at, file] of checkout.files.entries()) {
    // Other files of the model may contain the first copy of an answer.
    if (!files.some(({ model }) => model === file.model)) continue;
    const answers = scorer.score(file);
    if (!files.includes(file)) continue;
    for (const answer of answers) {
      scored.push(answer.scored);
      if (args.answers !== undefined) lines.push(`${answerLine(answer)}\n`);
      if (args.differences && differs(answer.scored, args.cause))
        terminal.out(args.json ? answerLine(answer) : differenceText(answer));
    }
    terminal.progress(`${at + 1} of ${checkout.files.length} files`);
    await throwIfInterrupted(context.signal, `Interrupted after ${at + 1} of ${checkout.files.length} files`);
  }
  if (args.answers !== undefined) writeWhole(args.answers, lines.join(''));
  if (args.pack !== undefined) writeWhole(args.pack, packedAnswers(scored));
  if (!args.differences) printCounts(scored, args, context);
  const damages = scorer.damages.filter(({ file }) => files.some((other) => other.file === file));
  for (const { file, instance, problem } of damages) {
    terminal.say(`${file}${instance === null ? '' : `, instance ${instance}`}: ${problem}`);
  }
  if (damages.length > 0) context.exitWith(1);
}

async function importAll(
  checkout: PlanBenchCheckout,
  files: readonly ResultFile[],
  { tape, json }: PlanbenchArguments,
  { terminal, signal }: CommandContext,
): Promise<void> {
  if (tape === undefined) throw invalid('Name the folder to write to: --tape DIR');
  for (const [model, modelFiles] of Map.groupBy(files, (file) => file.model)) {
    const imported = await importModel(checkout, modelFiles, tape);
    if (signal.aborted) throw new CommandFailure(130, `Interrupted after ${model}`);
    if (json) {
      terminal.out(JSON.stringify(imported));
      continue;
    }
    const { suite, answers, leftOut } = imported;
    const omissions = Object.entries(leftOut).map(([reason, count]) => `; ${count} omitted: ${reason}`);
    const replay = answers === 0 ? '' : `: tapedeck run ${suite} --tapes ${tape}/tapes`;
    terminal.say(`${model}: ${counted(answers, 'answer')} imported${omissions.join('')}${replay}`);
  }
}

function selectNamed<T extends Pick<ResultFile, 'domain' | 'model' | 'task'>>(
  all: readonly T[],
  args: PlanbenchArguments,
  where: string,
): T[] {
  let selected = [...all];
  for (const name of ['domain', 'model', 'task'] as const) {
    const value = args[name];
    if (value === undefined) continue;
    const known = [...new Set(selected.map((each) => each[name]))].sort();
    selected = selected.filter((each) => each[name] === value);
    if (selected.length === 0) throw invalid(`Cannot find ${name} "${value}" in ${where}; known: ${known.join(', ')}`);
  }
  return selected;
}

function answerLine({ scored, span }: ReadAnswer): string {
  return JSON.stringify({ ...scored, span });
}

function differs({ cause, storedCause }: ScoredAnswer, selected: string | undefined): boolean {
  if (selected === 'verdict on the stored plan') return storedCause !== null;
  return selected === undefined ? cause !== null : cause === selected || storedCause === selected;
}

function printCounts(scored: readonly ScoredAnswer[], { json }: PlanbenchArguments, context: CommandContext): void {
  const { terminal } = context;
  const counts = countsByFile(scored);
  const titles = 'domain|model|task|answers|right|published|differ|ambiguous|never asked|copies'.split('|');
  const rows = counts.map((each) => Object.values(each).map((cell) => String(cell ?? '–')));
  const layout = { screen: terminal.screen, names: titles, always: titles, next: [] };
  terminal.out(json ? JSON.stringify(counts) : plainTable(titles, rows, layout));
}
