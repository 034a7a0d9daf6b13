/**
 * `tapedeck serve`: an OpenAI-compatible endpoint that answers from tapes, for planners in any language; simulators, as their clients know them.
 *
 * @module
 */
import { appendFileSync } from 'node:fs';
import { openCassette } from '../../../cassettes/cassette/cassette.ts';
import type { TapeMissError } from '../../../cassettes/cassette/miss.ts';
import { SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import { openaiEndpoint } from '../../../cassettes/endpoint/openai_endpoint.ts';
import type { ServedEpisode } from '../../../cassettes/endpoint/served_episode.ts';
import { ServedTapes } from '../../../cassettes/endpoint/served_tapes.ts';
import { customId } from '../../../cassettes/format/address.ts';
import { checkPort, closedAt, isLoopback, LISTENING, listen, ownNames } from '../../interop/serving/listen.ts';
import { serveCoppeliaSim, serveCoppeliaSimOptions } from '../../interop/serving/serve_coppeliasim.ts';
import { serveVirtualHome, serveVirtualHomeOptions } from '../../interop/serving/serve_virtualhome.ts';
import { counted } from '../../io/errors/counted.ts';
import { LIVE_OPTIONS, type LiveModel, liveModel, liveSettings } from '../../run/tapes/live_client.ts';
import { inCassette, layersRead, layersWritten, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import { checkNumber } from '../terminal/check_number.ts';
import { commandGroup, subcommand } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { option } from '../terminal/option.ts';

const MODES = ['replay', 'record', 'batch'] as const;

export const serveCommand = commandGroup([
  subcommand('openai', {
    describe: 'OpenAI-compatible: chat completions, embeddings, models',
    examples: [
      ['serve openai --tapes my_tapes', 'Answer from a folder of tapes at http://127.0.0.1:8088/v1'],
      [
        'serve openai --mode record --tapes my_tapes',
        'Ask the model that OPENAI_BASE_URL and OPENAI_API_KEY lead to, and keep its answers',
      ],
    ],
    declare: openaiOptions,
    run: serveOpenai,
  }),
  subcommand('virtualhome', {
    describe: 'As VirtualHome’s Unity simulator would, over the symbolic household',
    examples: [['serve virtualhome --port 8080', 'All houses, for VirtualHome’s Python client']],
    declare: serveVirtualHomeOptions,
    run: serveVirtualHome,
  }),
  subcommand('coppeliasim', {
    describe: 'As CoppeliaSim’s ZMQ remote API would, over the tabletop',
    examples: [['serve coppeliasim --scene tower_3_01', 'A table, for CoppeliaSim’s Python client']],
    declare: serveCoppeliaSimOptions,
    run: serveCoppeliaSim,
  }),
]);

type ServeArguments = OptionsOf<typeof openaiOptions>;

function openaiOptions(args: Parser) {
  return args
    .option('port', { ...LISTENING.port, default: 8088 })
    .option('host', LISTENING.host)
    .option('mode', option.choice(MODES, 'replay', 'Where answers come from'))
    .option(
      'model',
      option.text(
        'The model whose tape answers, and that is asked when recording; default: the one that a request names',
      ),
    )
    .option('misses', {
      type: 'string',
      default: 'misses.jsonl',
      describe: 'In mode batch: the file to which requests without an answer are added, for `batch export`',
    })
    .option('jobs', option.number(8, 'Live requests at a time, when recording'))
    .options(LIVE_OPTIONS)
    .options(TAPE_OPTIONS);
}

async function serveOpenai(args: ServeArguments, context: CommandContext): Promise<void> {
  const { terminal, signal } = context;
  const { host, port, mode, model } = args;
  checkPort(port);
  checkNumber('--jobs', args.jobs, 'a whole number of at least 1');
  const layers = inCassette(mode === 'replay' ? layersRead(args) : layersWritten(args));
  const live = mode === 'record' ? await liveClient(args, context) : {};
  const tapes = new ServedTapes({
    ...layers,
    mayBegin: mode !== 'replay',
    // Misses say which recording comes closest in mode batch, too.
    open: (tape) => openCassette({ ...layers, ...tape, ...live, mode: mode === 'batch' ? 'replay' : mode }),
  });
  const onMiss = missWriter(args);
  const counts = { answers: 0, misses: 0 };
  const handle = openaiEndpoint({
    tapes,
    model,
    bounds: SERVER_BOUNDS,
    ...ownNames(host),
    onAnswer: () => {
      counts.answers += 1;
    },
    onMiss(miss, episode) {
      counts.misses += 1;
      onMiss(miss, episode);
      terminal.say(miss.message);
    },
    onFailure: (message) => terminal.say(message),
  });
  const server = await listen(handle, { host, port, bounds: SERVER_BOUNDS });
  const url = `${server.origin}/v1`;
  if (args.json) terminal.out(JSON.stringify({ url, mode }));
  if (!isLoopback(host)) terminal.say(`Whoever reaches ${host} can ask, and in mode record at your expense`);
  terminal.say(`Listening at ${url} (mode ${mode}); Ctrl-C ends it`);
  await closedAt(signal, server);
  const { recorded } = await tapes.finish();
  terminal.say(
    `${counted(counts.answers, 'answer')}, ${counted(counts.misses, 'miss', 'misses')}, ${recorded} recorded`,
  );
  context.exitWith(130);
}

function liveClient(args: ServeArguments, { terminal, signal, environment }: CommandContext): Promise<LiveModel> {
  return liveModel({ ...liveSettings(args), concurrency: args.jobs, signal, say: terminal.say }, environment);
}

/** Where misses are to be exported, adds each address once. Throws where the file cannot be written. */
function missWriter({ mode, misses }: ServeArguments): (miss: TapeMissError, episode: ServedEpisode) => void {
  if (mode !== 'batch') return () => {};
  appendFileSync(misses, '');
  const written = new Set<string>();
  return ({ suite, model, address, request, purpose, message }, { planner, name }) => {
    const id = JSON.stringify([suite, model, customId(address)]);
    if (written.has(id)) return;
    written.add(id);
    const miss = { suite, model, ...address, ...request, planner, purpose, family: null, episode: name, message };
    appendFileSync(misses, `${JSON.stringify(miss)}\n`);
  };
}
