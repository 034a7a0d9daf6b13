/**
 * Goals made quick: quantifiers are unrolled over a house once, then judged after every action.
 *
 * The share of a goal is the weighted mean of its conjuncts' shares. Within a conjunct `and` is the mean of its parts,
 * `or` and `exists` are as good as their best, `forall` is the share of instances that hold, `count` the share of the
 * number asked for; everything else holds or does not. So the share is 1 exactly when the goal holds.
 *
 * @module
 */
import type { GoalStatus } from '../env.ts';
import type { Condition, Domain, Goal, Term } from './goal.ts';
import type { HouseholdState } from './household_state.ts';

/** A goal that makes no sense in a house; `message` says why. */
export class GoalError extends Error {
  override readonly name = 'GoalError';
}

/** What has been, as far as `ever` and `then` ask for it; copied by `slice()`. */
export type GoalMemory = Uint8Array;

export type CompiledGoal = {
  /** A memory in which nothing has been. */
  begin(): GoalMemory;
  /** Takes note of a state and judges it. Call it once at the start, then once after every action carried out. */
  judge(state: HouseholdState, memory: GoalMemory): GoalStatus;
};

type Check = (state: HouseholdState, memory: GoalMemory) => boolean;
type Share = (state: HouseholdState, memory: GoalMemory) => number;
type Ground = { readonly holds: Check; readonly share: Share };
type Bindings = ReadonlyMap<string, number>;

type Compiler = {
  readonly initial: HouseholdState;
  /** Update memory, inner ones first. */
  readonly latches: ((state: HouseholdState, memory: GoalMemory) => void)[];
  slots: number;
  size: number;
  /** Inside `initially`, where nothing has been yet. */
  readonly isInitial: boolean;
};

const SIZE_MAX = 200_000; // ground conditions; the largest of Table I has about 100

/** Unrolls a goal over the house of `initial`, which is its state before the first action. Throws a GoalError. */
export function compileGoal(goal: Goal, initial: HouseholdState): CompiledGoal {
  const compiler: Compiler = { initial, latches: [], slots: 0, size: 0, isInitial: false };
  const conjuncts = goal.map(({ weight, that }) => ({ weight, ...ground(compiler, that, new Map()) }));
  const weights = conjuncts.reduce((sum, { weight }) => sum + weight, 0);
  return {
    begin: () => new Uint8Array(compiler.slots),
    judge(state, memory) {
      for (const latch of compiler.latches) latch(state, memory);
      let met = 0;
      let success = true;
      for (const { weight, holds, share } of conjuncts) {
        met += weight * share(state, memory);
        success &&= holds(state, memory);
      }
      return { success, share: met / weights };
    },
  };
}

function ground(compiler: Compiler, condition: Condition, bindings: Bindings): Ground {
  if (++compiler.size > SIZE_MAX) throw new GoalError(`the goal grows beyond ${SIZE_MAX} conditions in this house`);
  if ('and' in condition) return conjunction(condition.and.map((part) => ground(compiler, part, bindings)));
  if ('or' in condition) return disjunction(condition.or.map((part) => ground(compiler, part, bindings)));
  if ('not' in condition) {
    const { holds } = ground(compiler, condition.not, bindings);
    return whole((state, memory) => !holds(state, memory));
  }
  if ('forall' in condition) return universal(instances(compiler, condition.forall, { condition, bindings }));
  if ('exists' in condition) return disjunction(instances(compiler, condition.exists, { condition, bindings }));
  if ('count' in condition) {
    return counting(instances(compiler, condition.count, { condition, bindings }), condition.at_least);
  }
  if ('ever' in condition) return ever(compiler, ground(compiler, condition.ever, bindings));
  if ('then' in condition) {
    const [first, second] = condition.then;
    return then(compiler, ground(compiler, first, bindings), ground(compiler, second, bindings));
  }
  return whole(atom(compiler.initial, condition, bindings));
}

type Atom = Exclude<
  Condition,
  | { and: unknown }
  | { or: unknown }
  | { not: unknown }
  | { forall: unknown }
  | { exists: unknown }
  | { count: unknown }
  | { ever: unknown }
  | { then: unknown }
>;

function atom(initial: HouseholdState, condition: Atom, bindings: Bindings): Check {
  const node = (term: Term) => resolve(initial, term, bindings);
  if ('state' in condition) {
    const [x, name] = [node(condition.state[0]), condition.state[1]];
    return (state) => state.is(x, name);
  }
  if ('on' in condition) {
    const [x, y] = [node(condition.on[0]), node(condition.on[1])];
    return (state) => liesOn(state, x, y);
  }
  if ('inside' in condition) {
    const [x, y] = [node(condition.inside[0]), node(condition.inside[1])];
    return (state) => liesInside(state, x, y);
  }
  if ('rests_on' in condition) {
    const [x, y] = [node(condition.rests_on[0]), node(condition.rests_on[1])];
    return (state) => restsOn(state, x, y);
  }
  if ('in_room' in condition) {
    const [x, room] = [node(condition.in_room[0]), node(condition.in_room[1])];
    return (state) => state.roomOf(x) === room;
  }
  return unaryAtom(condition, node);
}

