import { z } from 'zod';
import type { Action, Env, EnvCallOptions, ResetResult, StepResult } from '../env.ts';
import { SimulatorError } from '../simulator_error.ts';
import { type Decide, decisionsAt } from '../tabletop/carry_out.ts';
import { compileGoal, judge } from '../tabletop/goals/compile_goal.ts';
import type { CompiledGoal, Goal } from '../tabletop/goals/goal.ts';
import type { TabletopObservation } from '../tabletop/observation.ts';
import { tabletopObservation } from '../tabletop/observer.ts';
import { isRefusal, readMove } from '../tabletop/rules.ts';
import type { Configuration } from '../tabletop/table/arm.ts';
import { type Arrangement, BlockNames, NO_BLOCK, sense, type TableState } from '../tabletop/table/arrangement.ts';
import type { Scene } from '../tabletop/table/table.ts';
import { newArm } from '../tabletop/tabletop_env.ts';
import { tabletopOptionsSchema } from '../tabletop/tabletop_options.ts';
import type { TabletopTask } from '../tabletop/tasks.ts';
import { tabletop } from '../tabletop/world.ts';
import type { LiveWorld, Simulator, SimulatorAddress } from '../world.ts';
import { tripleArgument } from './api/functions/api_function.ts';
import { ConnectionError, remoteApiConnection } from './connection.ts';
import { isPlacedAt, LiveTable, type SensedTable, type Table } from './live_table.ts';

export const coppeliasim: LiveWorld<Scene, TabletopTask> = {
  name: 'coppeliasim',
  of: tabletop.name,
  url: 'tcp://127.0.0.1:23000',
  connect: coppeliaSimulator,
  bind(scene, taskInFile, given) {
    const options = tabletopOptionsSchema.parse(given);
    if (options.motion === 'none') throw new SimulatorError('A simulator always moves its arm; omit option "motion"');
    if (options.physics !== 'none' || options.placementSdM !== 0) {
      throw new SimulatorError('A simulator has its own physics; omit options "physics" and "placementSdM"');
    }
    const { task } = tabletop.bind(scene, taskInFile, given);
    const names = new BlockNames(scene.blocks.map(({ name }) => name));
    const goal = compileGoal(task.goal as Goal, names.blocks);
    const arm = newArm(options);
    const decisions = decisionsAt({ names, arm, placementSdM: 0 });
    return {
      task,
      newEnv: (seed, simulator) =>
        new LiveTableEnv({ table: tableOf(simulator, scene), names, goal, decide: decisions(seed), home: arm.home }),
    };
  },
};

/** Without handles, so that a new simulator can continue a recording. */
type Message =
  | Readonly<{ layOut: Pick<Scene, 'name' | 'blocks'>; home: readonly number[] }>
  | { readonly look: true }
  | { readonly move: readonly (readonly number[])[] }
  | { readonly grip: boolean };

const vectors = z.array(tripleArgument.readonly()).readonly();
const sensedSchema = z.strictObject({ centres: vectors, held: z.int().nullable() });
const answerSchema = z.union([z.strictObject({ failed: z.string() }), sensedSchema, z.literal('done')]);

export function coppeliaSimulator(address: SimulatorAddress): Simulator {
  const connection = remoteApiConnection(address);
  let table: LiveTable | null = null;

  async function carryOut(message: Message, signal: AbortSignal | undefined): Promise<z.output<typeof answerSchema>> {
    if ('layOut' in message) {
      table = new LiveTable(connection, message.layOut);
      return table.layOut(message.home, signal);
    }
    if (table === null) throw new Error('The table is not laid out');
    if ('look' in message) return table.sense(signal);
    if ('move' in message) await table.move(message.move, signal);
    else await table.grip(message.grip, signal);
    return 'done';
  }

  return {
    async ask(message, signal) {
      try {
        return await carryOut(message as Message, signal);
      } catch (cause) {
        if (!(cause instanceof SimulatorError) || cause instanceof ConnectionError) throw cause;
        return { failed: cause.message };
      }
    },
    close: connection.close,
  };
}

