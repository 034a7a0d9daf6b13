/**
 * `tapedeck batch export | ingest`: the offline recording loop.
 *
 * @module
 */
import type { Argv, CommandModule } from 'yargs';
import { exportBatch } from '../../cassettes/batch_export.ts';
import { type IngestReport, ingestBatch, type RejectedLine } from '../../cassettes/batch_ingest.ts';
import type { CommandContext } from '../command_line.ts';
import { CommandFailure } from '../failure.ts';
import { checkInputFile } from '../input_file.ts';
import { readRun } from '../run_folder.ts';
import { inCassette, layersWritten, TAPE_OPTIONS, type TapeArguments } from '../tape_layers.ts';

type ExportArguments = TapeArguments & { runs: string[]; out: string; requestsMax: number; json: boolean };

type IngestArguments = TapeArguments & {
  files: string[];
  source: 'batch' | 'paper';
  provider: string;
  channel: string;
  answeredOn: string;
  sampling: string | undefined;
  tokenCounts: string | undefined;
  note: string;
  json: boolean;
};

export function batchCommand(context: CommandContext): CommandModule<object, { json: boolean }> {
  return {
    command: 'batch',
    describe: 'Record without an API at hand: requests out, answers in',
    builder: (args: Argv) =>
      args
        .command(exportCommand(context))
        .command(ingestCommand(context))
        .demandCommand(1, 'Name a subcommand: export or ingest') as unknown as Argv<{ json: boolean }>,
    handler: () => {},
  };
}

function exportCommand(context: CommandContext): CommandModule<object, ExportArguments> {
  return {
    command: 'export <runs..>',
    describe: 'Write what runs missed as an OpenAI Batch file',
    builder: exportOptions as unknown as (args: Argv) => Argv<ExportArguments>,
    handler: (args) => exportMisses(args, context),
  };
}

function exportOptions(args: Argv) {
  return args
    .positional('runs', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Runs: folders, SUITE or SUITE/NAME',
    })
    .option('out', { alias: 'o', type: 'string', demandOption: true, describe: 'The batch file' })
    .option('requests-max', { type: 'number', default: 50_000, describe: 'Most requests of one file' })
    .options(TAPE_OPTIONS);
}

async function exportMisses(args: ExportArguments, context: CommandContext): Promise<void> {
  const misses = args.runs.flatMap((run) => readRun(run).misses);
  const { files, leftOut } = await exportBatch(misses, {
    ...inCassette(layersWritten(args)),
    out: args.out,
    requestsMax: args.requestsMax,
  });
  if (args.json) context.terminal.out(JSON.stringify({ misses: misses.length, files, leftOut }));
  if (misses.length === 0) context.terminal.say('Nothing is missing');
  for (const file of files) context.terminal.say(`${file.requests} requests for model "${file.model}" in ${file.path}`);
  for (const { suite, task, trial, message } of leftOut) {
    context.terminal.say(`Left out, a request of ${suite}/${task}, trial ${trial}: ${message}`);
  }
}

function ingestCommand(context: CommandContext): CommandModule<object, IngestArguments> {
  return {
    command: 'ingest <files..>',
    describe: 'Take answers onto the tapes: OpenAI Batch output, or lines {"custom_id", "content"}',
    builder: ingestOptions as unknown as (args: Argv) => Argv<IngestArguments>,
    handler: (args) => ingest(args, context),
  };
}

function ingestOptions(args: Argv) {
  return args
    .positional('files', { type: 'string', array: true, demandOption: true, describe: 'Files of answers' })
    .option('provider', { type: 'string', demandOption: true, describe: 'Who runs the model that answered' })
    .option('channel', { type: 'string', demandOption: true, describe: 'The road to it, such as "OpenAI Batch API"' })
    .option('answered-on', { type: 'string', demandOption: true, describe: 'YYYY-MM-DD, or unknown' })
    .option('sampling', {
      type: 'string',
      describe: 'What became of temperature and the like; default: "as requested", "unknown" for a hand-off',
    })
    .option('token-counts', {
      type: 'string',
      describe: 'Who counted tokens; default: "as reported", "computed locally …" for a hand-off',
    })
    .option('source', { choices: ['batch', 'paper'], default: 'batch', describe: 'Where the answers come from' })
    .option('note', { type: 'string', default: '', describe: 'Anything else that the manifest should say' })
    .options(TAPE_OPTIONS);
}

async function ingest(args: IngestArguments, context: CommandContext): Promise<void> {
  if (args.answeredOn !== 'unknown' && !/^\d{4}-\d{2}-\d{2}$/.test(args.answeredOn)) {
    throw new CommandFailure(2, `--answered-on must be a date as YYYY-MM-DD or "unknown", found "${args.answeredOn}"`);
  }
  const { source, provider, channel, answeredOn, sampling, tokenCounts, note } = args;
  for (const file of args.files) checkInputFile(file);
  const report = await ingestBatch(args.files, {
    ...inCassette(layersWritten(args)),
    provenance: {
      source,
      provider,
      channel,
      answeredOn,
      note,
      ...(sampling === undefined ? {} : { sampling }),
      ...(tokenCounts === undefined ? {} : { tokenCounts }),
    },
  });
  if (args.json) context.terminal.out(JSON.stringify(report));
  say(report, context);
  if (report.failed.length + report.conflicting.length + report.malformed.length > 0) context.exitWith(1);
  if (report.pending > 0 && answersIn(report) === 0) {
    context.terminal.say('There is no answer in what was given');
    context.exitWith(3);
  }
}

function answersIn({ recorded, alreadyRecorded, failed, unknown, conflicting, malformed }: IngestReport): number {
  const rejected = [failed, unknown, conflicting, malformed].reduce((sum, { length }) => sum + length, 0);
  return recorded + alreadyRecorded + rejected;
}

function say(report: IngestReport, { terminal }: CommandContext): void {
  terminal.say(
    `${report.recorded} answers recorded, ${report.alreadyRecorded} were already, ${report.pending} requests still wait`,
  );
  const groups: readonly (readonly [string, readonly RejectedLine[]])[] = [
    ['failed requests', report.failed],
    ['answers that nobody waits for', report.unknown],
    ['answers that differ from another one to the same request', report.conflicting],
    ['lines that cannot be read', report.malformed],
  ];
  for (const [what, lines] of groups) {
    if (lines.length === 0) continue;
    terminal.say(`${lines.length} ${what}:`);
    for (const { path, line, message } of lines.slice(0, 10)) terminal.say(`  ${path}:${line}: ${message}`);
    if (lines.length > 10) terminal.say(`  … and ${lines.length - 10} more`);
  }
}
