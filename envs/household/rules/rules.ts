/** Follows LLM-State (section III-A, appendix, Fig. 4) and README, "Decisions". */
import type { Action, Refusal } from '../../env.ts';
import { quoted } from '../../quoted.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { argumentsOf, type PaperRule, type PaperRules, PRECONDITIONS, type Precondition } from './preconditions.ts';

const { first, second } = argumentsOf(PRECONDITIONS);

const RULES: readonly PaperRule[] = [
  rule('move', first('seen', 'visible'), (state, thing) => state.moveTo(thing)),
  rule(
    'pickup',
    first('seen', 'grabbable', 'not_held', 'visible', 'close_to_robot', 'free_hand', 'graspable'),
    (state, thing) => state.pickUp(thing),
  ),
  rule(
    'placein',
    [
      ...first('seen', 'held'),
      ...second('seen', 'container', 'not_held', 'visible', 'close_to_robot', 'not_closed', 'has_space'),
    ],
    (state, thing, target) => state.place(thing, 'IN', target),
  ),
  rule(
    'placeon',
    [...first('seen', 'held'), ...second('seen', 'surface', 'not_held', 'visible', 'close_to_robot')],
    (state, thing, target) => state.place(thing, 'ON', target),
  ),
  rule(
    'open',
    first('seen', 'can_open', 'visible', 'close_to_robot', 'free_hand', 'is_closed', 'not_running', 'not_locked'),
    (state, thing) => state.become(thing, 'OPEN', 'CLOSED'),
  ),
  rule('close', first('seen', 'can_open', 'visible', 'close_to_robot', 'is_open'), (state, thing) =>
    state.become(thing, 'CLOSED', 'OPEN'),
  ),
  rule(
    'switchon',
    first('seen', 'has_switch', 'visible', 'close_to_robot', 'free_hand', 'is_off', 'door_closed'),
    (state, thing) => state.become(thing, 'ON', 'OFF'),
  ),
  rule('switchoff', first('seen', 'has_switch', 'visible', 'close_to_robot', 'free_hand', 'is_on'), (state, thing) =>
    state.become(thing, 'OFF', 'ON'),
  ),
  rule('wait', [], () => {}),
];

export const PAPER_RULES: PaperRules = new Map(RULES.map((rule) => [rule.verb, rule]));

function rule(verb: string, preconditions: readonly Precondition[], effect: PaperRule['effect']): PaperRule {
  const arity = Math.max(0, ...preconditions.map(({ argument }) => argument + 1)) as PaperRule['arity'];
  return { verb, arity, preconditions, effect };
}

export type Rulebook = Readonly<{ rules: PaperRules; indexOf: ReadonlyMap<string, number> }>;

export function carryOut(state: HouseholdState, action: Action, rulebook: Rulebook): Refusal | null {
  const refusal = refusalOf(state, action, rulebook);
  if (refusal !== null) return refusal;
  const [first, second] = action.args.map((name) => rulebook.indexOf.get(name) as number);
  rulebook.rules.get(action.verb)?.effect(state, first as number, second as number);
  return null;
}

export function refusalOf(state: HouseholdState, action: Action, { rules, indexOf }: Rulebook): Refusal | null {
  const { verb, args } = action;
  const rule = rules.get(verb);
  if (rule === undefined) {
    const known = [...rules.keys()].join(', ');
    return { precondition: 'unknown_verb', message: `Cannot ${quoted(verb)}: unknown action; known: ${known}` };
  }
  if (args.length !== rule.arity) {
    const message = `Cannot ${verb}: the number of arguments is ${args.length}, not ${rule.arity}`;
    return { precondition: 'wrong_arity', message };
  }
  const unknown = args.find((name) => !indexOf.has(name));
  if (unknown !== undefined) {
    return { precondition: 'unknown_object', message: `Cannot ${verb}: the house has no ${quoted(unknown)}` };
  }
  const nodes = args.map((name) => indexOf.get(name) as number);
  for (const { argument, condition } of rule.preconditions) {
    if (condition.holds(state, nodes[argument]!)) continue;
    const names = args.map((name) => quoted(name));
    const message = `Cannot ${verb} ${names.join(', ')}: ${condition.problem(names[argument]!)}`;
    return { precondition: condition.name, message };
  }
  return null;
}
