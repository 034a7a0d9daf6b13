/** There is no physics: a released block stands on what is below it. */
import type { MotionWorld } from '../../tabletop/motion/clearance.ts';
import { CARRIED_Z } from '../../tabletop/motion/grasp.ts';
import {
  DENAVIT_HARTENBERG,
  FLANGE_Z,
  HAND_YAW,
  HOME,
  LOWER_LIMITS,
  TCP_Z,
  UPPER_LIMITS,
} from '../../tabletop/motion/panda.ts';
import { BLOCK_SIZE, type Box, type Scene, TABLE } from '../../tabletop/table/table.ts';
import { ApiError } from '../wire/cbor.ts';
import { compose, shift, type Triple, toMatrix, turn } from './pose.ts';
import { type NewObject, type ObjectKind, type SceneObject, SceneObjects, WORLD } from './scene_objects.ts';

const NO_TABLE: Box = { min: [-1, -1, -1001], max: [1, 1, -1000] };

export function boundsOf({ scene }: Simulation, { handle, size }: SceneObject): Box {
  const pose = scene.objects.worldPose(handle);
  const m = toMatrix(pose);
  const half = [0, 1, 2].map((row) =>
    [0, 1, 2].reduce((sum, axis) => sum + (Math.abs(m[4 * row + axis]!) * size![axis]!) / 2, 0),
  );
  const corner = (side: -1 | 1) => half.map((length, axis) => pose[axis]! + side * length) as unknown as Triple;
  return { min: corner(-1), max: corner(1) };
}

export function motionWorld(simulation: Simulation, boxes: readonly SceneObject[]): MotionWorld {
  const { worksurface } = simulation.scene;
  const table = boxes.find(({ handle }) => handle === worksurface);
  const isHolding = simulation.held.length > 0;
  return {
    table: table === undefined ? NO_TABLE : boundsOf(simulation, table),
    blocks: boxes.filter((box) => box !== table).map((box) => boundsOf(simulation, box)),
    hand: isHolding || simulation.signals.get('close_gripper') === 1 ? 'closed' : 'open',
    carried: isHolding ? { offsetZ: CARRIED_Z } : null,
  };
}

/** CoppeliaSim's default. */
const STEP_MS = 50;

const GRIP_MAX_M = 0.03;
const SIGNALS_MAX = 100;

export class Simulation {
  scene: TableScene;
  state: 'stopped' | 'paused' | 'running' = 'stopped';
  steps = 0;
  #stepMs = STEP_MS;
  readonly signals = new Map<string, unknown>();
  #before: ReadonlyMap<number, SceneObject> = new Map();
  readonly #original: Pick<Scene, 'blocks'>;

  constructor(scene: Pick<Scene, 'blocks'>) {
    this.#original = scene;
    this.scene = tableScene(scene);
  }

