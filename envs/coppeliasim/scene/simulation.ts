/**
 * Nothing moves by itself but joints with a velocity.
 * CoppeliaSim's released blocks fall; ours are set down upright on what is below them.
 */
import {
  DENAVIT_HARTENBERG,
  FLANGE_Z,
  HAND_YAW,
  HOME,
  LOWER_LIMITS,
  TCP_Z,
  UPPER_LIMITS,
} from '../../tabletop/motion/panda.ts';
import type { Scene } from '../../tabletop/table/table.ts';
import { BLOCK_SIZE, TABLE } from '../../tabletop/table/table.ts';
import { ApiError } from '../wire/api_error.ts';
import { compose, IDENTITY, type Pose, positionOf, shift, turn } from './pose.ts';
import { type SceneObject, SceneObjects, WORLD } from './scene_objects.ts';

/** CoppeliaSim's default. */
const STEP_MS = 50;

export type SimulationState = 'stopped' | 'paused' | 'running';

/** Metres between the fingertips' midpoint and what the gripper takes. */
const GRIP_MAX = 0.03;
const SIGNALS_MAX = 100;

type Kept = {
  readonly handle: number;
  readonly parent: number;
  readonly local: Pose;
  readonly angle: number | undefined;
};

export class Simulation {
  scene: TableScene;
  state: SimulationState = 'stopped';
  steps = 0;
  #stepMs = STEP_MS;
  readonly signals = new Map<string, unknown>();
  #kept: readonly Kept[] = [];
  readonly #original: Pick<Scene, 'blocks'>;

  constructor(scene: Pick<Scene, 'blocks'>) {
    this.#original = scene;
    this.scene = tableScene(scene);
  }

