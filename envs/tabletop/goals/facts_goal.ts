import { GoalError } from '../../goal_error.ts';
import { type Arrangement, hasFreeSpot, IN_HAND, NO_BLOCK, ON_TABLE } from '../table/arrangement.ts';
import { BlockNames, type Meaning } from '../table/block_names.ts';
import { FACT_ORDERS, type Fact, factSentence } from '../table/fact.ts';
import { SPOTS } from '../table/table.ts';
import type { CompiledGoal } from './goal.ts';

export function factsGoal(facts: readonly Fact[], blocks: readonly string[]): CompiledGoal {
  const names = new BlockNames(blocks);
  const all = facts.map((fact) => readFact(fact, names));
  const places = placesWanted(all, facts);
  const named = new Set(all.flatMap(namedIn));
  const wantsRoom = all.some(({ kind }) => kind === 'free_spot');
  const wantsHandEmpty = all.some(({ kind }) => kind === 'hand_empty');
  const wantedInHand = [...places].find(([, place]) => place === IN_HAND)?.[0] ?? NO_BLOCK;
  return {
    kinds: blocks.map((_, block) => (named.has(block) ? block + 1 : 0)),
    met: (arrangement) => ({ met: all.filter((wanted) => isMet(wanted, arrangement)).length, of: all.length }),
    // Each wrong block and those above it need a pick and a place; a block for the hand comes last.
    lowerBound(arrangement) {
      const { held, below } = arrangement;
      const leaving = leavingBlocks(all, places, arrangement);
      let cost = 0;
      let mayEndInHand = false;
      for (const block of leaving) {
        cost += isMovedTwice(block, { leaving, places, below }) ? 4 : 2;
        mayEndInHand ||= !wantsHandEmpty && !leaving.has(below[block]!) && !places.has(block);
      }
      if (held !== NO_BLOCK && held !== wantedInHand) cost += 1;
      if (held !== NO_BLOCK && held === wantedInHand && leaving.size > 0) cost += 2;
      const endsInHand = wantedInHand === NO_BLOCK ? mayEndInHand : held !== wantedInHand;
      return Math.max(1, endsInHand ? cost - 1 : cost);
    },
    isPromising: ({ held }, surface) => wantsRoom || places.get(held) === surface,
  };
}

type Places = ReadonlyMap<number, number>;

function leavingBlocks(all: readonly Wanted[], places: Places, { below, above, held }: Arrangement): Set<number> {
  const leaving = new Set<number>();
  const leave = (block: number) => {
    for (let at = block; at !== NO_BLOCK && !leaving.has(at); at = above[at]!) leaving.add(at);
  };
  for (const [block, place] of places) {
    if (block !== held && below[block] !== place) leave(block);
    const on = place >= 0 ? above[place]! : NO_BLOCK;
    if (on !== block) leave(on);
  }
  for (const wanted of all) if (wanted.kind === 'clear') leave(above[wanted.block]!);
  return leaving;
}

type Leaving = { leaving: ReadonlySet<number>; places: Places; below: readonly number[] };

function isMovedTwice(block: number, { leaving, places, below }: Leaving): boolean {
  const under = new Set<number>();
  for (let at = below[block]!; at >= 0; at = below[at]!) if (leaving.has(at)) under.add(at);
  for (let at = places.get(block) ?? ON_TABLE; at >= 0; at = places.get(at) ?? ON_TABLE) {
    if (under.has(at)) return true;
  }
  return false;
}

function namedIn(wanted: Wanted): number[] {
  if (wanted.kind === 'below') return wanted.place >= 0 ? [wanted.block, wanted.place] : [wanted.block];
  return wanted.kind === 'clear' ? [wanted.block] : [];
}

type Wanted =
  | { kind: 'below'; block: number /** A block, `ON_TABLE` or `IN_HAND`. */; place: number }
  | { kind: 'clear'; block: number }
  | { kind: 'hand_empty' | 'free_spot' };

