import { GoalError } from '../../goal_error.ts';
import { memoize } from '../../memoize.ts';
import { excerpt } from '../../quoted.ts';
import type { Property, State } from '../scene/class_table.ts';
import type { HouseholdState } from '../state/household_state.ts';
import {
  type Atom,
  type BinaryAtom,
  type Condition,
  conditionSchema,
  type Quantified,
  type Term,
  type UnaryAtom,
  variableOf,
} from './goal.ts';

export type GroundAtom =
  | Readonly<{ atom: 'state'; x: number; state: State }>
  | Readonly<{ atom: BinaryAtom; x: number; y: number }>
  | Readonly<{ atom: UnaryAtom; x: number }>;

export function atomCheck(ground: GroundAtom): (state: HouseholdState) => boolean {
  const { x } = ground;
  if (ground.atom === 'state') return (state) => state.is(x, ground.state);
  if (!('y' in ground)) {
    const check = UNARY[ground.atom];
    return (state) => check(state, x);
  }
  const check = BINARY[ground.atom];
  return (state) => check(state, x, ground.y);
}

const BINARY: Readonly<Record<BinaryAtom, (state: HouseholdState, x: number, y: number) => boolean>> = {
  on: liesOn,
  inside: (state, x, y) => relationTo(state, x, y) === 'IN',
  rests_on: (state, x, y) => relationTo(state, x, y) === 'ON',
  in_room: (state, x, y) => state.roomOf(x) === y,
};

const UNARY: Readonly<Record<UnaryAtom, (state: HouseholdState, x: number) => boolean>> = {
  held: (state, x) => state.isHeld(x),
  near: (state, x) => state.isClose(x) && state.isVisible(x),
  visible: (state, x) => state.tables.seeable[x] === 1 && state.isVisible(x),
  graspable: (state, x) => state.isGraspable(x),
  heated: (state, x) => state.isHeated(x),
  toasted: (state, x) => state.isToasted(x),
};

function liesOn(state: HouseholdState, x: number, y: number): boolean {
  for (let node = x; state.liesOn(node); node = state.parentOf(node)) {
    if (state.parentOf(node) === y) return true;
  }
  return false;
}

function relationTo(state: HouseholdState, x: number, y: number): 'ON' | 'IN' | null {
  for (let node = x; state.parentOf(node) >= 0; node = state.parentOf(node)) {
    if (state.parentOf(node) === y) return state.liesOn(node) ? 'ON' : 'IN';
  }
  return null;
}

const CONDITIONS_MAX = 10_000;

/** The reader throws a GoalError, also on `ever` and `then`, which need a memory. */
export function conditionReader(initial: HouseholdState) {
  const nodes = nodeLists(initial);
  const cache = new Map<string, GroundCondition>();
  return (condition: unknown): ((state: HouseholdState) => boolean) => {
    const text = JSON.stringify(condition) ?? String(condition);
    const compute = () => readGround({ initial, nodes, size: 0, isInInitially: false }, condition, text);
    const ground = memoize(cache, text, compute, CONDITIONS_MAX);
    return (state) => holdsNow(ground, state);
  };
}

