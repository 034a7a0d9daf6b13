import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import { inCassette, layerMissing, layersRead, layersThere, layersWritten, refuseShipped } from './tape_layers.ts';

const { folder } = scratchFolder();

function args(tapes?: string[], shipped = false) {
  return { tapes, shipped };
}

describe('layersRead()', () => {
  it('layers the user’s tapes over the shipped ones by default', () => {
    expect(layersRead(args())).toEqual([PLACES.tapes, PLACES.ownTapes]);
    expect(layersRead(args(['a', 'b']))).toEqual(['a', 'b']);
    expect(layersRead(args(undefined, true))).toEqual([PLACES.tapes]);
    expect(() => layersRead(args(['a'], true))).toThrow('omit --tapes');
  });

  it('reads `cassettes/tapes` as the shipped tapes in a folder without such tapes', () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(layersRead(args(['cassettes/tapes', 'results/tapes']))).toEqual([PLACES.tapes, 'results/tapes']);
      expect(() => layersWritten(args(['cassettes/tapes']))).toThrow('it belongs to the shipped tapes');
      mkdirSync('cassettes/tapes', { recursive: true });
      expect(layersRead(args(['cassettes/tapes']))).toEqual(['cassettes/tapes']);
    } finally {
      process.chdir(before);
    }
  });
});

it('layerMissing() names a missing folder, except the user’s tapes, which may not exist yet', () => {
  const own = relative(process.cwd(), PLACES.ownTapes);
  expect(layerMissing([PLACES.tapes, own, 'nowhere'])).toBe('nowhere');
  expect(layerMissing([PLACES.tapes, own])).toBeUndefined();
  expect(layersThere(args([PLACES.tapes, 'nowhere']))).toEqual([PLACES.tapes, 'nowhere']);
});

describe('layersWritten()', () => {
  it('writes to the last folder, and to the shipped tapes only with --shipped', () => {
    expect(inCassette(layersWritten(args()))).toEqual({ tapesDir: PLACES.ownTapes, below: [PLACES.tapes] });
    const layered = { tapesDir: 'b', below: ['a', PLACES.tapes] };
    expect(inCassette(layersWritten(args([PLACES.tapes, 'a', 'b'])))).toEqual(layered);
    expect(() => layersWritten(args([PLACES.tapes]))).toThrow('it belongs to the shipped tapes');
    expect(() => layersWritten(args(['a', PLACES.tapes]))).toThrow('or use --shipped');
    expect(layersWritten(args(undefined, true))).toEqual([PLACES.tapes]);
  });
});

describe('refuseShipped()', () => {
  it('recognizes the shipped tapes by every path that leads to them', () => {
    symlinkSync(PLACES.tapes, join(folder, 'link'));
    mkdirSync(join(folder, 'own/household'), { recursive: true });
    symlinkSync(join(PLACES.tapes, 'listings'), join(folder, 'own/listings'));
    mkdirSync(join(folder, 'other/listings'), { recursive: true });
    symlinkSync(join(PLACES.tapes, 'listings/gpt-4-0613'), join(folder, 'other/listings/gpt-4-0613'));
    const ways = [
      `${PLACES.tapes}/`,
      `${PLACES.tapes}/../tapes`,
      relative(process.cwd(), PLACES.tapes),
      `${PLACES.tapes}/new`,
      join(folder, 'link'),
      join(folder, 'link/new/one'),
      join(folder, 'own'),
      join(folder, 'other'),
    ];
    for (const way of ways) expect(() => refuseShipped(way), way).toThrow('it belongs to the shipped tapes');
  });

  it('accepts any other folder, such as a copy or a new one', () => {
    cpSync(PLACES.tapes, join(folder, 'copy'), { recursive: true });
    for (const own of [PLACES.ownTapes, join(folder, 'copy'), join(folder, 'not/there'), `${PLACES.tapes}_of_mine`]) {
      expect(() => refuseShipped(own), own).not.toThrow();
    }
  });
});
