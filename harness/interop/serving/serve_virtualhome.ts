import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import type { House } from '../../../envs/household/scene/house.ts';
import { readGraph } from '../../../envs/household/scene/read_graph.ts';
import { household } from '../../../envs/household/world.ts';
import type { PictureKeeper } from '../../../envs/virtualhome/server/render_script.ts';
import { graphSource, houseSource, type SceneSource } from '../../../envs/virtualhome/server/scene_source.ts';
import { ServedSimulator } from '../../../envs/virtualhome/server/served_simulator.ts';
import { invalid } from '../../io/errors/failure.ts';
import type { Messages } from '../../io/messages.ts';
import { readText } from '../../io/read_text.ts';
import { type Address, listen, ownNames, type Served } from './listen.ts';
import { virtualHomeEndpoint } from './virtualhome_endpoint.ts';

const BOUNDS = { ...SERVER_BOUNDS, connectionsMax: 2_048 };

export type ServedHouses = Address &
  Readonly<{
    scene: readonly string[] | undefined;
    graph: readonly string[] | undefined;
    pictures: string | undefined;
  }>;

export async function serveVirtualHome(
  { host, port, ...wanted }: ServedHouses,
  { say }: Pick<Messages, 'say'>,
): Promise<Served & { readonly environments: readonly SceneSource[] }> {
  const environments = wanted.graph === undefined ? houses(wanted.scene) : graphs(wanted.graph);
  const simulator = new ServedSimulator(environments, { keepPicture: pictureKeeper(wanted.pictures) });
  let answers = 0;
  const hooks = { onAnswer: () => void answers++, onFailure: say };
  const handle = virtualHomeEndpoint({ simulator, bounds: BOUNDS, ...ownNames(host), ...hooks });
  const { origin, close } = await listen(handle, { host, port, bounds: BOUNDS });
  return { url: origin, close, answered: () => answers, environments };
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
  if (paths.length === 0) throw invalid('--graph needs a value');
  return paths.map((path, at) => graphSource(readGraph(readText(path), path), basename(path), at));
}

/** Marks a folder of earlier pictures, which may be replaced. */
const MARK = 'tapedeck_pictures.txt';

function pictureKeeper(folder: string | undefined): PictureKeeper | null {
  if (folder === undefined) return null;
  const cannot = `Cannot keep pictures in "${folder}"`;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw invalid(`${cannot}: it is a file`);
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder);
  if (files.length > 0 && !files.includes(MARK)) {
    throw invalid(`${cannot}: it holds other files; name a new folder with --pictures`);
  }
  writeFileSync(join(folder, MARK), 'Pictures of scripts, replaced by later ones of the same name\n');
  return (file, png) => {
    const path = resolve(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, png);
  };
}
