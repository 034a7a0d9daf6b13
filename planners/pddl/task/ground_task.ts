/** Fact `f` of a state is bit `f % 32` of its word `f / 32`. */

export type GroundTask = ReturnType<typeof groundTask>;

/** Row `i` is `items[start[i]]` up to but not including `items[start[i + 1]]`. */
export type Rows = Readonly<{ start: Int32Array; items: Int32Array }>;

export type TaskLists = Readonly<{
  /** Such as `(on a b)`, or `(not (on a b))` for a complementary fact. */
  facts: readonly string[];
  operators: readonly OperatorLists[];
  initial: readonly number[];
  goal: readonly number[];
}>;

export type OperatorLists = Readonly<{
  name: string;
  /** Whole, at least 0; 1 if the problem has no metric. */
  cost: number;
  preconditions: readonly number[];
  effects: readonly EffectLists[];
}>;

export type EffectLists = Readonly<{
  conditions: readonly number[];
  adds: readonly number[];
  deletes: readonly number[];
}>;

/** Above every estimate and plan cost. */
export const INFINITE_COST = 2 ** 30;

export function groundTask({ facts, operators, initial, goal }: TaskLists) {
  const wordsPerState = Math.max(1, Math.ceil(facts.length / 32));
  const effects = operators.flatMap((operator) => operator.effects);
  return {
    facts,
    names: operators.map(({ name }) => name),
    costs: Float64Array.from(operators, ({ cost }) => cost),
    wordsPerState,
    ...packEnds({ wordsPerState }, initial, goal),
    preconditions: packRows(operators.map(({ preconditions }) => preconditions)),
    watchers: packRows(watchersOf(operators, facts.length)),
    /** Operator → effects, as in `Rows.start`. */
    effectStart: packRows(operators.map((operator) => operator.effects.map(() => 0))).start,
    conditions: packRows(effects.map(({ conditions }) => conditions)),
    adds: packRows(effects.map(({ adds }) => adds)),
    deletes: packRows(effects.map(({ deletes }) => deletes)),
  };
}

export function packEnds(
  { wordsPerState }: Readonly<{ wordsPerState: number }>,
  initial: readonly number[],
  goal: readonly number[],
) {
  const state = new Int32Array(wordsPerState);
  for (const fact of initial) state[fact >> 5] = state[fact >> 5]! | (1 << (fact & 31));
  return { initial: state, goal: Int32Array.from(goal) };
}

/** Fact → operators whose rarest precondition it is; the last row: no preconditions. */
function watchersOf(operators: readonly OperatorLists[], factCount: number): number[][] {
  const uses = new Int32Array(factCount);
  for (const { preconditions } of operators) for (const fact of preconditions) uses[fact]!++;
  const watchers: number[][] = Array.from({ length: factCount + 1 }, () => []);
  for (const [number, { preconditions }] of operators.entries()) {
    let rarest = factCount;
    for (const fact of preconditions) if (rarest === factCount || uses[fact]! < uses[rarest]!) rarest = fact;
    watchers[rarest]?.push(number);
  }
  return watchers;
}

export function packRows(lists: readonly (readonly number[])[]): Rows {
  const start = new Int32Array(lists.length + 1);
  for (const [row, { length }] of lists.entries()) start[row + 1] = start[row]! + length;
  return { start, items: new Int32Array(lists.flat()) };
}

export function transposeRows({ start, items }: Rows, count: number): Rows {
  const transposedStart = new Int32Array(count + 1);
  for (const item of items) transposedStart[item + 1]!++;
  for (let i = 0; i < count; i++) transposedStart[i + 1] = transposedStart[i + 1]! + transposedStart[i]!;
  const nextFree = transposedStart.slice();
  const rows = new Int32Array(items.length);
  for (let row = 0; row + 1 < start.length; row++)
    for (let i = start[row]!; i < start[row + 1]!; i++) rows[nextFree[items[i]!]!++] = row;
  return { start: transposedStart, items: rows };
}
