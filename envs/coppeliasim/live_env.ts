/** The symbolic world decides, the simulator carries out; where they disagree, the episode fails. */
import type { Action, Env, EnvCallOptions, ResetResult, StepResult } from '../env.ts';
import { SimulatorError } from '../simulator_error.ts';
import type { Decide } from '../tabletop/carry_out.ts';
import { judge } from '../tabletop/goals/compile_goal.ts';
import type { CompiledGoal } from '../tabletop/goals/goal.ts';
import type { TabletopObservation } from '../tabletop/observation.ts';
import { tabletopObservation } from '../tabletop/observer.ts';
import { isRefusal, readMove } from '../tabletop/rules.ts';
import type { Configuration } from '../tabletop/table/arm.ts';
import { type Arrangement, NO_BLOCK, type TableState } from '../tabletop/table/arrangement.ts';
import type { BlockNames } from '../tabletop/table/block_names.ts';
import { sense } from '../tabletop/table/sensing.ts';
import { isPlacedAt, type SensedTable, type Table } from './live_table.ts';

export type LiveTableParts = Readonly<{
  table: Table;
  names: BlockNames;
  goal: CompiledGoal;
  decide: Decide;
  home: Configuration;
}>;

/** At the end of a motion. */
const LIFT_PIECES = 3;

type Situation = Readonly<{
  state: TableState;
  arrangement: Arrangement;
  observation: TabletopObservation;
  actionsDone: number;
}>;

export class LiveTableEnv implements Env<TabletopObservation> {
  readonly #parts: LiveTableParts;
  #now: Situation | null = null;

  constructor(parts: LiveTableParts) {
    this.#parts = parts;
  }

  async reset({ signal }: EnvCallOptions = {}): Promise<ResetResult<TabletopObservation>> {
    signal?.throwIfAborted();
    const { table, home } = this.#parts;
    this.#now = null;
    this.#now = this.#situation(await table.layOut(home, signal), home, 0);
    return this.#seen(this.#now);
  }

  async step(action: Action, { signal }: EnvCallOptions = {}): Promise<StepResult<TabletopObservation>> {
    signal?.throwIfAborted();
    const { names, decide } = this.#parts;
    const now = this.#started('step');
    const { state, arrangement, actionsDone } = now;
    const move = readMove(action, arrangement, names);
    if (isRefusal(move)) return { ok: false, ...this.#seen(now), reason: move };
    const decided = decide(state, move, actionsDone);
    if (!decided.ok) return { ok: false, ...this.#seen(now), reason: decided.reason };
    // After a failure from here on the simulator's state is unknown.
    this.#now = null;
    await this.#carryOut(decided.motion?.path ?? [], move.verb === 'pick', signal);
    const reading = await this.#parts.table.sense(signal);
    const after = this.#situation(reading, decided.state.at, actionsDone + 1);
    const expected = sense(decided.state);
    const { block } = move;
    const isAsPlanned =
      after.arrangement.held === expected.held &&
      after.arrangement.below[block] === expected.below[block] &&
      (expected.held === block || isPlacedAt(after.state.centres[block]!, decided.state.centres[block]!));
    if (!isAsPlanned) {
      const place = names.placeName(expected.below[block]!);
      throw new SimulatorError(
        `The simulator did not ${move.verb} "${names.nameOf(block)}" as planned: it should be at ${place}, and is at ${names.placeName(after.arrangement.below[block]!)}`,
      );
    }
    this.#now = after;
    const { motion } = decided;
    return { ok: true, ...this.#seen(after), ...(motion === undefined ? {} : { motion }) };
  }

  async observe({ signal }: EnvCallOptions = {}): Promise<TabletopObservation> {
    signal?.throwIfAborted();
    return this.#started('observe').observation;
  }

  close(): void {
    this.#now = null;
    this.#parts.table.close();
  }

  async #carryOut(path: readonly Configuration[], isPick: boolean, signal: AbortSignal | undefined): Promise<void> {
    const { table } = this.#parts;
    const bottom = path.length - LIFT_PIECES;
    await table.move(path.slice(1, bottom), signal);
    await table.grip(isPick, signal);
    await table.move(path.slice(bottom), signal);
  }

  #situation({ centres, held }: SensedTable, at: Configuration, actionsDone: number): Situation {
    const { names } = this.#parts;
    const state: TableState = { centres, held: held ?? NO_BLOCK, fallen: centres.map(() => false), at };
    const arrangement = sense(state);
    return { state, arrangement, observation: tabletopObservation(names.blocks, arrangement), actionsDone };
  }

  #seen({ observation, arrangement }: Situation): ResetResult<TabletopObservation> {
    return { observation, goal: judge(this.#parts.goal, arrangement) };
  }

  #started(method: string): Situation {
    if (this.#now === null) throw new Error(`Cannot ${method} at a table that has not been reset`);
    return this.#now;
  }
}