export function tableOf(simulator: Simulator, { name, blocks }: Pick<Scene, 'name' | 'blocks'>): Table {
  async function ask(message: Message, signal: AbortSignal | undefined) {
    const answer = answerSchema.safeParse(await simulator.ask(message, signal));
    if (!answer.success) throw new SimulatorError('The recorded answer is not from a CoppeliaSim table');
    if (answer.data === 'done' || !('failed' in answer.data)) return answer.data;
    throw new SimulatorError(answer.data.failed);
  }
  async function look(message: Message, signal: AbortSignal | undefined) {
    const answer = await ask(message, signal);
    if (answer === 'done') throw new SimulatorError('The recorded answer does not describe a CoppeliaSim table');
    return answer;
  }
  const layOut = { name, blocks: blocks.map(({ name, centre }) => ({ name, centre })) };
  return {
    layOut: (home, signal) => look({ layOut, home }, signal),
    sense: (signal) => look({ look: true }, signal),
    move: async (path, signal) => void (await ask({ move: path }, signal)),
    grip: async (isClosed, signal) => void (await ask({ grip: isClosed }, signal)),
    close: () => simulator.close(),
  };
}

type LiveTableParts = Readonly<{
  table: Table;
  names: BlockNames;
  goal: CompiledGoal;
  decide: Decide;
  home: Configuration;
}>;

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
    this.#now = this.#assess(await table.layOut(home, signal), home, 0);
    return this.#report(this.#now);
  }

  async step(action: Action, { signal }: EnvCallOptions = {}): Promise<StepResult<TabletopObservation>> {
    signal?.throwIfAborted();
    const { names, decide } = this.#parts;
    const now = this.#started('step');
    const { state, arrangement, actionsDone } = now;
    const move = readMove(action, arrangement, names);
    if (isRefusal(move)) return { ok: false, ...this.#report(now), reason: move };
    const decided = decide(state, move, actionsDone);
    if (!decided.ok) return { ok: false, ...this.#report(now), reason: decided.reason };
    this.#now = null;
    await this.#carryOut(decided.motion?.path ?? [], move.verb === 'pick', signal);
    const reading = await this.#parts.table.sense(signal);
    const after = this.#assess(reading, decided.state.at, actionsDone + 1);
    const expected = sense(decided.state);
    const { block } = move;
    const isAsPlanned =
      after.arrangement.held === expected.held &&
      after.arrangement.below[block] === expected.below[block] &&
      (expected.held === block || isPlacedAt(after.state.centres[block]!, decided.state.centres[block]!));
    if (!isAsPlanned) {
      const place = names.placeName(expected.below[block]!);
      throw new SimulatorError(
        `The simulator did not ${move.verb} "${names.nameOf(block)}" as planned: it should be at ${place}, but is at ${names.placeName(after.arrangement.below[block]!)}`,
      );
    }
    this.#now = after;
    const { motion } = decided;
    return { ok: true, ...this.#report(after), ...(motion === undefined ? {} : { motion }) };
  }

  async observe({ signal }: EnvCallOptions = {}): Promise<TabletopObservation> {
    signal?.throwIfAborted();
    return this.#started('observe').observation;
  }

  close() {
    this.#now = null;
    this.#parts.table.close();
  }

  async #carryOut(path: readonly Configuration[], isPick: boolean, signal?: AbortSignal) {
    const { table } = this.#parts;
    const bottom = path.length - LIFT_PIECES;
    await table.move(path.slice(1, bottom), signal);
    await table.grip(isPick, signal);
    await table.move(path.slice(bottom), signal);
  }

  #assess({ centres, held }: SensedTable, at: Configuration, actionsDone: number): Situation {
    const { names } = this.#parts;
    const state: TableState = { centres, held: held ?? NO_BLOCK, fallen: centres.map(() => false), at };
    const arrangement = sense(state);
    return { state, arrangement, observation: tabletopObservation(names.blocks, arrangement), actionsDone };
  }

  #report({ observation, arrangement }: Situation): ResetResult<TabletopObservation> {
    return { observation, goal: judge(this.#parts.goal, arrangement) };
  }

  #started(method: string): Situation {
    if (this.#now === null) throw new Error(`Cannot ${method} at a table that has not been reset`);
    return this.#now;
  }
}
