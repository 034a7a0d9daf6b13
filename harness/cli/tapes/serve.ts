import { appendFileSync } from 'node:fs';
import { openCassette } from '../../../cassettes/cassette/cassette.ts';
import type { TapeMissError } from '../../../cassettes/cassette/replay.ts';
import { SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import { openaiEndpoint } from '../../../cassettes/endpoint/openai_endpoint.ts';
import { type ServedEpisode, ServedTapes } from '../../../cassettes/endpoint/served_tapes.ts';
import { customId } from '../../../cassettes/format/entry.ts';
import { serveCoppeliaSim } from '../../interop/serving/serve_coppeliasim.ts';
import {
  allowedHosts,
  isLoopback,
  listen,
  type Served,
  serveVirtualHome,
} from '../../interop/serving/serve_virtualhome.ts';
import { counted } from '../../io/errors/counted.ts';
import { LIVE_OPTIONS, liveModel } from '../../run/tapes/live_client.ts';
import { inCassette, layersRead, layersWritten, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import { type CommandContext, commandGroup, type Parser, subcommand } from '../terminal/command.ts';
import { checkCount, checkRange, option, SHARED_OPTIONS } from '../terminal/option.ts';

const MODES = ['replay', 'record', 'batch'] as const;

export const serveCommand = commandGroup([
  subcommand('openai', {
    describe: 'Serve OpenAI’s API: chat completions, embeddings, models',
    examples: {
      'serve openai --tapes my_tapes': 'Answer from a folder of tapes at http://127.0.0.1:8088/v1',
      'serve openai --mode record --tapes my_tapes': 'Call the model at OPENAI_BASE_URL, and record its answers',
    },
    declare: (args: Parser) =>
      listeningOptions(args, 8088).options({
        mode: option.choice(MODES, 'replay', 'Source of answers'),
        model: option.text('Model whose taped answers to use, or to call when recording; default: the requested one'),
        misses: option.defaultText('misses.jsonl', 'In batch mode: file of unanswered requests for `batch export`'),
        jobs: SHARED_OPTIONS.liveRequests,
        ...LIVE_OPTIONS,
        ...TAPE_OPTIONS,
      }),
    async run(args, context) {
      const { terminal } = context;
      const { host, port, mode, model, jobs } = args;
      checkRange('--port', port, PORTS);
      checkCount('--jobs', jobs);
      const layers = inCassette(mode === 'replay' ? layersRead(args) : layersWritten(args));
      const live = await liveModel(args, context);
      const tapes = new ServedTapes({
        ...layers,
        mayBeginTapes: mode !== 'replay',
        open: (tape) => openCassette({ ...layers, ...tape, ...live, mode: mode === 'batch' ? 'replay' : mode }),
      });
      const onMiss = mode === 'batch' ? missWriter(args.misses) : () => {};
      const counts = { answers: 0, misses: 0 };
      const handle = openaiEndpoint({
        tapes,
        model,
        bounds: SERVER_BOUNDS,
        ...allowedHosts(host),
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
      const { origin, close } = await listen(handle, { host, port, bounds: SERVER_BOUNDS });
      const risk = mode === 'record' ? 'send requests at your expense' : 'send requests';
      const service = { url: `${origin}/v1`, close, risk, about: `mode ${mode}`, document: { mode } };
      await untilStopped(service, args, context);
      const { recorded } = await tapes.finish();
      const missed = counted(counts.misses, 'miss', 'misses');
      terminal.say(`${counted(counts.answers, 'answer')}, ${missed}, ${recorded} recorded`);
    },
  }),
  subcommand('virtualhome', {
    describe: 'Serve the symbolic household through the API of VirtualHome’s Unity simulator',
    examples: { 'serve virtualhome --port 8080': 'Serve all houses to VirtualHome’s Python client' },
    declare: (args: Parser) =>
      listeningOptions(args, 8080).options({
        scene: option.texts('Serve only these shipped houses (house_N is environment N − 1); default: all'),
        graph: {
          type: 'string',
          array: true,
          conflicts: ['scene'],
          describe: 'Serve your own scene graphs, as environments 0, 1, …',
        },
        pictures: option.text('Folder for the pictures of recorded scripts'),
      }),
    async run(args, context) {
      checkRange('--port', args.port, PORTS);
      const server = await serveVirtualHome(args, context.terminal);
      const names = server.environments.map(({ environment, name }) => [environment, name] as const);
      const about = `environments: ${names.map((pair) => pair.join(' ')).join(', ')}`;
      const document = { environments: Object.fromEntries(names) };
      await untilStopped({ ...server, document, risk: 'change the scene', about }, args, context);
      context.terminal.say(counted(server.answered(), 'answer'));
    },
  }),
  subcommand('coppeliasim', {
    describe: 'Serve the tabletop through CoppeliaSim’s ZMQ remote API',
    examples: { 'serve coppeliasim --scene tower_3_01': 'Serve a table to CoppeliaSim’s Python client' },
    declare: (args: Parser) =>
      listeningOptions(args, 23_000).option(
        'scene',
        option.defaultText('tower_3_01', 'Name of a shipped scene, or path of your own'),
      ),
    async run(args, context) {
      checkRange('--port', args.port, PORTS);
      const server = await serveCoppeliaSim(args, () => performance.now());
      const { scene } = server;
      const service = { ...server, risk: 'change the scene', about: `scene ${scene}`, document: { scene } };
      await untilStopped(service, args, context);
      context.terminal.say(counted(server.answered(), 'answer'));
    },
  }),
]);

function listeningOptions(args: Parser, port: number) {
  return args.options({
    port: option.number(port, 'Port to listen on; 0 for any free port'),
    host: option.defaultText('127.0.0.1', 'Address to listen on; other hosts can connect unless it is loopback'),
  });
}

const PORTS = [0, 65_535] as const;

type Service = Pick<Served, 'url' | 'close'> &
  Readonly<Record<'risk' | 'about', string>> & { readonly document: object };

async function untilStopped(
  { url, close, risk, about, document }: Service,
  { host, json }: { host: string; json: boolean },
  { terminal, signal, exitWith }: CommandContext,
): Promise<void> {
  if (json) terminal.out(JSON.stringify({ url, ...document }));
  if (!isLoopback(host)) terminal.say(`Anyone who can connect to ${host} can ${risk}`);
  terminal.say(`Listening at ${url} (${about}); press Ctrl-C to stop`);
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await close();
  exitWith(130);
}

function missWriter(misses: string): (miss: TapeMissError, episode: ServedEpisode) => void {
  appendFileSync(misses, '');
  const ids = new Set<string>();
  return ({ missed: { suite, model, address, request, purpose }, message }, { planner, name }) => {
    const id = JSON.stringify([suite, model, customId(address)]);
    if (ids.has(id)) return;
    ids.add(id);
    const miss = { suite, model, ...address, ...request, planner, purpose, family: null, episode: name, message };
    appendFileSync(misses, `${JSON.stringify(miss)}\n`);
  };
}
