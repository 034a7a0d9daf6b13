/** Where a thing may come to lie so that something holds of it, or happens to it. */
import { devicesAround, type Latch, type PlaceAtom, type Spot, wouldHold } from './place_truth.ts';
import type { PoseSets } from './pose_sets.ts';
import type { SearchSpace } from './search_space.ts';

export type Region = {
  readonly spots: readonly Spot[];
  /** Whether what makes it up may be moved, so that it may come to be anywhere. */
  readonly moves: boolean;
  /** From where things can be put there. */
  readonly into: bigint;
  /** From where things can be taken from there that were put there. */
  readonly from: bigint;
};

export class Regions {
  readonly #space: SearchSpace;
  readonly #sets: PoseSets;
  readonly #known = new Map<string, Region>();
  readonly #devices = new Map<Latch, readonly number[]>();

  constructor(space: SearchSpace, sets: PoseSets) {
    this.#space = space;
    this.#sets = sets;
  }

  /** Where one of some atoms holds. */
  where(atoms: readonly PlaceAtom[]): Region {
    const { root, relevance } = this.#space;
    return this.#region(`where ${JSON.stringify(atoms)}`, {
      isIn: (spot) => atoms.some((atom) => wouldHold(root, atom, spot)),
      moves: atoms.some(({ y }) => relevance.movable[y] === 1),
    });
  }

  /** Where none of some atoms holds; anywhere, if things may be made to fall. */
  away(atoms: readonly PlaceAtom[]): Region {
    const { root, trays } = this.#space;
    return this.#region(`away ${JSON.stringify(atoms)}`, {
      isIn: (spot) => !atoms.some((atom) => wouldHold(root, atom, spot)),
      moves: trays,
    });
  }

  /** Where things are heated, toasted, by devices that are switched on. */
  treated(latch: Latch): Region {
    const { root, relevance } = this.#space;
    return this.#region(latch, {
      isIn: (spot) => devicesAround(root, latch, spot).length > 0,
      moves: this.devices(latch).some((device) => relevance.movable[device] === 1),
    });
  }

  /** The devices that heat, toast. */
  devices(latch: Latch): readonly number[] {
    const { heats, toasts } = this.#space.root.tables;
    const kind = latch === 'heated' ? heats : toasts;
    const devices = this.#devices.get(latch) ?? [...kind.keys()].filter((node) => kind[node] === 1);
    this.#devices.set(latch, devices);
    return devices;
  }

  #region(name: string, { isIn, moves }: { isIn: (spot: Spot) => boolean; moves: boolean }): Region {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const spots = this.#space.reach.spots.filter(isIn);
    const { everywhere } = this.#sets;
    const into = moves ? everywhere : spots.reduce((set, { node }) => set | this.#sets.near(node), 0n);
    const from = moves ? everywhere : spots.reduce((set, { node }) => set | this.#sets.contents(node), 0n);
    const region = { spots, moves, into, from };
    this.#known.set(name, region);
    return region;
  }
}