function unaryAtom(
  condition: Exclude<
    Atom,
    { state: unknown } | { on: unknown } | { inside: unknown } | { rests_on: unknown } | { in_room: unknown }
  >,
  node: (term: Term) => number,
): Check {
  if ('held' in condition) {
    const x = node(condition.held[0]);
    return (state) => state.isHeld(x);
  }
  if ('near' in condition) {
    const x = node(condition.near[0]);
    return (state) => state.isClose(x) && state.isVisible(x);
  }
  if ('visible' in condition) {
    const x = node(condition.visible[0]);
    return (state) => state.tables.seeable[x] === 1 && state.isVisible(x);
  }
  if ('graspable' in condition) {
    const x = node(condition.graspable[0]);
    return (state) => state.isGraspable(x);
  }
  if ('heated' in condition) {
    const x = node(condition.heated[0]);
    return (state) => state.isHeated(x);
  }
  const x = node(condition.toasted[0]);
  return (state) => state.isToasted(x);
}

/** On it, or on something that is on it. */
function liesOn(state: HouseholdState, x: number, y: number): boolean {
  for (let at = x; state.liesOn(at); at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return true;
  }
  return false;
}

/** In it, or on or in something that is in it. */
function liesInside(state: HouseholdState, x: number, y: number): boolean {
  for (let at = x; state.parentOf(at) >= 0; at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return !state.liesOn(at);
  }
  return false;
}

/** On it, or on or in something that is on it. */
function restsOn(state: HouseholdState, x: number, y: number): boolean {
  for (let at = x; state.parentOf(at) >= 0; at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return state.liesOn(at);
  }
  return false;
}

function resolve(initial: HouseholdState, term: Term, bindings: Bindings): number {
  if (term.startsWith('?')) {
    const bound = bindings.get(term);
    if (bound === undefined) throw new GoalError(`nothing binds the variable "${term}"`);
    return bound;
  }
  const named = initial.tables.house.indexOf.get(term);
  if (named === undefined) throw new GoalError(`the house has no "${term}"`);
  return named;
}

type Quantified = {
  readonly condition: { readonly of: Domain; readonly that: Condition };
  readonly bindings: Bindings;
};

/** The body of a quantifier, once for each thing of its domain. */
function instances(compiler: Compiler, variable: Term, { condition, bindings }: Quantified): Ground[] {
  return domain(compiler, variable, { of: condition.of, bindings }).map((node) =>
    ground(compiler, condition.that, new Map(bindings).set(variable, node)),
  );
}

/** What a quantifier ranges over. Only what can be seen counts; rooms only when their class is named. */
function domain(
  compiler: Compiler,
  variable: Term,
  { of, bindings }: { readonly of: Domain; readonly bindings: Bindings },
): number[] {
  const { initial } = compiler;
  const { house, seeable, rooms, size } = initial.tables;
  const nodes: number[] = [];
  for (let node = 0; node < size; node++) {
    const isCandidate = seeable[node] === 1 || (rooms[node] === 1 && of.class !== undefined);
    if (isCandidate && (of.class === undefined || house.nodes[node]?.className === of.class)) nodes.push(node);
  }
  if (of.class !== undefined && nodes.length === 0) throw new GoalError(`the house has no "${of.class}"`);
  const { property, initially } = of;
  return nodes.filter((node) => {
    if (property !== undefined && !initial.has(node, property)) return false;
    if (initially === undefined) return true;
    const start: Compiler = { initial, latches: [], slots: 0, size: compiler.size, isInitial: true };
    const { holds } = ground(start, initially, new Map(bindings).set(variable, node));
    compiler.size = start.size;
    return holds(initial, new Uint8Array(0));
  });
}

function whole(holds: Check): Ground {
  return { holds, share: (state, memory) => (holds(state, memory) ? 1 : 0) };
}

function conjunction(parts: readonly Ground[]): Ground {
  return {
    holds: (state, memory) => parts.every(({ holds }) => holds(state, memory)),
    share: (state, memory) => parts.reduce((sum, { share }) => sum + share(state, memory), 0) / parts.length,
  };
}

function disjunction(parts: readonly Ground[]): Ground {
  return {
    holds: (state, memory) => parts.some(({ holds }) => holds(state, memory)),
    share: (state, memory) => parts.reduce((best, { share }) => Math.max(best, share(state, memory)), 0),
  };
}

function universal(parts: readonly Ground[]): Ground {
  return {
    holds: (state, memory) => parts.every(({ holds }) => holds(state, memory)),
    share: (state, memory) => (parts.length === 0 ? 1 : met(parts, state, memory) / parts.length),
  };
}

function counting(parts: readonly Ground[], atLeast: number): Ground {
  return {
    holds: (state, memory) => met(parts, state, memory) >= atLeast,
    share: (state, memory) => Math.min(1, met(parts, state, memory) / atLeast),
  };
}

function met(parts: readonly Ground[], state: HouseholdState, memory: GoalMemory): number {
  return parts.reduce((sum, { holds }) => (holds(state, memory) ? sum + 1 : sum), 0);
}

/** It has held at some moment, the first included. */
function ever(compiler: Compiler, { holds }: Ground): Ground {
  if (compiler.isInitial) throw new GoalError('"ever" has no meaning inside "initially"');
  const been = compiler.slots++;
  compiler.latches.push((state, memory) => {
    if (holds(state, memory)) memory[been] = 1;
  });
  return whole((_, memory) => memory[been] === 1);
}

/** The first has held at some moment, the second at a later one. */
function then(compiler: Compiler, first: Ground, second: Ground): Ground {
  if (compiler.isInitial) throw new GoalError('"then" has no meaning inside "initially"');
  const begun = compiler.slots++;
  const done = compiler.slots++;
  compiler.latches.push((state, memory) => {
    if (memory[begun] === 1 && second.holds(state, memory)) memory[done] = 1;
    if (first.holds(state, memory)) memory[begun] = 1;
  });
  return whole((_, memory) => memory[done] === 1);
}
