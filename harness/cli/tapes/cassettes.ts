import { dirname, relative } from 'node:path';
import { completeProvenance, type Supplement } from '../../../cassettes/care/tape_declare.ts';
import { diffTapeFolders, type TapeDiff } from '../../../cassettes/care/tape_diff.ts';
import { type ListedTape, listTapes } from '../../../cassettes/care/tape_list.ts';
import { pruneTape } from '../../../cassettes/care/tape_prune.ts';
import { type ShownRequest, showRequests } from '../../../cassettes/care/tape_show.ts';
import { verifyLayers } from '../../../cassettes/care/tape_verify.ts';
import type { Address } from '../../../cassettes/format/entry.ts';
import type { Provenance } from '../../../cassettes/format/provenance.ts';
import { isSimulatorRequest, replyText, type TapedRequest } from '../../../cassettes/wire/exchange.ts';
import { storeInterrupted } from '../../../cassettes/writing/open_for_writing.ts';
import { commandText, counted } from '../../io/errors/counted.ts';
import { invalid, unknownName } from '../../io/errors/failure.ts';
import { PLACES, shippedOrOwn } from '../../io/places.ts';
import { StoredRun } from '../../run/stored_run.ts';
import { inCassette, layersRead, layersThere, layersWritten, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import { usedAnswers } from '../../run/tapes/used_answers.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { commandGroup, type Parser, subcommand } from '../terminal/command.ts';
import { given, option, SHARED_OPTIONS } from '../terminal/option.ts';

export const cassettesCommand = commandGroup(
  [
    subcommand('list', {
      describe: 'List all tapes with counts, size and source of answers',
      examples: { 'cassettes list': 'List the shipped tapes and your own' },
      declare: (args: TapesParser) => args,
      async run(args, { terminal }) {
        const tapes = await listLayers(layersRead(args));
        if (args.json) return terminal.out(JSON.stringify(tapes));
        const lines = tapes.map((tape) => [
          relative(process.cwd(), tape.layer) || '.',
          tape.suite,
          tape.model,
          String(tape.tasks),
          String(tape.replies),
          `${(tape.bytes / 1024).toFixed(0)} kB`,
          [...new Set(tape.provenance.map((each) => `${each.provider}, ${each.channel}, ${each.answeredOn}`))].join(
            '; ',
          ),
          tape.unfinished ? `unfinished recording, ${counted(tape.journaled, 'answer')} in the journal` : '',
        ]);
        const always = ['suite', 'unfinished', 'model', 'layer'];
        const layout = { screen: terminal.screen, names: COLUMN_NAMES, always, next: ['replies'] };
        terminal.out(plainTable(COLUMNS, lines, layout));
        for (const tape of tapes) if (tape.unfinished) terminal.say(unfinishedText(tape));
      },
    }),
    subcommand('verify', {
      describe: 'Recompute every key, digest and count; exit 1 if one is wrong',
      examples: {
        'cassettes verify': 'Verify all tapes',
        'cassettes verify --suite robot': 'Verify the tapes of one suite',
      },
      declare: suiteOption,
      async run(args, { terminal, exitWith }) {
        const report = await verifyLayers(layersThere(args), given({ suite: args.suite }));
        if (args.json) terminal.out(JSON.stringify(report));
        for (const { path, line, message } of report.problems) {
          terminal.say(`${path}${line === null ? '' : `:${line}`}: ${message}`);
        }
        for (const { path, suite, model, answers } of report.waiting) {
          const layer = dirname(dirname(dirname(path)));
          terminal.say(unfinishedText({ layer, suite, model, journaled: answers }));
        }
        const { tapes, replies, requests, problems } = report;
        terminal.say(
          `${counted(tapes, 'tape')}, ${counted(replies, 'reply', 'replies')}, ${counted(requests, 'request')}: ${counted(problems.length, 'problem')}`,
        );
        if (problems.length > 0) exitWith(1);
      },
    }),
    subcommand('store', {
      describe: 'Move answers from the journals of interrupted recordings to the tapes',
      examples: { 'cassettes store': 'Store the journals of your own tapes' },
      declare: (args: TapesParser) => args,
      async run(args, { terminal }) {
        const { tapesDir } = inCassette(layersWritten(args));
        const stored = await storeInterrupted(tapesDir);
        if (args.json) terminal.out(JSON.stringify(stored));
        for (const { suite, model } of stored) terminal.say(`${suite}, model ${model}, in ${tapesDir}: stored`);
        if (stored.length === 0) terminal.say(`No journals in ${tapesDir}`);
      },
    }),
    subcommand('prune <runs..>', {
      describe: 'Remove recordings for the tasks of these runs that none of their planners used',
      examples: { 'cassettes prune household/before --dry-run': 'List the recordings that a run did not use' },
      declare: (args: TapesParser) =>
        args
          .positional('runs', option.requiredTexts('Complete runs: folders, SUITE or SUITE/NAME'))
          .option('dry-run', SHARED_OPTIONS.onlyList),
      async run(args, { terminal }) {
        const layers = args.dryRun ? layersRead(args) : layersWritten(args);
        const { tapesDir } = inCassette(layers);
        const stored = args.runs.map((run) => new StoredRun(run));
        for (const each of stored) refuseUnfinished(each);
        const runs = stored.map((each) => ({ run: each.run, traces: [...each.traces()] }));
        const outcome = args.dryRun ? 'unused' : 'removed';
        const reports = [];
        for (const { suite, model, used, covered } of await usedAnswers(runs, layers)) {
          const report = await pruneTape({ tapesDir, suite, model }, { used, covered, dryRun: args.dryRun });
          reports.push({ suite, model, ...report });
          for (const { task, trial, key, occurrence } of report.removed) {
            terminal.say(`${outcome}: ${suite}/${task}, trial ${trial}, ${key}, occurrence ${occurrence}`);
          }
          const counts = `${report.kept} kept, ${report.removed.length} ${outcome}`;
          terminal.say(`${suite}, model ${model}, in ${tapesDir}: ${counts}`);
        }
        if (args.json) terminal.out(JSON.stringify(reports));
      },
    }),
    subcommand('diff <before> <after>', {
      describe: 'Compare two folders of tapes; exit 1 if they are different',
      examples: {
        'cassettes diff cassettes/tapes my_tapes': 'Show recordings that the second folder adds, lacks or changes',
      },
      declare: (args: TapesParser) =>
        args
          .positional('before', option.required('Folder of tapes, such as cassettes/tapes'))
          .positional('after', option.required('Folder of tapes to compare with the first')),
      async run({ before, after, json }, { terminal, exitWith }) {
        const diffs = await diffTapeFolders(shippedOrOwn(before), shippedOrOwn(after));
        terminal.out(json ? JSON.stringify(diffs) : diffText(diffs));
        if (diffs.some(({ added, removed, changed }) => added.length + removed.length + changed.length > 0))
          exitWith(1);
      },
    }),
    subcommand('show <key>', {
      describe: 'Show a request with all its answers',
      examples: { 'cassettes show 38e4cd23': 'Show a request by the beginning of its key' },
      declare: (args: TapesParser) =>
        suiteOption(args).positional(
          'key',
          option.required('Beginning of a request’s key, as shown in traces and misses'),
        ),
      async run(args, { terminal }) {
        const layers = layersRead(args);
        const { tapesDir, below } = inCassette(layers);
        const key = args.key.replace(/…$/, '').toLowerCase();
        const requests = await showRequests(tapesDir, key, { below, ...given({ suite: args.suite }) });
        if (requests.length === 0) {
          const searched = `searched ${counted((await listLayers(layers)).length, 'tape')}`;
          throw unknownName('request on these tapes', args.key, [searched]);
        }
        terminal.out(args.json ? JSON.stringify(requests) : requests.map(shownText).join('\n'));
      },
    }),
    subcommand('declare', {
      describe: 'Add facts about the origin of batch answers, without changing the answers',
      examples: {
        'cassettes declare --suite my_suite --hidden-reasoning possible':
          'Add a fact that was not given to `batch ingest`',
      },
      declare: (args: TapesParser) =>
        suiteOption(args).options({
          batch: option.text('Change only this batch, by its name in the manifest'),
          'hidden-reasoning': option.text('Hidden reasoning by the model, such as none or possible'),
          tools: option.text('Tools of the model, such as "none" or "available, told not to use them"'),
          'token-counts': option.text('Source of token counts, such as "as reported"'),
        }),
      async run(args, { terminal }) {
        const { hiddenReasoning, tools, tokenCounts, suite, batch } = args;
        const supplement: Supplement = given({ hiddenReasoning, tools, tokenCounts });
        if (Object.keys(supplement).length === 0)
          throw invalid('Add a fact to declare: --hidden-reasoning, --tools or --token-counts');
        const { tapesDir } = inCassette(layersWritten(args));
        const changes = await completeProvenance(tapesDir, supplement, { suite, batch });
        if (args.json) terminal.out(JSON.stringify(changes));
        for (const { suite: changed, model, batch: name, field, before, after } of changes) {
          const what = `${changed}, model ${model}, ${name === null ? 'no batch' : `batch ${name}`}, ${field}`;
          terminal.say(`${what}: ${before ?? 'unknown'} → ${after}`);
        }
        if (changes.length === 0) terminal.say('Nothing changed');
      },
    }),
  ],
  tapeOptions,
);

type TapesParser = ReturnType<typeof tapeOptions>;

function tapeOptions(args: Parser) {
  return args.options(TAPE_OPTIONS);
}

function suiteOption(args: TapesParser) {
  return args.option('suite', option.text('Use only this suite'));
}

const COLUMNS = ['layer', 'suite', 'model', 'tasks', 'replies', 'size', 'answered by', ''];
const COLUMN_NAMES = [...COLUMNS.slice(0, -1), 'unfinished'];

async function listLayers(layers: readonly string[]): Promise<readonly (ListedTape & { readonly layer: string })[]> {
  const lists = await Promise.all(layers.map(async (layer) => ({ layer, tapes: await listTapes(layer) })));
  return lists.flatMap(({ layer, tapes }) => tapes.map((tape) => ({ layer, ...tape })));
}

type UnfinishedTape = Pick<ListedTape, 'suite' | 'model' | 'journaled'> & { readonly layer: string };

function unfinishedText({ layer, suite, model, journaled }: UnfinishedTape): string {
  const words = layer === PLACES.tapes ? ['--shipped'] : ['--tapes', layer];
  const tape = `suite "${suite}", model "${model}"`;
  const [problem, remedy] =
    journaled === 0
      ? [`a change to ${tape} is not finished`, 'finish it']
      : [`the journal of ${tape} contains ${counted(journaled, 'answer')}`, `store ${journaled === 1 ? 'it' : 'them'}`];
  const command = commandText(['cassettes', 'store', ...words]);
  return `${layer}: ${problem}; unless a recording is under way, ${remedy} with \`${command}\` or with any recording`;
}

/** An unfinished episode might use further answers. */
function refuseUnfinished(stored: StoredRun): void {
  const { folder, run } = stored;
  let isComplete = run.shard === null && run.finished;
  for (const { complete } of stored.episodes()) isComplete &&= complete;
  if (isComplete) return;
  throw invalid(`Cannot prune by run "${folder}": it is a shard, or some of its episodes are incomplete`);
}

function shownText({ suite, model, key, request, entries }: ShownRequest): string {
  const answers = entries.flatMap((entry) => [
    '',
    `── ${addressText(suite, entry)}, from ${entry.source}, answered by ${entry.reply.model}`,
    ...provenanceText(entry.provenance),
    '',
    replyText(entry.reply),
  ]);
  return [`── request ${key} to ${model}, ${request.url}`, ...requestText(request), ...answers, ''].join('\n');
}

function provenanceText(provenance: Provenance | null): readonly string[] {
  if (provenance === null) return ['provenance: unknown'];
  const { provider, channel, answeredOn, sampling, tokenCounts, note, sharedContext } = provenance;
  const { hiddenReasoning = 'unknown', tools = 'unknown' } = provenance;
  const distinct = sharedContext?.apart.map((each) => ` with the same ${each}`).join(' or') ?? '';
  return [
    `provider: ${provider}`,
    `channel: ${channel}`,
    `answered on: ${answeredOn}`,
    `sampling parameters: ${sampling}`,
    `token counts: ${tokenCounts}`,
    `hidden reasoning: ${hiddenReasoning}`,
    `tools: ${tools}`,
    sharedContext &&
      `shared context: at most ${sharedContext.requestsMax} requests${distinct === '' ? '' : `, no two${distinct}`}`,
    note !== '' && `note: ${note}`,
  ].filter((line) => typeof line === 'string');
}

function requestText(request: TapedRequest): readonly string[] {
  if (isSimulatorRequest(request)) {
    const { planner, model, before, message } = request.body;
    const after = before === null ? 'first in its episode' : `after ${before}`;
    const playedBy = `played by ${planner}${model === null ? '' : `, model ${model}`}; ${after}`;
    return [playedBy, JSON.stringify(message, null, 2)];
  }
  if ('input' in request.body) return request.body.input;
  return request.body.messages.flatMap(({ role, content }) => [`${role}:`, content]);
}

function diffText(diffs: readonly TapeDiff[]): string {
  const lines = diffs.flatMap(({ suite, model, added, removed, changed, unchanged }) => [
    `${suite}, model ${model}: ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged`,
    ...added.map((address) => `  + ${addressText(suite, address)}`),
    ...removed.map((address) => `  - ${addressText(suite, address)}`),
    ...changed.flatMap(({ address, before, after }) => [
      `  ~ ${addressText(suite, address)}`,
      ...indented(replyText(before), '-'),
      ...indented(replyText(after), '+'),
    ]),
  ]);
  return lines.join('\n');
}

function indented(text: string, sign: string): string[] {
  return text.split('\n').map((line) => `      ${sign} ${line}`);
}

function addressText(suite: string, { task, trial, key, occurrence }: Address): string {
  return `${suite}/${task}, trial ${trial}, ${key.slice(0, 12)}, occurrence ${occurrence}`;
}
