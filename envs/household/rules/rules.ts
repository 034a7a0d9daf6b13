/**
 * The rules of the household: one table of verbs, each with its preconditions in order and its effect.
 *
 * This profile, `paper`, follows LLM-State (section III-A, the appendix and Fig. 4) where it speaks and README, "Decisions",
 * where it is silent. A refusal names the first precondition that fails, and nothing changes. The other profile follows
 * VirtualHome's own simulator to the letter, over a graph of edges: `virtualhome/virtualhome_rules.ts`.
 *
 * @module
 */
import type { Action, Refusal } from '../../env.ts';
import { quoted } from '../../quoted.ts';
import {
  canOpen,
  closeToRobot,
  container,
  doorClosed,
  freeHand,
  grabbable,
  graspable,
  hasSpace,
  hasSwitch,
  held,
  isClosed,
  isOff,
  isOn,
  isOpen,
  notClosed,
  notHeld,
  notLocked,
  notRunning,
  seen,
  surface,
  visible,
} from './preconditions.ts';
import type { PaperRule, Precondition } from './rule.ts';
import type { PaperState } from './rule_state.ts';

const ROWS: readonly PaperRule[] = [
  {
    verb: 'move',
    arity: 1,
    preconditions: first(seen, visible),
    effect: (state, thing) => state.moveTo(thing),
  },
  {
    verb: 'pickup',
    arity: 1,
    preconditions: first(seen, grabbable, notHeld, visible, closeToRobot, freeHand, graspable),
    effect: (state, thing) => state.pickUp(thing),
  },
  {
    verb: 'placein',
    arity: 2,
    preconditions: [
      ...first(seen, held),
      ...second(seen, container, notHeld, visible, closeToRobot, notClosed, hasSpace),
    ],
    effect: (state, thing, target) => state.place(thing, 'IN', target),
  },
  {
    verb: 'placeon',
    arity: 2,
    preconditions: [...first(seen, held), ...second(seen, surface, notHeld, visible, closeToRobot)],
    effect: (state, thing, target) => state.place(thing, 'ON', target),
  },
  {
    verb: 'open',
    arity: 1,
    preconditions: first(seen, canOpen, visible, closeToRobot, freeHand, isClosed, notRunning, notLocked),
    effect: (state, thing) => state.become(thing, 'OPEN', 'CLOSED'),
  },
  {
    verb: 'close',
    arity: 1,
    preconditions: first(seen, canOpen, visible, closeToRobot, isOpen),
    effect: (state, thing) => state.become(thing, 'CLOSED', 'OPEN'),
  },
  {
    verb: 'switchon',
    arity: 1,
    preconditions: first(seen, hasSwitch, visible, closeToRobot, freeHand, isOff, doorClosed),
    effect: (state, thing) => state.become(thing, 'ON', 'OFF'),
  },
  {
    verb: 'switchoff',
    arity: 1,
    preconditions: first(seen, hasSwitch, visible, closeToRobot, freeHand, isOn),
    effect: (state, thing) => state.become(thing, 'OFF', 'ON'),
  },
  { verb: 'wait', arity: 0, preconditions: [], effect: () => {} },
];

/** The rules of profile `paper` by verb. */
export const PAPER_RULES: ReadonlyMap<string, PaperRule> = new Map(ROWS.map((rule) => [rule.verb, rule]));

function first(...conditions: readonly Precondition['condition'][]): Precondition[] {
  return conditions.map((condition) => ({ argument: 0, condition }));
}

function second(...conditions: readonly Precondition['condition'][]): Precondition[] {
  return conditions.map((condition) => ({ argument: 1, condition }));
}

/** The rules in force, and the nodes by name. */
export type Rulebook = {
  readonly rules: ReadonlyMap<string, PaperRule>;
  readonly indexOf: ReadonlyMap<string, number>;
};

/**
 * Carries out an action of profile `paper` on a state, or says why not and changes nothing.
 *
 * Verb and arguments come from outside and may be anything; `indexOf` gives the nodes by name.
 */
export function carryOut(state: PaperState, action: Action, rulebook: Rulebook): Refusal | null {
  const refusal = refusalOf(state, action, rulebook);
  if (refusal !== null) return refusal;
  const [first, second] = action.args.map((name) => rulebook.indexOf.get(name) as number);
  rulebook.rules.get(action.verb)?.effect(state, first as number, second as number);
  return null;
}

/** Why an action would be refused; null where it would be carried out. */
export function refusalOf(state: PaperState, action: Action, { rules, indexOf }: Rulebook): Refusal | null {
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
