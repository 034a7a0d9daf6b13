import { GoalError } from '../../goal_error.ts';
import {
  type Arrangement,
  BlockNames,
  FACT_ORDERS,
  type Fact,
  factSentence,
  hasFreeSpot,
  IN_HAND,
  type Meaning,
  NO_BLOCK,
  ON_TABLE,
} from '../table/arrangement.ts';
import { SPOTS } from '../table/table.ts';
import type { CompiledGoal } from './goal.ts';

export function factsGoal(facts: readonly Fact[], blocks: readonly string[]): CompiledGoal {
  const names = new BlockNames(blocks);
  const all = facts.map((fact) => readFact(fact, names));
  const places = requiredPlaces(all, facts);
  const distinct = new Set(all.flatMap(blocksOf));
  const needsFreeSpot = all.some(({ kind }) => kind === 'free_spot');
  const needsEmptyHand = all.some(({ kind }) => kind === 'hand_empty');
  const heldAtEnd = [...places].find(([, place]) => place === IN_HAND)?.[0] ?? NO_BLOCK;
  return {
    kinds: blocks.map((_, block) => (distinct.has(block) ? block + 1 : 0)),
    met: (arrangement) => ({
      met: all.filter((requirement) => isMet(requirement, arrangement)).length,
      of: all.length,
    }),
    // Wrong blocks and those above them need a pick and a place; a block for the hand comes last.
    lowerBound(arrangement) {
      const { held, below } = arrangement;
      const leaving = leavingBlocks(all, places, arrangement);
      let cost = 0;
      let mayEndInHand = false;
      for (const block of leaving) {
        cost += isMovedTwice(block, { leaving, places, below }) ? 4 : 2;
        mayEndInHand ||= !needsEmptyHand && !leaving.has(below[block]!) && !places.has(block);
      }
      if (held !== NO_BLOCK && held !== heldAtEnd) cost += 1;
      if (held !== NO_BLOCK && held === heldAtEnd && leaving.size > 0) cost += 2;
      const endsInHand = heldAtEnd === NO_BLOCK ? mayEndInHand : held !== heldAtEnd;
      return Math.max(1, endsInHand ? cost - 1 : cost);
    },
    isPromising: ({ held }, surface) => needsFreeSpot || places.get(held) === surface,
  };
}

type Places = ReadonlyMap<number, number>;

function leavingBlocks(all: readonly Requirement[], places: Places, { below, above, held }: Arrangement): Set<number> {
  const leaving = new Set<number>();
  const leave = (block: number) => {
    for (let at = block; at !== NO_BLOCK && !leaving.has(at); at = above[at]!) leaving.add(at);
  };
  for (const [block, place] of places) {
    if (block !== held && below[block] !== place) leave(block);
    const on = place >= 0 ? above[place]! : NO_BLOCK;
    if (on !== block) leave(on);
  }
  for (const requirement of all) if (requirement.kind === 'clear') leave(above[requirement.block]!);
  return leaving;
}

function isMovedTwice(
  block: number,
  { leaving, places, below }: { leaving: ReadonlySet<number>; places: Places; below: readonly number[] },
): boolean {
  const under = new Set<number>();
  for (let at = below[block]!; at >= 0; at = below[at]!) if (leaving.has(at)) under.add(at);
  for (let at = places.get(block) ?? ON_TABLE; at >= 0; at = places.get(at) ?? ON_TABLE) {
    if (under.has(at)) return true;
  }
  return false;
}

function blocksOf(requirement: Requirement): number[] {
  if (requirement.kind === 'below') return [requirement.block, requirement.place].filter((block) => block >= 0);
  return requirement.kind === 'clear' ? [requirement.block] : [];
}

type Requirement =
  | { kind: 'below'; block: number /** A block, `ON_TABLE` or `IN_HAND`. */; place: number }
  | { kind: 'clear'; block: number }
  | { kind: 'hand_empty' | 'free_spot' };

