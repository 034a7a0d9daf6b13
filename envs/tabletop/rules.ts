/** OLP, Figure 5, with room for several blocks on the table. */
import type { Action, Refusal } from '../env.ts';
import { quoted } from '../quoted.ts';
import {
  type Arrangement,
  afterPick,
  afterPlace,
  type BlockNames,
  hasFreeSpot,
  NO_BLOCK,
  ON_TABLE,
} from './table/arrangement.ts';

/** `surface` is a block or `ON_TABLE`. */
export type Move = Readonly<{ verb: 'pick' | 'place'; block: number; surface: number }>;

type Situation = Move & { arrangement: Arrangement; names: BlockNames };

type Problem = { problem: string; obstacle?: string | undefined };

const PRECONDITIONS = {
  hand_empty({ arrangement: { held }, names }) {
    if (held === NO_BLOCK) return null;
    const obstacle = names.nameOf(held);
    return { problem: `the hand holds ${quoted(obstacle)}`, obstacle };
  },
  on_surface({ arrangement: { below }, block, surface, names }) {
    const support = below[block]!;
    if (support === surface) return null;
    return {
      problem: `${quoted(names.nameOf(block))} is not on ${names.placeName(surface)} but on ${names.placeName(support)}`,
    };
  },
  clear: (situation) => nothingOn(situation.block, situation),
  not_itself: ({ block, surface }) => (block === surface ? { problem: 'a block cannot be put on itself' } : null),
  holding({ arrangement: { held }, block, names }) {
    if (held === block) return null;
    const inHand = held === NO_BLOCK ? 'nothing' : quoted(names.nameOf(held));
    const problem = `the hand holds ${inHand}, not ${quoted(names.nameOf(block))}`;
    return { problem, obstacle: held === NO_BLOCK ? undefined : names.nameOf(held) };
  },
  surface_clear: (situation) => (situation.surface === ON_TABLE ? null : nothingOn(situation.surface, situation)),
  free_spot({ arrangement, surface }) {
    if (surface !== ON_TABLE || hasFreeSpot(arrangement)) return null;
    return { problem: 'no spot of the table is free', obstacle: 'table' };
  },
} satisfies Record<string, (situation: Situation) => Problem | null>;

function nothingOn(below: number, { arrangement, names }: Pick<Situation, 'arrangement' | 'names'>): Problem | null {
  const on = arrangement.above[below]!;
  if (on === NO_BLOCK) return null;
  const obstacle = names.nameOf(on);
  return { problem: `${quoted(obstacle)} is on ${names.placeName(below)}`, obstacle };
}

const RULES: Readonly<Record<Move['verb'], readonly (keyof typeof PRECONDITIONS)[]>> = {
  pick: ['hand_empty', 'on_surface', 'clear'],
  place: ['not_itself', 'holding', 'surface_clear', 'free_spot'],
};

const ARITY = 2;

export function readMove(action: Action, arrangement: Arrangement, names: BlockNames): Move | Refusal {
  const { verb, args } = action;
  if (verb !== 'pick' && verb !== 'place') {
    return refused('unknown_verb', `Cannot ${quoted(verb)}: no such action; known: pick, place`);
  }
  if (args.length !== ARITY) {
    const message = `Cannot ${verb}: expected ${ARITY} arguments, a block and a surface, found ${args.length}`;
    return refused('wrong_arity', message);
  }
  const [first, second] = args.map((name) => names.find(name));
  const unknown = args.find((name) => names.find(name) === undefined);
  if (unknown !== undefined) {
    const known = names.blocks.map((name) => quoted(name)).join(', ');
    return refused('unknown_object', `Cannot ${verb}: there is no ${quoted(unknown)}; known: "table", ${known}`);
  }
  const sentence = `Cannot ${verb} ${args.map((arg) => quoted(arg)).join(', ')}`;
  if (typeof first !== 'number' || first === ON_TABLE) {
    return refused('not_a_block', `${sentence}: ${quoted(args[0]!)} is not a block`);
  }
  if (typeof second !== 'number') {
    return refused('not_a_block', `${sentence}: ${quoted(args[1]!)} is neither a block nor the table`);
  }
  const move: Move = { verb, block: first, surface: second };
  for (const name of RULES[verb]) {
    const failed: Problem | null = PRECONDITIONS[name]({ ...move, arrangement, names });
    if (failed !== null) return refused(name, `${sentence}: ${failed.problem}`, failed.obstacle);
  }
  return move;
}

export function afterMove(arrangement: Arrangement, { verb, block, surface }: Move): Arrangement {
  return verb === 'pick' ? afterPick(arrangement, block) : afterPlace(arrangement, surface);
}

export function isRefusal(read: Move | Refusal): read is Refusal {
  return 'precondition' in read;
}

function refused(precondition: string, message: string, obstacle?: string): Refusal {
  return { precondition, message, level: 'symbolic', ...(obstacle === undefined ? {} : { obstacle }) };
}
