/**
 * The options that name folders of tapes.
 *
 * Tapes come in layers: what a higher one holds counts, and only the highest is written. Unless told otherwise, one's own
 * recordings (`results/tapes`) lie over the shipped ones, which are written only with `--shipped`.
 *
 * @module
 */
import { CommandFailure } from '../../io/errors/failure.ts';
import { PLACES, shippedOrOwn } from '../../io/places.ts';

export type TapeArguments = { tapes: string[] | undefined; shipped: boolean };

export const TAPE_OPTIONS = {
  tapes: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Folder of tapes; several are layered, lowest first: all are read, only the last is written to',
    defaultDescription: 'cassettes/tapes, then results/tapes',
  },
  shipped: {
    type: 'boolean',
    default: false,
    describe: 'Read and write the shipped tapes alone, as their maintainers do',
  },
} as const;

/** The folders that are read, lowest first; `cassettes/tapes` are the shipped ones wherever the user stands. Throws a CommandFailure where the options do not go together. */
export function layersRead({ tapes, shipped }: TapeArguments): readonly string[] {
  if (shipped && tapes !== undefined) {
    throw new CommandFailure(2, '--shipped names the shipped tapes alone; leave out --tapes');
  }
  if (shipped) return [PLACES.tapes];
  return tapes?.map(shippedOrOwn) ?? [PLACES.tapes, PLACES.ownTapes];
}

/** The options as they were given, for a hint that is to speak of the same tapes. */
export function tapeWords({ tapes, shipped }: TapeArguments): readonly string[] {
  return shipped ? ['--shipped'] : (tapes ?? []).flatMap((folder) => ['--tapes', folder]);
}
