import { GoalError } from '../../goal_error.ts';
import { excerpt } from '../../quoted.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { conditionSchema } from './goal.ts';
import { type GroundCondition, groundCondition, holdsNow, kindsIn } from './ground_goal.ts';
import { NodeIndex } from './node_index.ts';

/** The cache empties beyond this. */
const KEPT_MAX = 10_000;

export class ConditionReader {
  readonly #initial: HouseholdState;
  readonly #nodes: NodeIndex;
  readonly #known = new Map<string, GroundCondition>();

  /** `initial` is the state before the first action, for `initially`. */
  constructor(initial: HouseholdState) {
    this.#initial = initial;
    this.#nodes = new NodeIndex(initial);
  }

  /** Throws a GoalError on an invalid condition, an unknown name, or `ever` and `then`, which need a memory. */
  read(condition: unknown): (state: HouseholdState) => boolean {
    const text = JSON.stringify(condition) ?? String(condition);
    const ground = this.#known.get(text) ?? this.#ground(condition, text);
    return (state) => holdsNow(ground, state);
  }

  #ground(condition: unknown, text: string): GroundCondition {
    const problem = (reason: string, options?: ErrorOptions) => {
      return new GoalError(`Cannot read condition ${excerpt(text, 200)}: ${reason}`, options);
    };
    const parsed = conditionSchema.safeParse(condition);
    if (!parsed.success) {
      const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: expected ${message}`);
      throw problem(reasons.join('; ').replace(/^: /, ''));
    }
    let ground: GroundCondition;
    try {
      ground = groundCondition({ initial: this.#initial, nodes: this.#nodes, size: 0, isInitial: false }, parsed.data);
    } catch (cause) {
      if (!(cause instanceof GoalError)) throw cause;
      throw problem(cause.message, { cause });
    }
    const kinds = kindsIn([ground]);
    const past = (['ever', 'then'] as const).find((kind) => kinds.has(kind));
    if (past !== undefined) throw problem(`"${past}" asks about the past, of which a model keeps no memory`);
    if (this.#known.size >= KEPT_MAX) this.#known.clear();
    this.#known.set(text, ground);
    return ground;
  }
}