function readGround(context: GroundingContext, condition: unknown, text: string): GroundCondition {
  const problem = (reason: string, options?: ErrorOptions) =>
    new GoalError(`Cannot read condition ${excerpt(text, 200)}: ${reason}`, options);
  const parsed = conditionSchema.safeParse(condition);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: expected ${message}`);
    throw problem(reasons.join('; ').replace(/^: /, ''));
  }
  let ground: GroundCondition;
  try {
    ground = groundCondition(context, parsed.data);
  } catch (cause) {
    if (!(cause instanceof GoalError)) throw cause;
    throw problem(cause.message, { cause });
  }
  const past = PAST.find((kind) => kindsIn([ground]).has(kind));
  if (past !== undefined) throw problem(`"${past}" is about the past, and a model has no memory`);
  return ground;
}

export function nodeLists(initial: HouseholdState) {
  const { house, seeable, rooms } = initial.tables;
  const things = [...seeable.keys()].filter((node) => seeable[node] === 1);
  const all = [...seeable.keys()].filter((node) => seeable[node] === 1 || rooms[node] === 1);
  const byClass = Map.groupBy(all, (node) => house.nodes[node]!.className);
  const byProperty = new Map<string, readonly number[]>();
  return (className: string | null, property?: Property): readonly number[] => {
    const nodes = className === null ? things : (byClass.get(className) ?? []);
    if (property === undefined) return nodes;
    const compute = () => nodes.filter((node) => initial.has(node, property));
    return memoize(byProperty, `${property} ${className ?? ''}`, compute);
  };
}

export type GroundCondition =
  | ({ readonly kind: 'atom' } & GroundAtom)
  | Readonly<{ kind: 'not' | 'ever'; part: GroundCondition }>
  | Readonly<{ kind: 'and' | 'or' | 'forall'; parts: readonly GroundCondition[] }>
  | Readonly<{ kind: 'count'; parts: readonly GroundCondition[]; atLeast: number }>
  | Readonly<{ kind: 'then'; parts: readonly [GroundCondition, GroundCondition] }>;

type Bindings = ReadonlyMap<string, number>;

export type GroundingContext = {
  readonly initial: HouseholdState;
  readonly nodes: ReturnType<typeof nodeLists>;
  size: number;
  readonly isInInitially: boolean;
};

const PAST = ['ever', 'then'] as const;
const SIZE_MAX = 200_000; // ground conditions; Table I's largest goal has about 100

/** Throws a GoalError. */
export function groundCondition(
  context: GroundingContext,
  condition: Condition,
  bindings: Bindings = new Map(),
): GroundCondition {
  if (++context.size > SIZE_MAX) throw new GoalError(`the goal has more than ${SIZE_MAX} conditions in this house`);
  const inner = (part: Condition) => groundCondition(context, part, bindings);
  if ('and' in condition) return { kind: 'and', parts: condition.and.map(inner) };
  if ('or' in condition) return { kind: 'or', parts: condition.or.map(inner) };
  if ('not' in condition) return { kind: 'not', part: inner(condition.not) };
  if ('of' in condition) {
    const parts = nodesInDomain(context, condition, bindings).map((node) =>
      groundCondition(context, condition.that, new Map(bindings).set(variableOf(condition), node)),
    );
    if ('count' in condition) return { kind: 'count', parts, atLeast: condition.at_least };
    return { kind: 'forall' in condition ? 'forall' : 'or', parts };
  }
  const past = PAST.find((word) => word in condition);
  if (past !== undefined && context.isInInitially) throw new GoalError(`"${past}" has no meaning inside "initially"`);
  if ('ever' in condition) return { kind: 'ever', part: inner(condition.ever) };
  if ('then' in condition) return { kind: 'then', parts: [inner(condition.then[0]), inner(condition.then[1])] };
  return { kind: 'atom', ...groundAtom(context.initial, condition, bindings) };
}

function groundAtom(initial: HouseholdState, condition: Atom, bindings: Bindings): GroundAtom {
  const node = (term: Term) => resolve(initial, term, bindings);
  if ('state' in condition) return { atom: 'state', x: node(condition.state[0]), state: condition.state[1] };
  const [[atom, [x, y]]] = Object.entries(condition) as [[string, readonly [Term, Term?]]];
  return { atom, x: node(x), ...(y === undefined ? {} : { y: node(y) }) } as GroundAtom;
}

function resolve(initial: HouseholdState, term: Term, bindings: Bindings): number {
  if (term.startsWith('?')) {
    const node = bindings.get(term);
    if (node === undefined) throw new GoalError(`the variable "${term}" is unbound`);
    return node;
  }
  const node = initial.tables.house.indexOf.get(term);
  if (node === undefined) throw new GoalError(`the house has no "${term}"`);
  return node;
}

function nodesInDomain(context: GroundingContext, condition: Quantified, bindings: Bindings): number[] {
  const { initial, nodes } = context;
  const { class: className = null, property, initially } = condition.of;
  const classes = [...new Set([className].flat())];
  const unknown = classes.find((name) => nodes(name).length === 0);
  if (typeof unknown === 'string') throw new GoalError(`the house has no "${unknown}"`);
  const candidates = classes.flatMap((name) => nodes(name, property)).sort((a, b) => a - b);
  if (initially === undefined) return candidates;
  return candidates.filter((node) => {
    const start: GroundingContext = { initial, nodes, size: context.size, isInInitially: true };
    const ground = groundCondition(start, initially, new Map(bindings).set(variableOf(condition), node));
    context.size = start.size;
    return holdsNow(ground, initial);
  });
}

function holdsNow(condition: GroundCondition, state: HouseholdState): boolean {
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
      throw new Error(`Cannot judge "${condition.kind}" without a memory`);
  }
}

export function kindsIn(conditions: readonly GroundCondition[]): ReadonlySet<GroundCondition['kind']> {
  return new Set(conditions.flatMap((condition) => [condition.kind, ...kindsIn(partsOf(condition))]));
}

export function partsOf(condition: GroundCondition): readonly GroundCondition[] {
  if ('parts' in condition) return condition.parts;
  return 'part' in condition ? [condition.part] : [];
}
