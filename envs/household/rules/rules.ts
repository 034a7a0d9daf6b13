/**
 * Profile `paper` follows LLM-State (section III-A, the appendix and Fig. 4) where it speaks and
 * README, "Decisions", where it is silent. `virtualhome/virtualhome_rules.ts` follows VirtualHome's simulator.
 */
import type { Action, Refusal } from '../../env.ts';
import { quoted } from '../../quoted.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { type PaperRule, PRECONDITIONS, type Precondition } from './preconditions.ts';

const ROWS: readonly PaperRule[] = [
  {
    verb: 'move',
    arity: 1,
    preconditions: first('seen', 'visible'),
    effect: (state, thing) => state.moveTo(thing),
  },
  {
    verb: 'pickup',
    arity: 1,
    preconditions: first('seen', 'grabbable', 'not_held', 'visible', 'close_to_robot', 'free_hand', 'graspable'),
    effect: (state, thing) => state.pickUp(thing),
  },
  {
    verb: 'placein',
    arity: 2,
    preconditions: [
      ...first('seen', 'held'),
      ...second('seen', 'container', 'not_held', 'visible', 'close_to_robot', 'not_closed', 'has_space'),
    ],
    effect: (state, thing, target) => state.place(thing, 'IN', target),
  },
  {
    verb: 'placeon',
    arity: 2,
    preconditions: [...first('seen', 'held'), ...second('seen', 'surface', 'not_held', 'visible', 'close_to_robot')],
    effect: (state, thing, target) => state.place(thing, 'ON', target),
  },
  {
    verb: 'open',
    arity: 1,
    preconditions: first(
      'seen',
      'can_open',
      'visible',
      'close_to_robot',
      'free_hand',
      'is_closed',
      'not_running',
      'not_locked',
    ),
    effect: (state, thing) => state.become(thing, 'OPEN', 'CLOSED'),
  },
  {
    verb: 'close',
    arity: 1,
    preconditions: first('seen', 'can_open', 'visible', 'close_to_robot', 'is_open'),
    effect: (state, thing) => state.become(thing, 'CLOSED', 'OPEN'),
  },
  {
    verb: 'switchon',
    arity: 1,
    preconditions: first('seen', 'has_switch', 'visible', 'close_to_robot', 'free_hand', 'is_off', 'door_closed'),
    effect: (state, thing) => state.become(thing, 'ON', 'OFF'),
  },
  {
    verb: 'switchoff',
    arity: 1,
    preconditions: first('seen', 'has_switch', 'visible', 'close_to_robot', 'free_hand', 'is_on'),
    effect: (state, thing) => state.become(thing, 'OFF', 'ON'),
  },
  { verb: 'wait', arity: 0, preconditions: [], effect: () => {} },
];

export const PAPER_RULES: ReadonlyMap<string, PaperRule> = new Map(ROWS.map((rule) => [rule.verb, rule]));

type Name = keyof typeof PRECONDITIONS;

function first(...names: readonly Name[]): Precondition[] {
  return names.map((name) => ({ argument: 0, condition: PRECONDITIONS[name] }));
}

function second(...names: readonly Name[]): Precondition[] {
  return names.map((name) => ({ argument: 1, condition: PRECONDITIONS[name] }));
}

export type Rulebook = {
  readonly rules: ReadonlyMap<string, PaperRule>;
  readonly indexOf: ReadonlyMap<string, number>;
};

/** Verb and arguments are untrusted. A refused action changes nothing. */
export function carryOut(state: HouseholdState, action: Action, rulebook: Rulebook): Refusal | null {
  const refusal = refusalOf(state, action, rulebook);
  if (refusal !== null) return refusal;
  const [first, second] = action.args.map((name) => rulebook.indexOf.get(name) as number);
  rulebook.rules.get(action.verb)?.effect(state, first as number, second as number);
  return null;
}

/** Null where the action would be carried out. */
export function refusalOf(state: HouseholdState, action: Action, { rules, indexOf }: Rulebook): Refusal | null {
  const { verb, args } = action;
  const rule = rules.get(verb);
  if (rule === undefined) {
    const known = [...rules.keys()].join(', ');
    return { precondition: 'unknown_verb', message: `Cannot ${quoted(verb)}: no such action; known: ${known}` };
  }
  if (args.length !== rule.arity) {
    const message = `Cannot ${verb}: it takes ${rule.arity} arguments, given ${args.length}`;
    return { precondition: 'wrong_arity', message };
  }
  for (const name of args) {
    if (!indexOf.has(name)) {
      return { precondition: 'unknown_object', message: `Cannot ${verb}: the house has no ${quoted(name)}` };
    }
  }
  const nodes = args.map((name) => indexOf.get(name) as number);
  for (const { argument, condition } of rule.preconditions) {
    if (!condition.holds(state, nodes[argument]!)) {
      const problem = condition.problem(quoted(args[argument]!));
      return {
        precondition: condition.name,
        message: `Cannot ${verb} ${args.map((arg) => quoted(arg)).join(', ')}: ${problem}`,
      };
    }
  }
  return null;
}
