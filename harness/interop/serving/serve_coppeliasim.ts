import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import { readScene } from '../../../envs/tabletop/check_scene.ts';
import { tabletop } from '../../../envs/tabletop/world.ts';
import { invalid } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { type Address, listening } from './listen.ts';
import { remoteApiServer } from './remote_api_server.ts';

export async function serveCoppeliaSim({ scene: chosen, ...at }: Address & { scene: string }, nowMs: () => number) {
  const path = scenePath(chosen);
  const scene = readScene(readText(path), path);
  const server = await listening(() => remoteApiServer(new RemoteApi(scene, { nowMs }), at), at);
  const host = server.host.includes(':') ? `[${server.host}]` : server.host;
  return { ...server, url: `tcp://${host}:${server.port}`, scene: scene.name };
}

function scenePath(scene: string): string {
  if (scene.endsWith('.json')) return scene;
  const known = readdirSync(tabletop.scenesFolder).flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);
  if (known.includes(scene)) return join(tabletop.scenesFolder, `${scene}.json`);
  throw invalid(
    `No scene is called "${scene}"; \`tapedeck list scenes\` has those of the tabletop, and a path that ends in .json is one of your own`,
  );
}
