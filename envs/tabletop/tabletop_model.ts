import type { Action, GoalStatus, Model, Refusal } from '../env.ts';
import { GoalError } from '../goal_error.ts';
import { judge } from './goals/compile_goal.ts';
import { isMet, readFact } from './goals/facts_goal.ts';
import type { CompiledGoal } from './goals/goal.ts';
import type { TabletopObservation } from './observation.ts';
import { tabletopObservation } from './observer.ts';
import { afterMove, isRefusal, readMove } from './rules.ts';
import {
  type Arrangement,
  type BlockNames,
  factSchema,
  hasFreeSpot,
  IN_HAND,
  NO_BLOCK,
  ON_TABLE,
  stacksOf,
} from './table/arrangement.ts';

export type ModelWorld = Readonly<{ names: BlockNames; goal: CompiledGoal; initial: Arrangement }>;

export class TabletopModel implements Model {
  readonly #world: ModelWorld;
  #arrangement: Arrangement;

  constructor(world: ModelWorld, arrangement: Arrangement) {
    this.#world = world;
    this.#arrangement = arrangement;
  }

  clone(): TabletopModel {
    return new TabletopModel(this.#world, this.#arrangement);
  }

  step(action: Action): Refusal | null {
    const move = readMove(action, this.#arrangement, this.#world.names);
    if (isRefusal(move)) return move;
    this.#arrangement = afterMove(this.#arrangement, move);
    return null;
  }

  refusal(action: Action): Refusal | null {
    const move = readMove(action, this.#arrangement, this.#world.names);
    return isRefusal(move) ? move : null;
  }

  goal(): GoalStatus {
    return judge(this.#world.goal, this.#arrangement);
  }

  /** Throws a GoalError. */
  holds(condition: unknown): boolean {
    const fact = factSchema.safeParse(condition);
    if (!fact.success) throw new GoalError(`a condition here is ${fact.error.issues[0]?.message}`);
    return isMet(readFact(fact.data, this.#world.names), this.#arrangement);
  }

  changes(): readonly Readonly<{ object: string; condition: unknown }>[] {
    const { names, initial } = this.#world;
    return names.blocks.flatMap((object, block) => {
      const place = this.#arrangement.below[block]!;
      if (place === initial.below[block]) return [];
      const surface = place === ON_TABLE ? 'table' : names.blocks[place];
      return [{ object, condition: place === IN_HAND ? ['in', 'hand', object] : ['on', surface, object] }];
    });
  }

  actions(): readonly Action[] {
    const { goal } = this.#world;
    const isFull = !hasFreeSpot(this.#arrangement);
    return this.allowed((surface) => isFull || goal.isPromising(this.#arrangement, surface));
  }

  allowed(isWanted: (surface: number) => boolean = () => true): readonly Action[] {
    const { names } = this.#world;
    const { held, below, above } = this.#arrangement;
    const clear = [...names.blocks.keys()].filter((block) => above[block] === NO_BLOCK && block !== held);
    const nameOf = (place: number) => (place === ON_TABLE ? 'table' : names.nameOf(place));
    if (held === NO_BLOCK) {
      return clear.map((block) => ({ verb: 'pick', args: [nameOf(block), nameOf(below[block]!)] }));
    }
    const surfaces = clear.filter(isWanted);
    if (hasFreeSpot(this.#arrangement)) surfaces.push(ON_TABLE);
    return surfaces.map((surface) => ({ verb: 'place', args: [nameOf(held), nameOf(surface)] }));
  }

  key(): string {
    const { kinds } = this.#world.goal;
    const letter = (block: number) => String.fromCharCode(65 + kinds[block]!);
    const stacks = stacksOf(this.#arrangement).map((stack) => stack.map(letter).join(''));
    const { held } = this.#arrangement;
    return `${held === NO_BLOCK ? '' : letter(held)}|${stacks.sort().join(' ')}`;
  }

  observe(): TabletopObservation {
    return tabletopObservation(this.#world.names.blocks, this.#arrangement);
  }

  lowerBound(): number {
    const { goal } = this.#world;
    return judge(goal, this.#arrangement).success ? 0 : goal.lowerBound(this.#arrangement);
  }
}
