/** OLP's Figure 5, with room for several blocks on the table. A refusal names the first failed precondition. */
import type { Action, Refusal } from '../env.ts';
import { quoted } from '../quoted.ts';
import { type Arrangement, afterPick, afterPlace, hasFreeSpot, NO_BLOCK, ON_TABLE } from './table/arrangement.ts';
import type { BlockNames } from './table/block_names.ts';

/** `surface` is a block or `ON_TABLE`. */
export type Move = { readonly verb: 'pick' | 'place'; readonly block: number; readonly surface: number };

type Situation = Move & { readonly arrangement: Arrangement; readonly names: BlockNames };

type Problem = { readonly problem: string; readonly obstacle?: string | undefined };

type Precondition = { readonly name: string; failsBy(situation: Situation): Problem | null };

const handEmpty: Precondition = {
  name: 'hand_empty',
  failsBy({ arrangement: { held }, names }) {
    if (held === NO_BLOCK) return null;
    const obstacle = names.nameOf(held);
    return { problem: `the hand holds ${quoted(obstacle)}`, obstacle };
  },
};

const onSurface: Precondition = {
  name: 'on_surface',
  failsBy({ arrangement: { below }, block, surface, names }) {
    const support = below[block]!;
    if (support === surface) return null;
    return { problem: `${quoted(names.nameOf(block))} is not on ${names.said(surface)} but on ${names.said(support)}` };
  },
};

function nothingOn(argument: 'block' | 'surface', name: string): Precondition {
  return {
    name,
    failsBy(situation) {
      const { arrangement, names } = situation;
      const below = situation[argument];
      const on = below === ON_TABLE ? NO_BLOCK : arrangement.above[below]!;
      if (on === NO_BLOCK) return null;
      const obstacle = names.nameOf(on);
      return { problem: `${quoted(obstacle)} is on ${names.said(below)}`, obstacle };
    },
  };
}

const notItself: Precondition = {
  name: 'not_itself',
  failsBy: ({ block, surface }) => (block === surface ? { problem: 'a block cannot be put on itself' } : null),
};

const holding: Precondition = {
  name: 'holding',
  failsBy({ arrangement: { held }, block, names }) {
    if (held === block) return null;
    const inHand = held === NO_BLOCK ? 'nothing' : quoted(names.nameOf(held));
    const problem = `the hand holds ${inHand}, not ${quoted(names.nameOf(block))}`;
    return { problem, obstacle: held === NO_BLOCK ? undefined : names.nameOf(held) };
  },
};

const freeSpot: Precondition = {
  name: 'free_spot',
  failsBy({ arrangement, surface }) {
    if (surface !== ON_TABLE || hasFreeSpot(arrangement)) return null;
    return { problem: 'no spot of the table is free', obstacle: 'table' };
  },
};

const RULES: ReadonlyMap<string, { readonly verb: Move['verb']; readonly preconditions: readonly Precondition[] }> =
  new Map([
    ['pick', { verb: 'pick', preconditions: [handEmpty, onSurface, nothingOn('block', 'clear')] }],
    ['place', { verb: 'place', preconditions: [notItself, holding, nothingOn('surface', 'surface_clear'), freeSpot] }],
  ]);

const ARITY = 2;

export function readMove(action: Action, arrangement: Arrangement, names: BlockNames): Move | Refusal {
  const { verb, args } = action;
  const rule = RULES.get(verb);
  if (rule === undefined) {
    const known = [...RULES.keys()].join(', ');
    return refused('unknown_verb', `Cannot ${quoted(verb)}: no such action; known: ${known}`);
  }
  if (args.length !== ARITY) {
    return refused(
      'wrong_arity',
      `Cannot ${verb}: it takes ${ARITY} arguments, a block and a surface, given ${args.length}`,
    );
  }
  const [first, second] = args.map((name) => names.find(name));
  const unknown = args.find((name) => names.find(name) === undefined);
  if (unknown !== undefined) {
    const known = names.blocks.map((name) => quoted(name)).join(', ');
    const message = `Cannot ${verb}: there is no ${quoted(unknown)}; known: "table", ${known}`;
    return refused('unknown_object', message);
  }
  const sentence = `Cannot ${verb} ${args.map((arg) => quoted(arg)).join(', ')}`;
  if (typeof first !== 'number' || first === ON_TABLE) {
    return refused('not_a_block', `${sentence}: ${quoted(args[0]!)} is not a block`);
  }
  if (typeof second !== 'number') {
    return refused('not_a_block', `${sentence}: ${quoted(args[1]!)} is neither a block nor the table`);
  }
  const move: Move = { verb: rule.verb, block: first, surface: second };
  for (const { name, failsBy } of rule.preconditions) {
    const failed = failsBy({ ...move, arrangement, names });
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
