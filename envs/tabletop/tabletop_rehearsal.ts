/**
 * A copy of the tabletop with its arm: what comes of an action is what would come of it in the world itself, at this moment and
 * with this seed. Physics is left aside.
 */
import type { Action, Rehearsal, RehearsedAction } from '../env.ts';
import type { Decide } from './decide_once.ts';
import { isRefusal, readMove } from './rules.ts';
import type { Arrangement } from './table/arrangement.ts';
import { sense } from './table/sensing.ts';
import type { TableState } from './table/table_state.ts';
import { type ModelWorld, TabletopModel } from './tabletop_model.ts';

/** What all moments of one rehearsal share. */
export type RehearsedWorld = {
  readonly model: ModelWorld;
  /** Shared with the world itself. */
  readonly decide: Decide;
};

export class TabletopRehearsal implements Rehearsal {
  readonly #world: RehearsedWorld;
  readonly #state: TableState;
  readonly #actionsDone: number;
  readonly #arrangement: Arrangement;

  constructor(world: RehearsedWorld, state: TableState, actionsDone: number) {
    this.#world = world;
    this.#state = state;
    this.#actionsDone = actionsDone;
    this.#arrangement = sense(state);
  }

  after(action: Action): RehearsedAction {
    const { model, decide } = this.#world;
    const move = readMove(action, this.#arrangement, model.names);
    if (isRefusal(move)) return { ok: false, reason: move };
    const result = decide(this.#state, move, this.#actionsDone);
    if (!result.ok) return result;
    return { ok: true, next: new TabletopRehearsal(this.#world, result.state, this.#actionsDone + 1) };
  }

  model(): TabletopModel {
    return new TabletopModel(this.#world.model, this.#arrangement);
  }

  actions(): readonly Action[] {
    return this.model().allowed();
  }

  /** Where every block and the arm are, and how many actions were carried out, on which chance depends. */
  key(): string {
    return JSON.stringify([this.#actionsDone, this.#state]);
  }
}
