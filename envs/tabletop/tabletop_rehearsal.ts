/**
 * A copy of the tabletop with its arm: what comes of an action is what would come of it in the world itself, at this moment and
 * with this seed. Physics is left aside.
 *
 * @module
 */
import type { Action, Rehearsal, RehearsedAction } from '../env.ts';
import type { Arrangement } from './arrangement.ts';
import { carryOut, type Workbench } from './carry_out.ts';
import { isRefusal, readMove } from './rules.ts';
import { sense } from './sensing.ts';
import type { TableState } from './table_state.ts';
import { type ModelWorld, TabletopModel } from './tabletop_model.ts';

/** What all moments of one rehearsal share. */
export type RehearsedWorld = {
  readonly bench: Workbench;
  readonly model: ModelWorld;
  readonly seed: number;
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
    const { bench, seed } = this.#world;
    const move = readMove(action, this.#arrangement, bench.names);
    if (isRefusal(move)) return { ok: false, reason: move };
    const moment = { seed, actionsDone: this.#actionsDone };
    const result = carryOut(this.#state, move, { ...bench, moment });
    if (!result.ok) return result;
    return { ok: true, next: new TabletopRehearsal(this.#world, result.state, this.#actionsDone + 1) };
  }

  model(): TabletopModel {
    return new TabletopModel(this.#world.model, this.#arrangement);
  }

  key(): string {
    return this.#arrangement.below.join(' ');
  }
}
