import { z } from 'zod';
import { SimulatorError } from '../simulator_error.ts';
import { decisionsAt } from '../tabletop/carry_out.ts';
import { compileGoal } from '../tabletop/goals/compile_goal.ts';
import type { Goal } from '../tabletop/goals/goal.ts';
import { BlockNames } from '../tabletop/table/block_names.ts';
import type { Scene } from '../tabletop/table/table.ts';
import { newArm } from '../tabletop/tabletop_env.ts';
import { tabletopOptionsSchema } from '../tabletop/tabletop_options.ts';
import type { TabletopTask } from '../tabletop/tasks.ts';
import { tabletop } from '../tabletop/world.ts';
import type { LiveWorld, Simulator, SimulatorAddress } from '../world.ts';
import { ConnectionError, remoteApiConnection } from './connection.ts';
import { LiveTableEnv } from './live_env.ts';
import { LiveTable, type Table } from './live_table.ts';

export const coppeliasim: LiveWorld<Scene, TabletopTask> = {
  name: 'coppeliasim',
  of: tabletop.name,
  url: 'tcp://127.0.0.1:23000',
  connect: coppeliaSimulator,
  bind(scene, taskInFile, given) {
    const options = tabletopOptionsSchema.parse(given);
    if (options.motion === 'none') throw new SimulatorError('A simulator moves its arm. Leave option "motion" out');
    if (options.physics !== 'none' || options.placementSdM !== 0) {
      throw new SimulatorError('A simulator has physics of its own. Leave options "physics" and "placementSdM" out');
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

/** Without handles, so that an interrupted episode can go on. */
type Message =
  | Readonly<{ layOut: Pick<Scene, 'name' | 'blocks'>; home: readonly number[] }>
  | { readonly look: true }
  | { readonly move: readonly (readonly number[])[] }
  | { readonly grip: boolean };

const vectorSchema = z.tuple([z.number(), z.number(), z.number()]).readonly();
const sensedSchema = z.strictObject({ centres: z.array(vectorSchema).readonly(), held: z.int().nullable() });
const answerSchema = z.union([z.strictObject({ failed: z.string() }), sensedSchema, z.literal('done')]);

export function coppeliaSimulator(address: SimulatorAddress): Simulator {
  const connection = remoteApiConnection(address);
  let table: LiveTable | null = null;

  async function carryOut(message: Message, signal: AbortSignal | undefined): Promise<z.output<typeof answerSchema>> {
    if ('layOut' in message) {
      table = new LiveTable(connection, message.layOut);
      return table.layOut(message.home, signal);
    }
    if (table === null) throw new Error('Cannot use a table that has not been laid out');
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
    if (!answer.success) throw new SimulatorError('The recorded answer is not one of a CoppeliaSim table');
    if (answer.data === 'done' || !('failed' in answer.data)) return answer.data;
    throw new SimulatorError(answer.data.failed);
  }
  async function look(message: Message, signal: AbortSignal | undefined) {
    const answer = await ask(message, signal);
    if (answer === 'done') throw new SimulatorError('The recorded answer is not one of a look at a CoppeliaSim table');
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
