/** A copy of a household to try things out in, and what a search for a plan needs to know of it. See README, "Model". */
import type { Action, GoalStatus, Model, Refusal } from '../env.ts';
import { changesSince } from './goals/changes.ts';
import type { CompiledGoal, GoalMemory } from './goals/compile_goal.ts';
import { ConditionReader } from './goals/read_condition.ts';
import { carryOut, type Rulebook, refusalOf } from './rules/rules.ts';
import { type SearchGuide, SearchGuides } from './search/search_guide.ts';
import type { HouseholdState } from './state/household_state.ts';

/** What all copies of one world share. */
export type ModelWorld = {
  /** The state before the first action. */
  readonly initial: HouseholdState;
  readonly goal: CompiledGoal;
  /** The rules without noise. */
  readonly rulebook: Rulebook;
  /** Whether the robot looks around after every action, as it does where it sees all the time and errs at times. */
  readonly looksAgain: boolean;
  readonly conditions: ConditionReader;
  readonly guides: SearchGuides;
};

export function modelWorld(world: Omit<ModelWorld, 'conditions' | 'guides'>): ModelWorld {
  const { initial, goal, rulebook } = world;
  return {
    ...world,
    conditions: new ConditionReader(initial),
    guides: new SearchGuides(goal.conjuncts, rulebook),
  };
}

/** A state with what has been, and how far that meets the goal. */
export type Situation = {
  readonly state: HouseholdState;
  readonly memory: GoalMemory;
  readonly goal: GoalStatus;
};

export class HouseholdModel implements Model {
  readonly #world: ModelWorld;
  readonly #state: HouseholdState;
  readonly #memory: GoalMemory;
  #goal: GoalStatus;
  /** Made when first asked for; null again after an action that it did not foresee. */
  #guide: SearchGuide | null;

  /** Takes state and memory as its own. */
  constructor(world: ModelWorld, { state, memory, goal }: Situation, guide: SearchGuide | null = null) {
    this.#world = world;
    this.#state = state;
    this.#memory = memory;
    this.#goal = goal;
    this.#guide = guide;
  }

  clone(): HouseholdModel {
    const situation = { state: this.#state.clone(), memory: this.#memory.slice(), goal: this.#goal };
    return new HouseholdModel(this.#world, situation, this.#guide);
  }

  step(action: Action): Refusal | null {
    const { goal, rulebook, looksAgain } = this.#world;
    const refusal = this.refusal(action);
    if (refusal !== null) return refusal;
    const nodes = action.args.map((name) => rulebook.indexOf.get(name) as number);
    if (this.#guide?.actions.covers(this.#state, { verb: action.verb, nodes }) === false) this.#guide = null;
    carryOut(this.#state, action, rulebook);
    if (looksAgain) this.#state.look();
    this.#goal = goal.judge(this.#state, this.#memory);
    return null;
  }

  refusal(action: Action): Refusal | null {
    return refusalOf(this.#state, action, this.#world.rulebook);
  }

  goal(): GoalStatus {
    return this.#goal;
  }

  holds(condition: unknown): boolean {
    return this.#world.conditions.read(condition)(this.#state);
  }

  changes(): readonly { readonly object: string; readonly condition: unknown }[] {
    return changesSince(this.#world.initial, this.#state);
  }

  actions(): readonly Action[] {
    const { names } = this.#state.tables.house;
    return this.#guided()
      .actions.list(this.#state)
      .map(({ verb, nodes }) => ({ verb, args: nodes.map((node) => names[node]!) }));
  }

  key(): string {
    const { number, key } = this.#guided();
    return `${number};${key.of(this.#state, this.#memory)}`;
  }

  lowerBound(): number {
    return this.#goal.success ? 0 : Math.max(1, this.#guided().bound.of(this.#state));
  }

  #guided(): SearchGuide {
    this.#guide ??= this.#world.guides.from(this.#state);
    return this.#guide;
  }
}