  reload() {
    this.stop();
    this.scene = tableScene(this.#original);
    this.signals.clear();
    this.#stepMs = STEP_MS;
  }

  get stepMs(): number {
    return this.#stepMs;
  }

  set stepMs(stepMs: number) {
    if (this.state !== 'stopped') throw new ApiError('Cannot change the time step while the simulation runs');
    this.#stepMs = stepMs;
  }

  start() {
    if (this.state === 'stopped') {
      this.steps = 0;
      this.#before = new Map(this.scene.objects.all().map((object) => [object.handle, { ...object }]));
    }
    this.state = 'running';
  }

  pause() {
    if (this.state === 'running') this.state = 'paused';
  }

  stop() {
    if (this.state === 'stopped') return;
    this.state = 'stopped';
    const { objects } = this.scene;
    for (const object of objects.all()) {
      const before = this.#before.get(object.handle);
      if (before === undefined) objects.remove(object.handle);
      else {
        const { parent, local, angle } = before;
        Object.assign(object, { parent: objects.has(parent) ? parent : WORLD, local, velocity: 0 });
        if (angle !== undefined) object.angle = angle;
      }
    }
    this.signals.clear();
  }

  advance(steps = 1) {
    if (this.state !== 'running') return;
    this.steps += steps;
    for (const joint of this.scene.joints) {
      const { velocity, angle = 0 } = this.scene.objects.get(joint);
      if (velocity !== undefined && velocity !== 0) this.turn(joint, angle + (velocity * steps * this.#stepMs) / 1000);
    }
  }

  get seconds(): number {
    return (this.steps * this.#stepMs) / 1000;
  }

  turn(joint: number, angle: number) {
    const object = this.joint(joint);
    const [lower, upper] = object.limits;
    object.angle = Math.min(upper, Math.max(lower, angle));
  }

  joint(joint: number): SceneObject & { angle: number; readonly limits: readonly [number, number] } {
    const object = this.scene.objects.get(joint);
    if (object.angle === undefined || object.limits === undefined) throw new ApiError(`Object ${joint} is not a joint`);
    return object as ReturnType<Simulation['joint']>;
  }

  setSignal(name: string, value: unknown) {
    if (value === null) this.signals.delete(name);
    else if (this.signals.size < SIGNALS_MAX || this.signals.has(name)) this.signals.set(name, value);
    else throw new ApiError(`The limit of ${SIGNALS_MAX} signals is reached; clear some`);
    if (name !== 'close_gripper') return;
    if (value === 1) this.#grip();
    else for (const block of this.held) this.#release(block);
  }

  get configuration(): Float64Array {
    return Float64Array.from(this.scene.joints, (joint) => this.scene.objects.get(joint).angle ?? 0);
  }

  get held(): readonly SceneObject[] {
    return this.scene.objects.childrenOf(this.scene.attachPoint);
  }

  get boxes(): readonly SceneObject[] {
    const held = new Set(this.held);
    return this.scene.objects.all().filter((object) => object.size !== undefined && !held.has(object));
  }

  #grip() {
    const { objects, attachPoint, tip, worksurface } = this.scene;
    if (this.held.length > 0) return;
    const [x, y, z] = objects.worldPose(tip);
    const [nearest] = this.boxes
      .filter(({ handle, parent }) => parent === WORLD && handle !== worksurface)
      .map(({ handle }) => {
        const [bx, by, bz] = objects.worldPose(handle);
        return { handle, distance: Math.hypot(x - bx, y - by, z - bz) };
      })
      .filter(({ distance }) => distance <= GRIP_MAX_M)
      .sort((a, b) => a.distance - b.distance);
    if (nearest !== undefined) objects.setParent(nearest.handle, attachPoint, true);
  }

  #release(block: SceneObject) {
    const { objects } = this.scene;
    const [x, y, z] = objects.worldPose(block.handle);
    objects.setParent(block.handle, WORLD, true);
    const tops = this.boxes.flatMap(({ handle, size }) => {
      const [bx, by, bz] = objects.worldPose(handle);
      const [width, depth, height] = size!;
      const top = bz + height / 2;
      return Math.abs(x - bx) <= width / 2 && Math.abs(y - by) <= depth / 2 && top < z ? [top] : [];
    });
    block.local = shift(x, y, tops.length === 0 ? z : Math.max(...tops) + (block.size?.[2] ?? BLOCK_SIZE) / 2);
  }
}

export type TableScene = ReturnType<typeof tableScene>;

/** The objects of OLP's release; joints base first. */
function tableScene({ blocks }: Pick<Scene, 'blocks'>) {
  const objects = new SceneObjects();
  const add = (kind: ObjectKind, alias: string, rest: Omit<NewObject, 'kind' | 'alias'> = {}) =>
    objects.add({ kind, alias, ...rest }).handle;
  add('camera', 'DefaultCamera', { local: shift(1.5, 0, 1.5) });
  add('dummy', 'DefaultLights');
  add('shape', 'Floor', { local: shift(0, 0, TABLE.min[2]) });
  const edges = TABLE.max.map((high, axis) => high - TABLE.min[axis]!) as unknown as Triple;
  const middle = TABLE.max.map((high, axis) => (high + TABLE.min[axis]!) / 2) as unknown as Triple;
  const worksurface = add('shape', 'worksurface', { local: shift(...middle), size: edges });
  const panda = add('shape', 'Panda', { isRobot: true });
  const joints: number[] = [];
  for (const [joint, { a, d, quarters }] of DENAVIT_HARTENBERG.entries()) {
    const parent = joints.at(-1) ?? panda;
    const local = compose(compose(turn(0, (quarters * Math.PI) / 2), shift(a, 0, 0)), shift(0, 0, d));
    const limits = [LOWER_LIMITS[joint]!, UPPER_LIMITS[joint]!] as const;
    joints.push(add('joint', 'joint', { parent, local, angle: HOME[joint]!, limits }));
  }
  const hand = compose(shift(0, 0, FLANGE_Z), turn(2, HAND_YAW));
  const gripper = add('shape', 'Panda_gripper', { parent: joints.at(-1)!, local: hand, isRobot: true });
  const tool = { parent: gripper, local: shift(0, 0, TCP_Z) };
  const attachPoint = add('dummy', 'attachPoint', tool);
  const tip = add('dummy', 'tip', tool);
  add('dummy', 'target', { parent: panda, local: objects.worldPose(tip) });
  const size = [BLOCK_SIZE, BLOCK_SIZE, BLOCK_SIZE] as const;
  for (const { name, centre } of blocks) add('shape', name, { local: shift(...centre), size });
  return { objects, panda, joints, gripper, attachPoint, tip, worksurface };
}
