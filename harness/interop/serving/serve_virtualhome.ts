/**
 * `tapedeck serve virtualhome`: answers as VirtualHome's Unity simulator would, over the symbolic household.
 *
 * @module
 */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import type { House } from '../../../envs/household/scene/house.ts';
import { readGraph } from '../../../envs/household/scene/read_graph.ts';
import { household } from '../../../envs/household/world.ts';
import type { PictureKeeper } from '../../../envs/virtualhome/server/render_script.ts';
import { graphSource, houseSource, type SceneSource } from '../../../envs/virtualhome/server/scene_source.ts';
import { ServedSimulator } from '../../../envs/virtualhome/server/served_simulator.ts';
import type { CommandContext, OptionsOf, Parser } from '../../cli/terminal/command_context.ts';
import { option } from '../../cli/terminal/option.ts';
import { counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { checkPort, closedAt, isLoopback, LISTENING, listen, ownNames } from './listen.ts';
import { virtualHomeEndpoint } from './virtualhome_endpoint.ts';

type ServeArguments = OptionsOf<typeof serveVirtualHomeOptions>;

/** A client asks one thing after the other, and may keep its connections. */
const BOUNDS = { ...SERVER_BOUNDS, connectionsMax: 2_048 };

export function serveVirtualHomeOptions(args: Parser) {
  return args
    .option('port', { ...LISTENING.port, default: 8080 })
    .option('host', LISTENING.host)
    .option('scene', option.texts('Only these of the shipped houses: house_N is environment N − 1; default: all'))
    .option('graph', {
      type: 'string',
      array: true,
      conflicts: ['scene'],
      describe: 'Scene graphs of your own, as environments 0, 1, … in this order',
    })
    .option('pictures', option.text('Folder for the pictures of scripts that are recorded'));
}

export async function serveVirtualHome(args: ServeArguments, context: CommandContext): Promise<void> {
  const { terminal, signal } = context;
  const { host, port } = args;
  checkPort(port);
  const sources = args.graph === undefined ? houses(args.scene) : graphs(args.graph);
  const simulator = new ServedSimulator(sources, { keepPicture: pictureKeeper(args.pictures) });
  let answers = 0;
  const handle = virtualHomeEndpoint({
    simulator,
    bounds: BOUNDS,
    ...ownNames(host),
    onAnswer: () => {
      answers += 1;
    },
    onFailure: (message) => terminal.say(message),
  });
  const server = await listen(handle, { host, port, bounds: BOUNDS });
  const environments = Object.fromEntries(sources.map(({ environment, name }) => [environment, name]));
  if (args.json) terminal.out(JSON.stringify({ url: server.origin, environments }));
  if (!isLoopback(host)) terminal.say(`Whoever reaches ${host} can change the scene`);
  const scenes = sources.map(({ environment, name }) => `${environment} ${name}`).join(', ');
  terminal.say(`Listening at ${server.origin} (environments: ${scenes}); Ctrl-C ends it`);
  await closedAt(signal, server);
  terminal.say(counted(answers, 'answer'));
  context.exitWith(130);
}

function houses(wanted: readonly string[] | undefined): SceneSource[] {
  const numbers = readdirSync(household.scenesFolder)
    .flatMap((file) => /^house_(\d{1,2})\.json$/.exec(file)?.[1] ?? [])
    .sort((a, b) => Number(a) - Number(b));
  const unknown = wanted?.find((number) => !numbers.includes(number));
  if (wanted?.length === 0 || unknown !== undefined) {
    throw invalid(`--scene must be of ${numbers.join(', ')}, found ${unknown ?? 'none'}`);
  }
  return (wanted ?? numbers).map((number) => {
    const path = join(household.scenesFolder, `house_${number}.json`);
    return houseSource(household.readScene(readText(path), path) as House, Number(number) - 1);
  });
}

function graphs(paths: readonly string[]): SceneSource[] {
  if (paths.length === 0) throw invalid('--graph is given no value');
  return paths.map((path, at) => graphSource(readGraph(readText(path), path), basename(path), at));
}

/** Marks a folder as one of pictures, which later ones may replace. */
const MARK = 'tapedeck_pictures.txt';

/** Pictures go where the user said, whatever folder a client names. Throws a CommandFailure where other files lie there. */
function pictureKeeper(folder: string | undefined): PictureKeeper | null {
  if (folder === undefined) return null;
  const cannot = `Cannot keep pictures in "${folder}"`;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw invalid(`${cannot}: it is a file`);
  mkdirSync(folder, { recursive: true });
  const there = readdirSync(folder);
  if (there.length > 0 && !there.includes(MARK)) {
    throw invalid(`${cannot}: it holds other files; name a new folder with --pictures`);
  }
  writeFileSync(join(folder, MARK), 'Pictures of scripts, replaced by later ones of the same name\n');
  return (file, png) => {
    const path = resolve(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, png);
  };
}
