import type { Action, GoalStatus, Model, Refusal } from '../env.ts';
import type { CompiledGoal, GoalMemory } from './goals/compile_goal.ts';
import type { Condition } from './goals/goal.ts';
import { conditionReader } from './goals/ground_goal.ts';
import { carryOut, type Rulebook, refusalOf } from './rules/rules.ts';
import { type SearchGuide, SearchGuides } from './search/search_guide.ts';
import type { HouseholdState } from './state/household_state.ts';

type Change = Readonly<{ object: string; condition: Condition }>;

function changesSince(before: HouseholdState, now: HouseholdState): Change[] {
  const { house, seeable, size } = now.tables;
  const changes: Change[] = [];
  for (let node = 0; node < size; node++) {
    if (seeable[node] === 0) continue;
    const object = house.names[node]!;
    const add = (condition: Condition) => changes.push({ object, condition });
    for (const state of REPORTED_STATES)
      if (now.is(node, state) && !before.is(node, state)) add({ state: [object, state] });
    if (now.isHeated(node) && !before.isHeated(node)) add({ heated: [object] });
    if (now.isToasted(node) && !before.isToasted(node)) add({ toasted: [object] });
    if (now.isHeld(node) && !before.isHeld(node)) add({ held: [object] });
    const parent = now.parentOf(node);
    if (parent < 0 || (parent === before.parentOf(node) && now.liesOn(node) === before.liesOn(node))) continue;
    const place: [string, string] = [object, house.names[parent]!];
    if (now.tables.rooms[parent] === 1) add({ in_room: place });
    else add(now.liesOn(node) ? { on: place } : { inside: place });
  }
  return changes;
}

const REPORTED_STATES = ['OPEN', 'CLOSED', 'ON', 'OFF'] as const;

type Setting = Readonly<{ initial: HouseholdState; goal: CompiledGoal; rulebook: Rulebook; looksAgain: boolean }>;

export type ModelWorld = ReturnType<typeof modelWorld>;

export function modelWorld(setting: Setting) {
  const guides = new SearchGuides(setting.goal.conjuncts, setting.rulebook);
  return { ...setting, readCondition: conditionReader(setting.initial), guides };
}

export type Situation = { readonly state: HouseholdState; readonly memory: GoalMemory; goal: GoalStatus };

export class HouseholdModel implements Model {
  readonly #world: ModelWorld;
  readonly #now: Situation;
  #guide: SearchGuide | null;

  constructor(world: ModelWorld, now: Situation, guide: SearchGuide | null = null) {
    this.#world = world;
    this.#now = now;
    this.#guide = guide;
  }

  clone(): HouseholdModel {
    const { state, memory, goal } = this.#now;
    return new HouseholdModel(this.#world, { state: state.clone(), memory: memory.slice(), goal }, this.#guide);
  }

  step(action: Action): Refusal | null {
    const { goal, rulebook, looksAgain } = this.#world;
    const { state, memory } = this.#now;
    const refusal = this.refusal(action);
    if (refusal !== null) return refusal;
    const nodes = action.args.map((name) => rulebook.indexOf.get(name) as number);
    if (this.#guide?.actions.covers(state, { verb: action.verb, nodes }) === false) this.#guide = null;
    carryOut(state, action, rulebook);
    if (looksAgain) state.look();
    this.#now.goal = goal.judge(state, memory);
    return null;
  }

  refusal(action: Action): Refusal | null {
    return refusalOf(this.#now.state, action, this.#world.rulebook);
  }

  goal(): GoalStatus {
    return this.#now.goal;
  }

  holds(condition: unknown): boolean {
    return this.#world.readCondition(condition)(this.#now.state);
  }

  changes(): readonly Change[] {
    return changesSince(this.#world.initial, this.#now.state);
  }

  actions(): readonly Action[] {
    const { state } = this.#now;
    const { names } = state.tables.house;
    return this.#currentGuide()
      .actions.list(state)
      .map(({ verb, nodes }) => ({ verb, args: nodes.map((node) => names[node]!) }));
  }

  key(): string {
    const { number, key } = this.#currentGuide();
    return `${number};${key.keyOf(this.#now.state, this.#now.memory)}`;
  }

  lowerBound(): number {
    return this.#now.goal.success ? 0 : Math.max(1, this.#currentGuide().bound.estimate(this.#now.state));
  }

  #currentGuide(): SearchGuide {
    this.#guide ??= this.#world.guides.from(this.#now.state);
    return this.#guide;
  }
}
