import { z } from 'zod';
import { quoted } from '../quoted.ts';
import { SimulatorError, unusable } from '../simulator_error.ts';
import type { Configuration } from '../tabletop/table/arm.ts';
import { BLOCK_SIZE, type Scene, type Vector } from '../tabletop/table/table.ts';
import { tripleArgument } from './api/functions/api_function.ts';
import { SIM_CONSTANTS as SIM } from './api/functions/constants.ts';
import type { RemoteApiConnection } from './connection.ts';

export type SensedTable = Readonly<{ centres: readonly Vector[]; held: number | null }>;

const JOINTS = 7;
const BLOCK_ALIAS = /_block_\d+$/;
const SHAPES_MAX = 10_000;
const STOP_POLLS_MAX = 600;
const GRID_M = 0.0005;
const PLACED_MAX_M = 0.01;
const REST_MAX_M = 0.001;
const READINGS_MAX = 100;
const READING_S = 0.1;
const ARRIVED_MAX_RAD = 1e-3;

/** Franka's, in rad/s, rad/s², rad/s³. Without them, the arm jumps. */
const LIMITS = {
  maxVel: [2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61],
  maxAccel: [15, 7.5, 10, 12.5, 15, 20, 20],
  maxJerk: [7500, 3750, 5000, 6250, 7500, 10_000, 10_000],
} as const;

type Handles = Readonly<{ joints: readonly number[]; attachPoint: number; blocks: readonly number[] }>;

export type Table = Pick<LiveTable, keyof LiveTable>;

export class LiveTable {
  readonly #connection: RemoteApiConnection;
  readonly #scene: Pick<Scene, 'name' | 'blocks'>;
  #handles: Handles | null = null;
  #echoes = 0;

  constructor(connection: RemoteApiConnection, scene: Pick<Scene, 'name' | 'blocks'>) {
    this.#connection = connection;
    this.#scene = scene;
  }

