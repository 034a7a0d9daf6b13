/**
 * `tapedeck eai EVALUATION --eai DIR --answers FILE…`: a model's answers, scored as Embodied Agent Interface scores them.
 *
 * @module
 */
import { setImmediate } from 'node:timers/promises';
import { readAnswers } from '../eai/answers/read_answers.ts';
import { EaiCheckout } from '../eai/checkout/eai_checkout.ts';
import { EVALUATION_LOADERS } from '../eai/evaluations/evaluations.ts';
import type { Scored } from '../eai/scoring/evaluation.ts';
import { EVALUATIONS, SCORINGS, type Scoring } from '../eai/scoring/quirks.ts';
import { resultsTable } from '../eai/scoring/results_table.ts';
import { CommandFailure } from '../errors/failure.ts';
import { publishedEai } from '../papers/eai/published.ts';
import { tableText } from '../tables/table.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';

export const eaiCommand = command(eaiOptions, eai);

type EaiArguments = OptionsOf<typeof eaiOptions>;

function eaiOptions(args: Parser) {
  return args
    .positional('evaluation', {
      choices: EVALUATIONS,
      demandOption: true,
      describe: 'Which of the four',
    })
    .option('eai', { type: 'string', demandOption: true, describe: 'A checkout of Embodied Agent Interface' })
    .option('answers', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'A model’s answers in EAI’s layout: [{"identifier", "llm_output"}, …]; several files, several models',
    })
    .option('scoring', {
      choices: SCORINGS,
      default: 'eai' as const,
      describe: 'Whose verdicts are listed; both figures are in the table',
    })
    .option('verdicts', { type: 'boolean', default: false, describe: 'List what became of every answer' });
}

async function eai(args: EaiArguments, { terminal, signal }: CommandContext): Promise<void> {
  const { evaluation, scoring } = args;
  const checkout = new EaiCheckout(args.eai);
  const { ids, evaluate } = await EVALUATION_LOADERS[evaluation]();
  const wanted = ids(checkout);
  const answers = args.answers.map((path) => readAnswers(path, wanted));
  const progress = async (done: number, of: number) => {
    terminal.progress(`${done} of ${of} tasks`);
    await setImmediate(); // lets an interruption in
    if (signal.aborted) throw new CommandFailure(130, `Interrupted after ${done} of ${of} tasks`);
  };
  const results = await evaluate({ checkout, answers, progress });
  const published = publishedEai();
  const tables = results.map((scored, at) => ({
    scored,
    table: resultsTable({ evaluation, source: args.answers[at]!, scored }, published),
  }));
  if (args.json) {
    terminal.out(
      JSON.stringify(
        tables.map(({ scored, table }, at) => ({
          evaluation,
          answers: args.answers[at],
          figures: table.rows,
          scoring,
          verdicts: scored[scoring].verdicts,
        })),
      ),
    );
    return;
  }
  for (const { scored, table } of tables) {
    terminal.out(tableText(table, terminal.screen));
    if (args.verdicts) terminal.out(verdictLines(scored, scoring));
  }
}

function verdictLines(scored: Readonly<Record<Scoring, Scored>>, scoring: Scoring): string {
  return scored[scoring].verdicts
    .map(({ id, verdict, what }) => [id, verdict, ...(what === null || what === undefined ? [] : [what])].join('  '))
    .join('\n');
}