/** Throws a GoalError. */
export function readFact(fact: Fact, names: BlockNames): Requirement {
  const [predicate, ...words] = fact;
  const [first, second] = words.map((word) => {
    const meaning = names.find(word);
    if (meaning !== undefined) return meaning;
    const known = ['table', 'hand', 'air', ...names.blocks].join(', ');
    throw new GoalError(`${textOf(fact)} has the unknown name ${JSON.stringify(word)}; known: ${known}`);
  }) as [Meaning, Meaning];
  const readArguments = READERS[predicate];
  const requirement = readArguments(first, second);
  if (requirement !== null) return requirement;
  const swapped: Fact = [predicate, fact[2], fact[1]];
  const hint = readArguments(second, first) === null ? '' : `; write ${textOf(swapped)} for "${factSentence(swapped)}"`;
  throw new GoalError(`${textOf(fact)} can never hold: it is written ${FACT_ORDERS[predicate].order}${hint}`);
}

const READERS: Readonly<Record<Fact[0], (first: Meaning, second: Meaning) => Requirement | null>> = {
  in(place, content) {
    if (place !== 'hand') return null;
    return content === 'air' ? { kind: 'hand_empty' } : inHand(content);
  },
  on(place, content) {
    if (typeof place !== 'number') return null;
    if (content === 'hand') return inHand(place);
    if (content === 'air') return place === ON_TABLE ? { kind: 'free_spot' } : { kind: 'clear', block: place };
    return isBlock(content) && content !== place ? { kind: 'below', block: content, place } : null;
  },
  under(block, place) {
    if (place === 'air') return inHand(block);
    return isBlock(block) ? READERS.on(place, block) : null;
  },
};

function inHand(block: Meaning): Requirement | null {
  return isBlock(block) ? { kind: 'below', block, place: IN_HAND } : null;
}

function isBlock(meaning: Meaning): meaning is number {
  return typeof meaning === 'number' && meaning >= 0;
}

export function isMet(requirement: Requirement, arrangement: Arrangement): boolean {
  switch (requirement.kind) {
    case 'below':
      return arrangement.below[requirement.block] === requirement.place;
    case 'clear':
      return arrangement.above[requirement.block] === NO_BLOCK && arrangement.held !== requirement.block;
    case 'hand_empty':
      return arrangement.held === NO_BLOCK;
    case 'free_spot':
      return hasFreeSpot(arrangement);
  }
}

function requiredPlaces(all: readonly Requirement[], facts: readonly Fact[]): Places {
  const places = new Map<number, number>();
  const taken = new Map<number, number>();
  const refuse = (index: number, other: number | null) =>
    new GoalError(`${textOf(facts[index]!)} contradicts ${other === null ? 'the other facts' : textOf(facts[other]!)}`);
  for (const [index, requirement] of all.entries()) {
    if (requirement.kind !== 'below') continue;
    const { block, place } = requirement;
    const known = places.get(block);
    if (known === place) continue;
    const isSame = (other: Requirement) => other.kind === 'below' && other.block === block;
    if (known !== undefined) throw refuse(index, all.findIndex(isSame));
    const other = place === ON_TABLE ? undefined : taken.get(place);
    if (other !== undefined) throw refuse(index, other);
    places.set(block, place);
    taken.set(place, index);
  }
  const onTable = [...places.values()].filter((place) => place === ON_TABLE).length;
  for (const [index, requirement] of all.entries()) {
    if (requirement.kind === 'below' && isCircularOrHeld(requirement.block, places)) throw refuse(index, null);
    if (requirement.kind === 'free_spot' && onTable >= SPOTS.length) throw refuse(index, null);
    let place: number | undefined;
    if (requirement.kind === 'hand_empty') place = IN_HAND;
    if (requirement.kind === 'clear') place = places.get(requirement.block) === IN_HAND ? IN_HAND : requirement.block;
    const other = place === undefined ? undefined : taken.get(place);
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