/** Throws a GoalError on an unknown name or a fact that can never hold. */
export function readFact(fact: Fact, names: BlockNames): Wanted {
  const [predicate, ...words] = fact;
  const [first, second] = words.map((word) => {
    const meaning = names.find(word);
    if (meaning !== undefined) return meaning;
    const known = ['table', 'hand', 'air', ...names.blocks].join(', ');
    throw new GoalError(`${textOf(fact)} names ${JSON.stringify(word)}; known: ${known}`);
  }) as [Meaning, Meaning];
  const meaningOf = { in: meaningOfIn, on: meaningOfOn, under: meaningOfUnder }[predicate];
  const wanted = meaningOf(first, second);
  if (wanted !== null) return wanted;
  const swapped: Fact = [predicate, fact[2], fact[1]];
  const hint = meaningOf(second, first) === null ? '' : `; write ${textOf(swapped)} for "${factSentence(swapped)}"`;
  throw new GoalError(`${textOf(fact)} can never hold: the order is ${FACT_ORDERS[predicate].order}${hint}`);
}

function meaningOfIn(place: Meaning, content: Meaning): Wanted | null {
  if (place !== 'hand') return null;
  if (content === 'air') return { kind: 'hand_empty' };
  return isBlock(content) ? { kind: 'below', block: content, place: IN_HAND } : null;
}

function meaningOfOn(place: Meaning, content: Meaning): Wanted | null {
  if (typeof place !== 'number') return null;
  if (content === 'hand') return isBlock(place) ? { kind: 'below', block: place, place: IN_HAND } : null;
  if (content === 'air') return place === ON_TABLE ? { kind: 'free_spot' } : { kind: 'clear', block: place };
  return isBlock(content) && content !== place ? { kind: 'below', block: content, place } : null;
}

function meaningOfUnder(block: Meaning, place: Meaning): Wanted | null {
  if (!isBlock(block) || block === place || place === 'hand') return null;
  return { kind: 'below', block, place: place === 'air' ? IN_HAND : place };
}

function isBlock(meaning: Meaning): meaning is number {
  return typeof meaning === 'number' && meaning >= 0;
}

export function isMet(wanted: Wanted, arrangement: Arrangement): boolean {
  switch (wanted.kind) {
    case 'below':
      return arrangement.below[wanted.block] === wanted.place;
    case 'clear':
      return arrangement.above[wanted.block] === NO_BLOCK && arrangement.held !== wanted.block;
    case 'hand_empty':
      return arrangement.held === NO_BLOCK;
    case 'free_spot':
      return hasFreeSpot(arrangement);
  }
}

/** Throws a GoalError on a contradiction. */
function placesWanted(all: readonly Wanted[], facts: readonly Fact[]): Places {
  const places = new Map<number, number>();
  const taken = new Map<number, number>();
  const refuse = (index: number, other: number | null) => {
    const against = other === null ? 'what else is wanted' : textOf(facts[other]!);
    return new GoalError(`${textOf(facts[index]!)} contradicts ${against}`);
  };
  for (const [index, wanted] of all.entries()) {
    if (wanted.kind !== 'below') continue;
    const { block, place } = wanted;
    const known = places.get(block);
    if (known === place) continue;
    const first = (each: Wanted) => each.kind === 'below' && each.block === block;
    if (known !== undefined) throw refuse(index, all.findIndex(first));
    const other = place === ON_TABLE ? undefined : taken.get(place);
    if (other !== undefined) throw refuse(index, other);
    places.set(block, place);
    taken.set(place, index);
  }
  const onTable = [...places.values()].filter((place) => place === ON_TABLE).length;
  for (const [index, wanted] of all.entries()) {
    if (wanted.kind === 'below' && isCircularOrHeld(wanted.block, places)) throw refuse(index, null);
    if (wanted.kind === 'free_spot' && onTable >= SPOTS.length) throw refuse(index, null);
    let other: number | undefined;
    if (wanted.kind === 'hand_empty') other = taken.get(IN_HAND);
    if (wanted.kind === 'clear') other = taken.get(places.get(wanted.block) === IN_HAND ? IN_HAND : wanted.block);
    if (other !== undefined) throw refuse(index, other);
  }
  return places;
}

function isCircularOrHeld(block: number, places: Places): boolean {
  let below = places.get(block);
  for (let steps = 0; below !== undefined && below >= 0; steps++) {
    if (below === block || steps > places.size || places.get(below) === IN_HAND) return true;
    below = places.get(below);
  }
  return false;
}

function textOf(fact: Fact): string {
  return `(${fact.join(' ').slice(0, 200)})`;
}