  reload(): void {
    this.stop();
    this.scene = tableScene(this.#original);
    this.signals.clear();
    this.#stepMs = STEP_MS;
  }

  get stepMs(): number {
    return this.#stepMs;
  }

  /** Throws an ApiError while the simulation runs. */
  set stepMs(stepMs: number) {
    if (this.state !== 'stopped') throw new ApiError('The time step cannot be changed while the simulation runs');
    this.#stepMs = stepMs;
  }

  start(): void {
    if (this.state === 'stopped') {
      this.steps = 0;
      this.#kept = this.scene.objects
        .all()
        .map(({ handle, parent, local, angle }) => ({ handle, parent, local, angle }));
    }
    this.state = 'running';
  }

  pause(): void {
    if (this.state === 'running') this.state = 'paused';
  }

  stop(): void {
    if (this.state === 'stopped') return;
    this.state = 'stopped';
    const kept = new Map(this.#kept.map((one) => [one.handle, one]));
    const { objects } = this.scene;
    for (const object of objects.all()) {
      const before = kept.get(object.handle);
      if (before === undefined) {
        objects.remove(object.handle);
        continue;
      }
      object.parent = before.parent !== WORLD && !objects.has(before.parent) ? WORLD : before.parent;
      object.local = before.local;
      if (before.angle !== undefined) object.angle = before.angle;
      object.velocity = 0;
    }
    this.signals.clear();
  }

  advance(steps = 1): void {
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

  /** Clamps to the joint's limits. Throws an ApiError on an object that is no joint. */
  turn(joint: number, angle: number): void {
    const object = this.joint(joint);
    const [lower, upper] = object.limits;
    object.angle = Math.min(upper, Math.max(lower, angle));
  }

  /** Throws an ApiError on an object that is no joint. */
  joint(joint: number): SceneObject & { angle: number; readonly limits: readonly [number, number] } {
    const object = this.scene.objects.get(joint);
    if (object.angle === undefined || object.limits === undefined) throw new ApiError(`Object ${joint} is no joint`);
    return object as ReturnType<Simulation['joint']>;
  }

  setSignal(name: string, value: unknown): void {
    if (value === null) this.signals.delete(name);
    else if (this.signals.size < SIGNALS_MAX || this.signals.has(name)) this.signals.set(name, value);
    else throw new ApiError(`There are ${SIGNALS_MAX} signals, and no more; clear some`);
    if (name === 'close_gripper') this.#gripper(value === 1);
  }

  get configuration(): Float64Array {
    return Float64Array.from(this.scene.joints, (joint) => this.scene.objects.get(joint).angle ?? 0);
  }

  get held(): readonly SceneObject[] {
    const { objects, attachPoint } = this.scene;
    return objects.childrenOf(attachPoint);
  }

  get boxes(): readonly SceneObject[] {
    const held = new Set(this.held);
    return this.scene.objects.all().filter((object) => object.size !== undefined && !held.has(object));
  }

  #gripper(isClosed: boolean): void {
    const { objects, attachPoint, tip } = this.scene;
    if (!isClosed) {
      for (const block of this.held) this.#letGo(block);
      return;
    }
    if (this.held.length > 0) return;
    const at = positionOf(objects.worldPose(tip));
    const near = this.boxes
      .filter(({ handle, parent }) => parent === WORLD && handle !== this.scene.worksurface)
      .map((block) => ({ block, away: distance(at, positionOf(objects.worldPose(block.handle))) }))
      .filter(({ away }) => away <= GRIP_MAX)
      .sort((a, b) => a.away - b.away);
    if (near[0] !== undefined) objects.setParent(near[0].block.handle, attachPoint, true);
  }

  #letGo(block: SceneObject): void {
    const { objects } = this.scene;
    const [x, y, z] = positionOf(objects.worldPose(block.handle));
    objects.setParent(block.handle, WORLD, true);
    const half = (block.size?.[2] ?? BLOCK_SIZE) / 2;
    let floor = Number.NEGATIVE_INFINITY;
    for (const box of this.boxes) {
      if (box === block) continue;
      const [bx, by, bz] = positionOf(objects.worldPose(box.handle));
      const [width, depth, height] = box.size!;
      const top = bz + height / 2;
      if (Math.abs(x - bx) <= width / 2 && Math.abs(y - by) <= depth / 2 && top < z) floor = Math.max(floor, top);
    }
    block.local = shift(x, y, Number.isFinite(floor) ? floor + half : z);
  }
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

/** The objects of OLP's release. */
type TableScene = {
  readonly objects: SceneObjects;
  readonly panda: number;
  /** Base first. */
  readonly joints: readonly number[];
  readonly gripper: number;
  readonly attachPoint: number;
  readonly tip: number;
  readonly worksurface: number;
};

function tableScene({ blocks }: Pick<Scene, 'blocks'>): TableScene {
  const objects = new SceneObjects();
  const scenery = { parent: WORLD, local: IDENTITY } as const;
  // As in CoppeliaSim's own scenes. Nothing collides with the floor below the table.
  objects.add({ ...scenery, kind: 'camera', alias: 'DefaultCamera', local: shift(1.5, 0, 1.5) });
  objects.add({ ...scenery, kind: 'dummy', alias: 'DefaultLights' });
  objects.add({ ...scenery, kind: 'shape', alias: 'Floor', local: shift(0, 0, TABLE.min[2]) });
  const [width, depth, height] = [0, 1, 2].map((axis) => TABLE.max[axis]! - TABLE.min[axis]!) as [
    number,
    number,
    number,
  ];
  const middle = [0, 1, 2].map((axis) => (TABLE.max[axis]! + TABLE.min[axis]!) / 2) as [number, number, number];
  const worksurface = objects.add({
    kind: 'shape',
    alias: 'worksurface',
    parent: WORLD,
    local: shift(...middle),
    size: [width, depth, height],
  });
  const panda = objects.add({ kind: 'shape', alias: 'Panda', parent: WORLD, local: IDENTITY, isRobot: true });
  const joints: number[] = [];
  for (const [joint, { a, d, quarters }] of DENAVIT_HARTENBERG.entries()) {
    const made = objects.add({
      kind: 'joint',
      alias: 'joint',
      parent: joints.at(-1) ?? panda.handle,
      local: compose(compose(turn(0, (quarters * Math.PI) / 2), shift(a, 0, 0)), shift(0, 0, d)),
      angle: HOME[joint]!,
      limits: [LOWER_LIMITS[joint]!, UPPER_LIMITS[joint]!],
    });
    joints.push(made.handle);
  }
  const hand = compose(shift(0, 0, FLANGE_Z), turn(2, HAND_YAW));
  const gripper = objects.add({
    kind: 'shape',
    alias: 'Panda_gripper',
    parent: joints.at(-1)!,
    local: hand,
    isRobot: true,
  });
  const tool = { kind: 'dummy', parent: gripper.handle, local: shift(0, 0, TCP_Z) } as const;
  const attachPoint = objects.add({ ...tool, alias: 'attachPoint' });
  const tip = objects.add({ ...tool, alias: 'tip' });
  objects.add({ kind: 'dummy', alias: 'target', parent: panda.handle, local: objects.worldPose(tip.handle) });
  for (const { name, centre } of blocks) {
    const size = [BLOCK_SIZE, BLOCK_SIZE, BLOCK_SIZE] as const;
    objects.add({ kind: 'shape', alias: name, parent: WORLD, local: shift(...centre), size });
  }
  return {
    objects,
    panda: panda.handle,
    joints,
    gripper: gripper.handle,
    attachPoint: attachPoint.handle,
    tip: tip.handle,
    worksurface: worksurface.handle,
  };
}
