/** Layers are folders of tapes, lowest first: higher layers override lower ones, and only the highest is written. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { LayeredName } from '../../../cassettes/format/tape_files.ts';
import { tapeFolders } from '../../../cassettes/reading/tape_folders.ts';
import { invalid } from '../../io/errors/failure.ts';
import { isBelow, PLACES, shippedOrOwn } from '../../io/places.ts';

export type TapeArguments = { tapes?: readonly string[] | undefined; shipped: boolean };

export const TAPE_OPTIONS = {
  tapes: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Folder of tapes; with several, all are read and only the last is written',
    defaultDescription: 'cassettes/tapes, then results/tapes',
  },
  shipped: { type: 'boolean', default: false, describe: 'Read and write only the shipped tapes (for maintainers)' },
} as const;

export function layersRead({ tapes, shipped }: TapeArguments): readonly string[] {
  if (shipped && tapes !== undefined) throw invalid('--shipped uses only the shipped tapes; omit --tapes');
  if (shipped) return [PLACES.tapes];
  return tapes?.map(shippedOrOwn) ?? [PLACES.tapes, PLACES.ownTapes];
}

export function layersWritten(args: TapeArguments): readonly string[] {
  const layers = layersRead(args);
  const { tapesDir } = inCassette(layers);
  if (!args.shipped) refuseShipped(tapesDir);
  return layers;
}

export function layersThere(args: TapeArguments): readonly string[] {
  return layersRead(args).filter((layer) => existsSync(layer) || !isOwn(layer));
}

export function layerMissing(layers: readonly string[]): string | undefined {
  return layers.find((layer) => !existsSync(layer) && !isOwn(layer));
}

function isOwn(layer: string) {
  return resolve(layer) === PLACES.ownTapes;
}

export function inCassette(layers: readonly string[]): Required<Pick<LayeredName, 'tapesDir' | 'below'>> {
  const [tapesDir, ...below] = layers.toReversed();
  if (tapesDir === undefined) throw invalid('--tapes needs a value');
  return { tapesDir, below };
}

/** The folder, or a link in it, may lead to the shipped tapes. */
export function refuseShipped(tapesDir: string): void {
  const shipped = realpathSync.native(PLACES.tapes);
  const suites = tapeFolders(tapesDir).flatMap(({ dir }) => [dirname(dir), dir]);
  const folder = [tapesDir, ...suites].find((each) => isBelow(shipped, realPath(resolve(each))));
  if (folder === undefined) return;
  throw invalid(
    `Cannot write to "${folder}": it belongs to the shipped tapes; name your own folder last with --tapes, or use --shipped`,
  );
}

function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync.native(path);
  return join(realPath(dirname(path)), basename(path));
}

export function tapeWords({ tapes, shipped }: TapeArguments): readonly string[] {
  return shipped ? ['--shipped'] : (tapes ?? []).flatMap((folder) => ['--tapes', folder]);
}
