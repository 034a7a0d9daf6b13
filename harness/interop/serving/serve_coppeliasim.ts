/**
 * `tapedeck serve coppeliasim`: answers as CoppeliaSim's ZMQ remote API would, over the tabletop.
 *
 * @module
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import { readScene } from '../../../envs/tabletop/read_scene.ts';
import { tabletop } from '../../../envs/tabletop/world.ts';
import type { CommandContext, OptionsOf, Parser } from '../../cli/terminal/command_context.ts';
import { counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { checkPort, closedAt, isLoopback, LISTENING, listening } from './listen.ts';
import { remoteApiServer } from './remote_api_server.ts';

type ServeArguments = OptionsOf<typeof serveCoppeliaSimOptions>;

export function serveCoppeliaSimOptions(args: Parser) {
  return args
    .option('port', { ...LISTENING.port, default: 23_000 })
    .option('host', LISTENING.host)
    .option('scene', {
      type: 'string',
      default: 'tower_3_01',
      describe: 'The shipped scene whose blocks are on the table, or the file of one of your own',
    });
}

export async function serveCoppeliaSim(args: ServeArguments, context: CommandContext): Promise<void> {
  const { terminal, signal } = context;
  const { host, port } = args;
  checkPort(port);
  const path = scenePath(args.scene);
  const scene = readScene(readText(path), path);
  const server = await listening(
    () => remoteApiServer(new RemoteApi(scene, { nowMs: () => performance.now() }), { host, port }),
    { host, port },
  );
  const url = `tcp://${server.host.includes(':') ? `[${server.host}]` : server.host}:${server.port}`;
  if (args.json) terminal.out(JSON.stringify({ url, scene: scene.name }));
  if (!isLoopback(host)) terminal.say(`Whoever reaches ${host} can change the scene`);
  terminal.say(`Listening at ${url} (scene ${scene.name}); Ctrl-C ends it`);
  await closedAt(signal, server);
  terminal.say(counted(server.answered(), 'answer'));
  context.exitWith(130);
}

function scenePath(scene: string): string {
  if (scene.endsWith('.json')) return scene;
  const known = readdirSync(tabletop.scenesFolder).flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);
  if (!known.includes(scene)) {
    throw invalid(
      `No scene is called "${scene}"; \`tapedeck list scenes\` has those of the tabletop, and a path that ends in .json is one of your own`,
    );
  }
  return join(tabletop.scenesFolder, `${scene}.json`);
}
