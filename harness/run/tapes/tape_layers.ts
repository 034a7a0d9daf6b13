/**
 * Which of the folders of tapes a command writes, and how the cassettes are told of them.
 *
 * @module
 */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { tapeFolders } from '../../../cassettes/reading/known_tapes.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import { layersRead, type TapeArguments } from './tape_options.ts';

/** The same for a command that writes to the last of them, which must not be the shipped one unless that was asked for. */
export function layersWritten(args: TapeArguments): readonly string[] {
  const layers = layersRead(args);
  const { tapesDir } = inCassette(layers);
  if (!args.shipped) refuseShipped(tapesDir);
  return layers;
}

/** Those that are read and can be checked: nothing need be recorded of one's own. */
export function layersThere(args: TapeArguments): readonly string[] {
  return layersRead(args).filter((layer) => existsSync(layer) || !isOwn(layer));
}

/** The first layer that should be there and is not; the user's own recordings may still be to come. */
export function layerMissing(layers: readonly string[]): string | undefined {
  return layers.find((layer) => !existsSync(layer) && !isOwn(layer));
}

/** Whether this is `results/tapes`, in whatever way the user wrote it. */
function isOwn(layer: string): boolean {
  return resolve(layer) === PLACES.ownTapes;
}

/** Layers in the words of the cassettes: the one that is written, and those below it, highest first. */
export function inCassette(layers: readonly string[]): {
  readonly tapesDir: string;
  readonly below: readonly string[];
} {
  const [tapesDir, ...below] = layers.toReversed();
  if (tapesDir === undefined) throw new CommandFailure(2, '--tapes is given no value');
  return { tapesDir, below };
}

/** Throws a CommandFailure where what is written to a folder of tapes would land among the shipped ones, by whatever way. */
export function refuseShipped(tapesDir: string): void {
  const shipped = realpathSync.native(PLACES.tapes);
  const within = (folder: string) => {
    const path = relative(shipped, realPath(resolve(folder)));
    return path === '' || (!path.startsWith('..') && !isAbsolute(path));
  };
  const suites = tapeFolders(tapesDir).flatMap(({ dir }) => [dirname(dir), dir]);
  const folder = [tapesDir, ...suites].find(within);
  if (folder === undefined) return;
  throw new CommandFailure(
    2,
    `Cannot write to "${folder}": the shipped tapes lie there; name a folder of your own with --tapes, after the shipped one, or say --shipped`,
  );
}

/** What a path leads to; of one that is not there yet, what its nearest folder leads to. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync.native(path);
  return join(realPath(dirname(path)), basename(path));
}
