import { type Arrangement, IN_HAND, ON_TABLE } from '../table/arrangement.ts';
import { BlockNames } from '../table/block_names.ts';
import type { Fact } from '../table/fact.ts';
import { NO_BLOCK } from '../table/table_state.ts';
import type { CompiledGoal } from './compiled_goal.ts';
import { isMet, placesWanted, readFact, type Wanted } from './wanted.ts';

export class FactsGoal implements CompiledGoal {
  readonly kinds: readonly number[];
  readonly #wanted: readonly Wanted[];
  readonly #places: ReadonlyMap<number, number>;
  readonly #wantsRoom: boolean;
  readonly #wantsHandEmpty: boolean;

  constructor(facts: readonly Fact[], blocks: readonly string[]) {
    const names = new BlockNames(blocks);
    this.#wanted = facts.map((fact) => readFact(fact, names));
    this.#places = placesWanted(this.#wanted, facts);
    this.#wantsRoom = this.#wanted.some(({ kind }) => kind === 'free_spot');
    this.#wantsHandEmpty = this.#wanted.some(({ kind }) => kind === 'hand_empty');
    const named = new Set(this.#wanted.flatMap(namedIn));
    this.kinds = blocks.map((_, block) => (named.has(block) ? block + 1 : 0));
  }

  met(arrangement: Arrangement): { met: number; of: number } {
    return { met: this.#wanted.filter((wanted) => isMet(wanted, arrangement)).length, of: this.#wanted.length };
  }

  /** Every block that is wrong or on a leaving one is picked and placed; one for the hand is picked last. */
  lowerBound(arrangement: Arrangement): number {
    const { held } = arrangement;
    const leaving = this.#leaving(arrangement);
    const wantedInHand = [...this.#places].find(([, place]) => place === IN_HAND)?.[0] ?? NO_BLOCK;
    let cost = 0;
    let mayEndInHand = false;
    for (const block of leaving) {
      cost += this.#isMovedTwice(block, leaving, arrangement) ? 4 : 2;
      const isOnLeaving = leaving.has(arrangement.below[block]!);
      mayEndInHand ||= !this.#wantsHandEmpty && !isOnLeaving && !this.#places.has(block);
    }
    if (held !== NO_BLOCK && held !== wantedInHand) cost += 1;
    if (held !== NO_BLOCK && held === wantedInHand && leaving.size > 0) cost += 2;
    const endsInHand = wantedInHand === NO_BLOCK ? mayEndInHand : held !== wantedInHand;
    return Math.max(1, endsInHand ? cost - 1 : cost);
  }

  #leaving({ below, above, held }: Arrangement): ReadonlySet<number> {
    const leaving = new Set<number>();
    const leave = (block: number) => {
      for (let at = block; at !== NO_BLOCK && !leaving.has(at); at = above[at]!) leaving.add(at);
    };
    for (const [block, place] of this.#places) {
      if (block !== held && below[block] !== place) leave(block);
      const on = place >= 0 ? above[place]! : NO_BLOCK;
      if (on !== block && on !== NO_BLOCK) leave(on);
    }
    for (const wanted of this.#wanted) {
      const on = wanted.kind === 'clear' ? above[wanted.block]! : NO_BLOCK;
      if (on !== NO_BLOCK) leave(on);
    }
    return leaving;
  }

  #isMovedTwice(block: number, leaving: ReadonlySet<number>, { below }: Arrangement): boolean {
    const under = new Set<number>();
    for (let at = below[block]!; at >= 0; at = below[at]!) if (leaving.has(at)) under.add(at);
    for (let at = this.#places.get(block) ?? ON_TABLE; at >= 0; at = this.#places.get(at) ?? ON_TABLE) {
      if (under.has(at)) return true;
    }
    return false;
  }

  isPromising({ held }: Arrangement, surface: number): boolean {
    return this.#wantsRoom || this.#places.get(held) === surface;
  }
}

function namedIn(wanted: Wanted): number[] {
  if (wanted.kind === 'below') return wanted.place >= 0 ? [wanted.block, wanted.place] : [wanted.block];
  return wanted.kind === 'clear' ? [wanted.block] : [];
}