  async layOut(home: Configuration, signal?: AbortSignal): Promise<SensedTable> {
    const call = this.#caller(signal);
    await call('zmqRemoteApi.require', anything, 'sim');
    await this.#stop(signal);
    const find = async (path: string, index = 0) => {
      const [handle] = await call('sim.getObject', handleFirst, path, { index, noError: true });
      if (handle === -1) {
        const which = index === 0 ? '' : ` number ${index + 1}`;
        throw this.#unplayable(
          `the simulator's scene has no object "${path}"${which}; load a scene with Panda, joint, attachPoint and worksurface`,
        );
      }
      return handle;
    };
    await find('/worksurface');
    const joints: number[] = [];
    for (let joint = 0; joint < JOINTS; joint++) joints.push(await find('/Panda/joint', joint));
    const attachPoint = await find('/attachPoint');
    const blocks = await this.#layBlocks(signal);
    await call('sim.startSimulation', anything);
    await call('sim.setInt32Signal', anything, 'close_gripper', 0);
    for (const [joint, angle] of home.entries()) await call('sim.setJointPosition', anything, joints[joint]!, angle);
    this.#handles = { joints, attachPoint, blocks };
    const reading = await this.sense(signal);
    for (const [block, { name, centre }] of this.#scene.blocks.entries()) {
      if (reading.held !== block && isPlacedAt(reading.centres[block]!, centre)) continue;
      const place = reading.held === block ? 'in the hand' : `at ${format(reading.centres[block]!)}`;
      throw this.#unplayable(`${quoted(name)} should be at ${format(centre)}, but is ${place}`);
    }
    return reading;
  }

  /** Two readings must agree; the echo proves that the answers belong to these calls. */
  async sense(signal?: AbortSignal): Promise<SensedTable> {
    const call = this.#caller(signal);
    let before = await this.#read(signal);
    for (let reading = 1; reading < READINGS_MAX; reading++) {
      await call('sim.wait', anything, READING_S);
      const now = await this.#read(signal);
      if (!isSame(before, now)) {
        before = now;
        continue;
      }
      const [echo] = await call('sim.buildPose', poseFirst, [++this.#echoes, 0, 0], [0, 0, 0]);
      if (echo[0] === this.#echoes) return now;
      this.#connection.close();
      throw unusable(this.#connection.name, 'its answers belong to other calls');
    }
    throw unusable(this.#connection.name, `its blocks do not come to rest within ${READINGS_MAX * READING_S} s`);
  }

  async #read(signal: AbortSignal | undefined): Promise<SensedTable> {
    const { blocks, attachPoint } = this.#laidOut();
    const call = this.#caller(signal);
    const centres: Vector[] = [];
    let held: number | null = null;
    for (const [block, handle] of blocks.entries()) {
      const [at] = await call('sim.getObjectPosition', z.tuple([tripleArgument]), handle, SIM.handle_world);
      centres.push([roundToGrid(at[0]), roundToGrid(at[1]), roundToGrid(at[2])]);
      const [parent] = await call('sim.getObjectParent', handleFirst, handle);
      if (parent === attachPoint) held = block;
    }
    return { centres, held };
  }

  async move(path: readonly Configuration[], signal?: AbortSignal): Promise<void> {
    const { joints } = this.#laidOut();
    for (const targetPos of path) {
      const motion = { joints, targetPos, ...LIMITS };
      const [{ pos }] = await this.#caller(signal)('sim.moveToConfig', motionFirst, motion);
      if (targetPos.every((angle, joint) => Math.abs(angle - (pos[joint] ?? NaN)) <= ARRIVED_MAX_RAD)) continue;
      this.#connection.close();
      throw unusable(this.#connection.name, `the arm should be at ${format(targetPos)}, but is at ${format(pos)}`);
    }
  }

  async grip(isClosed: boolean, signal?: AbortSignal): Promise<void> {
    await this.#caller(signal)('sim.setInt32Signal', anything, 'close_gripper', isClosed ? 1 : 0);
  }

  close() {
    this.#handles = null;
    this.#connection.close();
  }

  async #stop(signal: AbortSignal | undefined) {
    const call = this.#caller(signal);
    await call('sim.stopSimulation', anything);
    for (let poll = 0; poll < STOP_POLLS_MAX; poll++) {
      const [state] = await call('sim.getSimulationState', handleFirst);
      if (state === SIM.simulation_stopped) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw unusable(this.#connection.name, 'its simulation does not stop');
  }

  #unplayable(problem: string): SimulatorError {
    return new SimulatorError(`Cannot play scene ${quoted(this.#scene.name)} in ${this.#connection.name}: ${problem}`);
  }

  async #layBlocks(signal: AbortSignal | undefined): Promise<readonly number[]> {
    const call = this.#caller(signal);
    const shapes = new Map<string, number>();
    for (let index = 0; index < SHAPES_MAX; index++) {
      const [handle] = await call('sim.getObjects', handleFirst, index, SIM.sceneobject_shape);
      if (handle === -1) break;
      const [alias] = await call('sim.getObjectAlias', z.tuple([z.string()]), handle);
      if (BLOCK_ALIAS.test(alias) || this.#scene.blocks.some(({ name }) => name === alias)) shapes.set(alias, handle);
    }
    const handles: number[] = [];
    const size = [BLOCK_SIZE, BLOCK_SIZE, BLOCK_SIZE];
    for (const { name, centre } of this.#scene.blocks) {
      let handle = shapes.get(name);
      if (handle === undefined) {
        [handle] = await call('sim.createPrimitiveShape', handleFirst, SIM.primitiveshape_cuboid, size, 0);
        await call('sim.setObjectAlias', anything, handle, name);
      }
      shapes.delete(name);
      await call('sim.setObjectPose', anything, handle, [...centre, 0, 0, 0, 1], SIM.handle_world);
      handles.push(handle);
    }
    if (shapes.size > 0) await call('sim.removeObjects', anything, [...shapes.values()]);
    return handles;
  }

  #laidOut(): Handles {
    if (this.#handles === null) throw new Error('The table is not laid out');
    return this.#handles;
  }

  #caller(signal: AbortSignal | undefined) {
    return async <T extends z.ZodType>(func: string, schema: T, ...args: unknown[]): Promise<z.output<T>> => {
      const answer = await this.#connection.call(func, args, signal);
      const result = schema.safeParse(answer);
      if (result.success) return result.data;
      this.#connection.close();
      throw unusable(this.#connection.name, `${func} returned ${JSON.stringify(answer).slice(0, 200)}`);
    };
  }
}

const anything = z.array(z.unknown());
const poseFirst = z.tuple([z.array(z.number()).length(7)]).rest(z.unknown());
const motionFirst = z.tuple([z.looseObject({ pos: z.array(z.number()) })]).rest(z.unknown());
const handleFirst = z.tuple([z.int()]).rest(z.unknown());

export function isPlacedAt(centre: Vector, target: Vector): boolean {
  return isNear(centre, target, PLACED_MAX_M);
}

function isSame(a: SensedTable, b: SensedTable) {
  return a.held === b.held && a.centres.every((centre, block) => isNear(centre, b.centres[block]!, REST_MAX_M));
}

function isNear(a: Vector, b: Vector, distance: number) {
  return a.every((length, axis) => Math.abs(length - b[axis]!) <= distance);
}

function format(numbers: readonly number[]) {
  return `(${numbers.map((number) => Number(number.toFixed(4))).join(', ')})`;
}

function roundToGrid(length: number) {
  return Math.round(length / GRID_M) / (1 / GRID_M) + 0; // JSON writes -0 as 0
}
