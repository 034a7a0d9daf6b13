import { GoalError } from '../../goal_error.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { Atom, Condition, Domain, Term } from './goal.ts';
import { atomCheck, type GroundAtom } from './goal_atoms.ts';
import type { NodeIndex } from './node_index.ts';

export type GroundCondition =
  | ({ readonly kind: 'atom' } & GroundAtom)
  | { readonly kind: 'not'; readonly part: GroundCondition }
  /** `forall` differs from `and`, and `exists` would from `or`, in its share only. */
  | { readonly kind: 'and' | 'or' | 'forall'; readonly parts: readonly GroundCondition[] }
  | { readonly kind: 'count'; readonly parts: readonly GroundCondition[]; readonly atLeast: number }
  | { readonly kind: 'ever'; readonly part: GroundCondition }
  | { readonly kind: 'then'; readonly parts: readonly [GroundCondition, GroundCondition] };

type Bindings = ReadonlyMap<string, number>;

export type GroundingContext = {
  readonly initial: HouseholdState;
  readonly nodes: NodeIndex;
  size: number;
  /** Inside `initially`, where there is no past. */
  readonly isInitial: boolean;
};

const SIZE_MAX = 200_000; // ground conditions; the largest of Table I has about 100

/** Throws a GoalError on a condition that makes no sense in the house or is too large. */
export function groundCondition(
  context: GroundingContext,
  condition: Condition,
  bindings: Bindings = new Map(),
): GroundCondition {
  if (++context.size > SIZE_MAX) throw new GoalError(`the goal grows beyond ${SIZE_MAX} conditions in this house`);
  const inner = (part: Condition) => groundCondition(context, part, bindings);
  if ('and' in condition) return { kind: 'and', parts: condition.and.map(inner) };
  if ('or' in condition) return { kind: 'or', parts: condition.or.map(inner) };
  if ('not' in condition) return { kind: 'not', part: inner(condition.not) };
  if ('forall' in condition) {
    return { kind: 'forall', parts: instances(context, condition.forall, { condition, bindings }) };
  }
  if ('exists' in condition) {
    return { kind: 'or', parts: instances(context, condition.exists, { condition, bindings }) };
  }
  if ('count' in condition) {
    const parts = instances(context, condition.count, { condition, bindings });
    return { kind: 'count', parts, atLeast: condition.at_least };
  }
  if ('ever' in condition) {
    if (context.isInitial) throw new GoalError('"ever" has no meaning inside "initially"');
    return { kind: 'ever', part: inner(condition.ever) };
  }
  if ('then' in condition) {
    if (context.isInitial) throw new GoalError('"then" has no meaning inside "initially"');
    return { kind: 'then', parts: [inner(condition.then[0]), inner(condition.then[1])] };
  }
  return { kind: 'atom', ...groundAtom(context.initial, condition, bindings) };
}

function groundAtom(initial: HouseholdState, condition: Atom, bindings: Bindings): GroundAtom {
  const node = (term: Term) => resolve(initial, term, bindings);
  if ('state' in condition) return { atom: 'state', x: node(condition.state[0]), state: condition.state[1] };
  const [[atom, [x, y]]] = Object.entries<readonly [Term, Term?]>(condition) as [[string, readonly [Term, Term?]]];
  return { atom, x: node(x), ...(y === undefined ? {} : { y: node(y) }) } as GroundAtom;
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

function instances(context: GroundingContext, variable: Term, { condition, bindings }: Quantified): GroundCondition[] {
  return domain(context, variable, { of: condition.of, bindings }).map((node) =>
    groundCondition(context, condition.that, new Map(bindings).set(variable, node)),
  );
}

/** Seen things only; rooms only when their class is named. */
function domain(
  context: GroundingContext,
  variable: Term,
  { of, bindings }: { readonly of: Domain; readonly bindings: Bindings },
): number[] {
  const { initial, nodes } = context;
  const { property, initially } = of;
  const classes = of.class === undefined ? [null] : [...new Set([of.class].flat())];
  for (const wanted of classes) {
    if (wanted !== null && nodes.nodes(wanted).length === 0) throw new GoalError(`the house has no "${wanted}"`);
  }
  const candidates = classes.flatMap((wanted) => nodes.nodes(wanted, property)).sort((a, b) => a - b);
  if (initially === undefined) return candidates;
  return candidates.filter((node) => {
    const start: GroundingContext = { initial, nodes, size: context.size, isInitial: true };
    const condition = groundCondition(start, initially, new Map(bindings).set(variable, node));
    context.size = start.size;
    return holdsNow(condition, initial);
  });
}

/** Throws on `ever` and `then`, which are about the past. */
export function holdsNow(condition: GroundCondition, state: HouseholdState): boolean {
  switch (condition.kind) {
    case 'atom':
      return atomCheck(condition)(state);
    case 'not':
      return !holdsNow(condition.part, state);
    case 'and':
    case 'forall':
      return condition.parts.every((part) => holdsNow(part, state));
    case 'or':
      return condition.parts.some((part) => holdsNow(part, state));
    case 'count':
      return condition.parts.filter((part) => holdsNow(part, state)).length >= condition.atLeast;
    default:
      throw new GoalError(`"${condition.kind}" is about the past, of which nothing is known here`);
  }
}

export function kindsIn(conditions: readonly GroundCondition[]): ReadonlySet<GroundCondition['kind']> {
  const kinds = new Set<GroundCondition['kind']>();
  for (const condition of conditions) {
    kinds.add(condition.kind);
    const parts = 'parts' in condition ? condition.parts : 'part' in condition ? [condition.part] : [];
    for (const kind of kindsIn(parts)) kinds.add(kind);
  }
  return kinds;
}
