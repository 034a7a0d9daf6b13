/** Which things may stand for each other: exchanging two of them everywhere leaves goal and rules as they are. */
import { type GroundCondition, kindsIn } from '../goals/ground_goal.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { Abilities } from './abilities.ts';
import { polarAtoms } from './polar_atoms.ts';

/** One entry a node: the same number for things that may stand for each other. */
export function interchangeable(
  state: HouseholdState,
  goal: readonly GroundCondition[],
  { can, among }: { readonly can: Abilities; readonly among: Uint8Array },
): Int32Array {
  const mentioned = mentionedIn(goal);
  const kinds = kindsIn(goal);
  const keepsMemory = kinds.has('ever') || kinds.has('then');
  const plain = goalText(goal, new Map());
  const classes = new Map<string, number[]>();
  const roles = Int32Array.from({ length: state.tables.size }, (_, node) => node);
  for (let node = 0; node < roles.length; node++) {
    if (among[node] === 0) continue;
    const isNamed = mentioned.has(node);
    if (isNamed && keepsMemory) continue;
    const likeness = `${likenessOf(state, can, node)} ${isNamed}`;
    const leaders = classes.get(likeness) ?? [];
    const leader = leaders.find((other) => !isNamed || goalText(goal, swap(node, other)) === plain);
    if (leader === undefined) classes.set(likeness, [...leaders, node]);
    else roles[node] = leader;
  }
  return roles;
}

function mentionedIn(goal: readonly GroundCondition[]): ReadonlySet<number> {
  return new Set(polarAtoms(goal).flatMap(({ ground }) => ('y' in ground ? [ground.x, ground.y] : [ground.x])));
}

/** What the rules ask of a thing that never changes, as text. */
function likenessOf({ tables }: HouseholdState, can: Abilities, node: number): string {
  const { properties, requiresClosed, heats, toasts, capacity, locked } = tables;
  const { pick, open, close, switchOn, switchOff, put, bear } = can;
  const facts = [properties, requiresClosed, heats, toasts, capacity, locked, pick, open, close, switchOn, switchOff];
  return [...facts, put.ON, put.IN, bear.ON, bear.IN].map((column) => column[node]).join();
}

function swap(a: number, b: number): ReadonlyMap<number, number> {
  return new Map([
    [a, b],
    [b, a],
  ]);
}

/** A goal as text that does not depend on the order of parts, with some nodes renamed. */
function goalText(goal: readonly GroundCondition[], renamed: ReadonlyMap<number, number>): string {
  return goal.map((conjunct) => conditionText(conjunct, renamed)).join('&');
}

function conditionText(condition: GroundCondition, renamed: ReadonlyMap<number, number>): string {
  switch (condition.kind) {
    case 'atom': {
      const x = renamed.get(condition.x) ?? condition.x;
      const rest =
        'y' in condition ? (renamed.get(condition.y) ?? condition.y) : 'state' in condition ? condition.state : '';
      return `${condition.atom} ${x} ${rest}`;
    }
    case 'not':
    case 'ever':
      return `${condition.kind}(${conditionText(condition.part, renamed)})`;
    case 'then':
      return `then(${condition.parts.map((part) => conditionText(part, renamed)).join()})`;
    default: {
      const atLeast = condition.kind === 'count' ? condition.atLeast : '';
      const parts = condition.parts.map((part) => conditionText(part, renamed)).sort();
      return `${condition.kind}${atLeast}(${parts.join()})`;
    }
  }
}
