import type { RemoteModule } from './independent_client.ts';

export const SIDE = 0.05;
const LIMITS = { maxVel: [2, 2, 2, 2, 2, 2, 2], maxAccel: Array(7).fill(10), maxJerk: Array(7).fill(1000) };
const LINE = { maxVel: [0.5, 0.5, 0.5, 2], maxAccel: Array(4).fill(2), maxJerk: Array(4).fill(20) };
export const COLOURS = ['100', '010', '001', '110', '011'].map((digits) => [...digits].map(Number));

export type Vector = [number, number, number];

export class RobotCell {
  readonly sim: RemoteModule;
  readonly ik: RemoteModule;
  readonly ompl: RemoteModule;
  readonly joints: number[] = [];
  judgedConfigs = 0;
  judgedStates = 0;
  motions = 0;

  constructor(modules: readonly RemoteModule[]) {
    [this.sim, this.ik, this.ompl] = modules as [RemoteModule, RemoteModule, RemoteModule];
  }

  async handle(path: string, options = {}): Promise<number> {
    return this.sim.call<number>('getObject', path, options);
  }

  async block(name: string, at: Vector, colour: readonly number[]): Promise<number> {
    const { sim } = this;
    const cuboid = sim.constant('primitiveshape_cuboid');
    const block = await sim.call<number>('createPrimitiveShape', cuboid, [SIDE, SIDE, SIDE], 0);
    await sim.call('setObjectAlias', block, name);
    await sim.call('setObjectPosition', block, at, sim.constant('handle_world'));
    await sim.call('setShapeColor', block, null, sim.constant('colorcomponent_ambient_diffuse'), colour);
    const options = [[SIDE, SIDE], [1, 1], [0, 0, 0], 1, [64, 64]];
    const [plane, texture] = await sim.call<[number, number]>('createTexture', '', 0, ...options);
    await sim.call('setShapeTexture', block, texture, sim.constant('texturemap_cube'), 0, [SIDE, SIDE]);
    await sim.call('removeObjects', [plane]);
    await sim.call('setObjectInt32Param', block, sim.constant('shapeintparam_static'), 1);
    await sim.call('setObjectInt32Param', block, sim.constant('shapeintparam_respondable'), 1);
    await sim.call('setShapeMass', block, 0.1);
    await sim.call('setObjectSpecialProperty', block, sim.constant('objectspecialproperty_collidable'));
    return block;
  }

  /** By a callback that looks for collisions. */
  async above(at: Vector): Promise<number[]> {
    const { sim, ik, joints } = this;
    const [robot, tip, target] = [await this.handle('/Panda'), await this.handle('/tip'), await this.handle('/target')];
    await sim.call('setObjectPose', target, [...at, 1, 0, 0, 0]);
    const environment = await ik.call<number>('createEnvironment');
    const group = await ik.call<number>('createGroup', environment);
    const element = [robot, tip, target, ik.constant('constraint_pose')];
    type Added = [number, Record<string, number>];
    const [, toIk] = await ik.call<Added>('addElementFromScene', environment, group, ...element);
    await ik.call('syncFromSim', environment, [group]);
    const isFree = async (q: number[], [own, table]: [number[], number]) => {
      this.judgedConfigs++;
      const before = await Promise.all(own.map((joint) => sim.call<number>('getJointPosition', joint)));
      for (const [index, joint] of own.entries()) await sim.call('setJointPosition', joint, q[index]);
      const [hits] = await sim.call<[number, number[]]>('checkCollision', robot, table);
      for (const [index, joint] of own.entries()) await sim.call('setJointPosition', joint, before[index]);
      return hits === 0;
    };
    const auxData = [joints, await this.handle('/worksurface')];
    const own = joints.map((joint) => toIk[joint]!);
    const search = { maxDist: 0.3, cb: isFree, auxData };
    const found = await ik.call<number[][]>('findConfigs', environment, group, own, search);
    await ik.call('eraseEnvironment', environment);
    return found[0]!;
  }

  async driveTo(goal: number[], judge?: (state: number[]) => boolean): Promise<void> {
    const { sim, ompl, joints } = this;
    const task = await ompl.call<number>('createTask', 'drive');
    await ompl.call('setAlgorithm', task, ompl.constant('Algorithm', 'RRTConnect'));
    const spaces: number[] = [];
    for (const [index, joint] of joints.entries()) {
      const type = ompl.constant('StateSpaceType', 'joint_position');
      const [, [low, range]] = await sim.call<[boolean, [number, number]]>('getJointInterval', joint);
      spaces.push(await ompl.call<number>('createStateSpace', `j${index}`, type, joint, [low], [low + range], 1));
    }
    await ompl.call('setStateSpace', task, spaces);
    await ompl.call('setCollisionPairs', task, [await this.handle('/Panda'), sim.constant('handle_all')]);
    const start = await ompl.call<number[]>('readState', task);
    await ompl.call('setStartState', task, start);
    await ompl.call('setGoalState', task, goal);
    if (judge !== undefined) {
      const isValid = async (state: number[]) => {
        this.judgedStates++;
        const saved = await ompl.call('readState', task);
        await ompl.call('writeState', task, state);
        await ompl.call('writeState', task, saved);
        return judge(state);
      };
      await ompl.call('setStateValidationCallback', task, isValid);
    }
    await ompl.call('setup', task);
    await ompl.call('printTaskInfo', task);
    const [isSolved, path] = await ompl.call<[boolean, number[]]>('compute', task, 5, -1, 20);
    if (!isSolved || (await ompl.call<number>('getGoalDistance', task)) !== 0) throw new Error('There is no path');
    const states = Array.from({ length: path.length / 7 }, (_, at) => path.slice(7 * at, 7 * at + 7));
    if (states.length < 20 || !states.every(judge ?? (() => true))) throw new Error('The path is not as wanted');
    for (const targetPos of states) await sim.call('moveToConfig', { joints, targetPos, ...LIMITS });
    await ompl.call('destroyTask', task);
    for (const space of spaces) await ompl.call('destroyStateSpace', space);
    this.motions++;
  }

  async grip(at: Vector, isClosed: boolean): Promise<void> {
    const { sim, joints } = this;
    const ik = { tip: await this.handle('/tip'), target: await this.handle('/target'), joints };
    const line = async (z: number) =>
      sim.call('moveToPose', { ik, targetPose: [at[0], at[1], z, 1, 0, 0, 0], ...LINE });
    await line(at[2]);
    await sim.call('setInt32Signal', 'close_gripper', isClosed ? 1 : 0);
    await line(at[2] + 0.15);
  }
}
