import { statSync } from 'node:fs';
import { type BatchExport, countMissingAnswers, exportBatch } from '../../../cassettes/batch/batch_export.ts';
import { type IngestReport, ingestBatch, type RejectedLine } from '../../../cassettes/batch/batch_ingest.ts';
import { CHUNK_ATTRIBUTES, type ChunkAttribute, exportChunks } from '../../../cassettes/batch/chunk_export.ts';
import { counted } from '../../io/errors/counted.ts';
import { invalid, unknownName } from '../../io/errors/failure.ts';
import { checkInputFile } from '../../io/read_text.ts';
import { missesIn, StoredRun } from '../../run/stored_run.ts';
import { inCassette, layersWritten, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import type { MissRecord } from '../../run/threads/play_episode.ts';
import { missingLines } from '../output/missing_answers.ts';
import { type CommandContext, commandGroup, type OptionsOf, type Parser, subcommand } from '../terminal/command.ts';
import { checkNumber, checkRange, given, option } from '../terminal/option.ts';

export const batchCommand = commandGroup([
  subcommand('export <runs..>', {
    describe: 'Write the missing requests of runs as an OpenAI Batch file, or as chunks for a hand-off',
    examples: {
      'batch export household --out requests.jsonl': 'Write the missing requests of a suite’s latest run to one file',
      'batch export household --chunks my_chunks --size 10': 'Write them to files of ten requests for a hand-off',
    },
    declare: exportOptions,
    run: exportMisses,
  }),
  subcommand('ingest <files..>', {
    describe: 'Add answers to the tapes from OpenAI Batch output, or from lines {"custom_id", "content", "model"}',
    examples: {
      'batch ingest answers.jsonl --provider OpenAI --channel batch --answered-on 2026-01-31':
        'Add answers with their provider, channel and date',
    },
    declare: (args: Parser) =>
      args.positional('files', option.requiredTexts('Files of answers, or folders of chunks')).options({
        provider: option.required('Provider of the model that answered'),
        channel: option.required('Channel, such as "OpenAI Batch API"'),
        'answered-on': option.required('Date of the answers: YYYY-MM-DD, or unknown'),
        sampling: option.text('Sampling of the answers; default: "as requested", or "unknown" for a hand-off'),
        'token-counts': option.text(
          'Source of token counts; default: "as reported", or "computed locally …" for a hand-off',
        ),
        'hidden-reasoning': option.text('Hidden reasoning by the model, such as none or possible'),
        tools: option.text('Tools of the model, such as "none" or "available, told not to use them"'),
        source: option.choice(['batch', 'paper'], 'batch', 'Source of the answers'),
        note: option.defaultText('', 'Any other fact for the manifest'),
        'per-context': option.optionalNumber('For a hand-off: maximum number of requests in one context'),
        apart: option.defaultText(
          CHUNK_ATTRIBUTES.join(','),
          'With --per-context: attributes that no two requests in a context shared',
        ),
        ...TAPE_OPTIONS,
      }),
    async run(args, context) {
      if (args.answeredOn !== 'unknown' && !/^\d{4}-\d{2}-\d{2}$/.test(args.answeredOn))
        throw invalid(`--answered-on must be a date in the form YYYY-MM-DD, or "unknown", found "${args.answeredOn}"`);
      const { source, provider, channel, answeredOn, note, sampling, tokenCounts, hiddenReasoning, tools } = args;
      const { perContext, apart } = args;
      for (const file of args.files)
        if (!statSync(file, { throwIfNoEntry: false })?.isDirectory()) checkInputFile(file);
      const sharedContext = perContext === undefined ? undefined : { requestsMax: perContext, apart: readApart(apart) };
      const optional = given({ sharedContext, sampling, tokenCounts, hiddenReasoning, tools });
      const provenance = { source, provider, channel, answeredOn, note, ...optional };
      const report = await ingestBatch(args.files, { ...inCassette(layersWritten(args)), provenance });
      const { unanswered, ...counts } = report;
      const stillMissing = await countMissingAnswers(unanswered);
      if (args.json) context.terminal.out(JSON.stringify({ ...counts, stillMissing }));
      printReport(report, context);
      for (const line of missingLines(stillMissing)) context.terminal.say(line);
      if (report.missing.length > 0) context.exitWith(3);
      if (report.failed.length + report.conflicting.length + report.malformed.length > 0) context.exitWith(1);
      const { recorded, alreadyRecorded, failed, unknown, conflicting, malformed } = report;
      const answers = recorded + alreadyRecorded + [failed, unknown, conflicting, malformed].flat().length;
      if (report.pending > 0 && answers === 0) {
        context.terminal.say('The files contain no answers');
        context.exitWith(3);
      }
    },
  }),
]);

type ExportArguments = OptionsOf<typeof exportOptions>;

function exportOptions(args: Parser) {
  return args
    .positional('runs', option.requiredTexts('Runs: folders, SUITE or SUITE/NAME; or files of misses from `serve`'))
    .options({
      out: { alias: 'o', type: 'string', describe: 'Batch file to write' },
      'requests-max': option.number(50_000, 'Maximum number of requests in one file'),
      chunks: {
        type: 'string',
        conflicts: ['out'],
        describe: 'Write chunks to this new folder instead: DIR/001/requests.jsonl, …, each for a context of its own',
      },
      size: option.number(10, 'Maximum number of requests in one chunk'),
      apart: option.defaultText(
        CHUNK_ATTRIBUTES.join(','),
        'Attributes that no two requests of a chunk share; task includes the family of tasks',
      ),
      alone: option.defaultTexts(
        [],
        'Purposes whose requests each get a chunk of their own, such as policy and program (requests for plans)',
      ),
      seed: option.number(0, 'Random seed for the order of chunks'),
      forget: option.flag('Forget earlier exports of these suites that have no answers'),
      ...TAPE_OPTIONS,
    });
}

async function exportMisses(args: ExportArguments, { terminal }: CommandContext): Promise<void> {
  const misses = args.runs.flatMap(missesOf);
  const write = args.chunks === undefined ? writeFile : writeChunks;
  const { files, leftOut, unanswered } = await write(misses, args);
  const missing = await countMissingAnswers(unanswered);
  if (args.json) terminal.out(JSON.stringify({ misses: misses.length, files, leftOut, missing }));
  if (misses.length === 0) terminal.say('Nothing is missing');
  else if (files.length === 0 && leftOut.length === 0) terminal.say('All missing answers are recorded now');
  for (const line of [...fileLines(files, args.chunks), ...missingLines(missing)]) terminal.say(line);
  for (const { suite, task, trial, message } of leftOut) {
    terminal.say(`Omitted a request of ${suite}/${task}, trial ${trial}: ${message}`);
  }
}

function missesOf(name: string): MissRecord[] {
  const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() === true;
  return [...(isFile ? missesIn(name) : new StoredRun(name).misses())];
}

function writeFile(misses: readonly MissRecord[], args: ExportArguments): Promise<BatchExport> {
  const { out, requestsMax, forget } = args;
  if (out === undefined) throw invalid('Name the output: --out FILE, or --chunks DIR');
  return exportBatch(misses, { ...inCassette(layersWritten(args)), forget, out, requestsMax });
}

function writeChunks(misses: readonly MissRecord[], args: ExportArguments): Promise<BatchExport> {
  const { chunks: folder = '', size, seed, forget, alone } = args;
  checkRange('--size', size, [1, BATCH_REQUESTS_MAX]);
  checkNumber('--seed', seed, 'a whole number');
  const chunks = { forget, folder, size, seed, alone, apart: readApart(args.apart) };
  return exportChunks(misses, { ...inCassette(layersWritten(args)), ...chunks });
}

const BATCH_REQUESTS_MAX = 50_000; // OpenAI's limit

function readApart(text: string): readonly ChunkAttribute[] {
  return text.split(',').map((name) => {
    const apart = CHUNK_ATTRIBUTES.find((each) => each === name.trim());
    if (apart === undefined) throw unknownName('attribute (--apart)', name, CHUNK_ATTRIBUTES);
    return apart;
  });
}

function fileLines(files: BatchExport['files'], chunks: string | undefined): readonly string[] {
  if (chunks === undefined || files.length === 0)
    return files.map(({ requests, model, path }) => `${counted(requests, 'request')} for model "${model}" in ${path}`);
  const sizes = files.map(({ requests }) => requests);
  const requests = sizes.reduce((sum, size) => sum + size, 0);
  const range = [...new Set([Math.min(...sizes), Math.max(...sizes)])].join(' to ');
  return [
    `${counted(requests, 'request')} in ${counted(files.length, 'chunk')} of ${range}: ${chunks}/*/requests.jsonl`,
    `Write each chunk’s answers to answers.jsonl in its folder, then run \`tapedeck batch ingest ${chunks} …\``,
  ];
}

function printReport(report: IngestReport, { terminal }: CommandContext): void {
  terminal.say(
    `${counted(report.recorded, 'answer')} recorded, ${report.alreadyRecorded} already recorded, ${counted(report.pending, 'request')} still pending`,
  );
  const groups: readonly (readonly [string, readonly RejectedLine[]])[] = [
    ['Failed requests', report.failed],
    ['Answers to unknown requests', report.unknown],
    ['Answers that contradict another answer', report.conflicting],
    ['Unreadable lines', report.malformed],
  ];
  for (const [what, lines] of groups) {
    if (lines.length === 0) continue;
    terminal.say(`${what}: ${lines.length}`);
    for (const { path, line, message } of lines.slice(0, 10)) terminal.say(`  ${path}:${line}: ${message}`);
    if (lines.length > 10) terminal.say(`  … and ${lines.length - 10} more`);
  }
  for (const line of unansweredLines(report)) terminal.say(line);
}

function unansweredLines({ missing }: IngestReport): readonly string[] {
  if (missing.length === 0) return [];
  const files = [...Map.groupBy(missing, ({ path }) => path)].map(([path, lines]) => {
    const numbers = lines.slice(0, 10).map(({ line }) => line);
    return `  ${path}: ${lines.length}, at line ${numbers.join(', ')}${lines.length > 10 ? ', …' : ''}`;
  });
  return [
    `${counted(missing.length, 'request')} exported and still without an answer:`,
    ...files.slice(0, FILES_MAX),
    ...(files.length > FILES_MAX ? [`  … and ${files.length - FILES_MAX} more files`] : []),
  ];
}

const FILES_MAX = 100;
