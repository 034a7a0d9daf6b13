import { ApiError } from '../wire/cbor.ts';
import { compose, IDENTITY, inverse, type Pose, turn } from './pose.ts';

export const WORLD = -1;

export type ObjectKind = 'shape' | 'joint' | 'dummy' | 'camera';

export type SceneObject = {
  readonly handle: number;
  readonly kind: ObjectKind;
  alias: string;
  parent: number;
  /** In the frame of the parent, turned by its joint. */
  local: Pose;
  readonly size?: readonly [number, number, number];
  angle?: number;
  readonly limits?: readonly [lower: number, upper: number];
  velocity?: number;
  readonly isRobot?: boolean;
  colour?: readonly number[];
  readonly parameters: Map<string, number | string>;
};

export type NewObject = Omit<SceneObject, 'handle' | 'parent' | 'local' | 'parameters'> &
  Partial<Pick<SceneObject, 'parent' | 'local'>>;

const OBJECTS_MAX = 10_000;
const ALIAS_LENGTH_MAX = 1000;

export class SceneObjects {
  readonly #objects = new Map<number, SceneObject>();
  #next: number;

  constructor(first = 13) {
    this.#next = first;
  }

  add(object: NewObject): SceneObject {
    if (this.#objects.size >= OBJECTS_MAX) throw new ApiError(`The limit of ${OBJECTS_MAX} objects is reached`);
    const entry = { parent: WORLD, local: IDENTITY, ...object, handle: this.#next++, parameters: new Map() };
    this.#objects.set(entry.handle, entry);
    return entry;
  }

  get(handle: number): SceneObject {
    const object = this.#objects.get(handle);
    if (object === undefined) throw new ApiError(`Object does not exist: handle ${handle}`);
    return object;
  }

  has(handle: number): boolean {
    return this.#objects.has(handle);
  }

  all(): readonly SceneObject[] {
    return [...this.#objects.values()];
  }

  childrenOf(handle: number): readonly SceneObject[] {
    return this.all().filter(({ parent }) => parent === handle);
  }

  treeOf(handle: number): readonly SceneObject[] {
    const tree = handle === WORLD ? [] : [this.get(handle)];
    const pending = [...this.childrenOf(handle)];
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      tree.push(next);
      pending.unshift(...this.childrenOf(next.handle));
    }
    return tree;
  }

  remove(handle: number) {
    this.get(handle);
    for (const child of this.childrenOf(handle)) this.setParent(child.handle, WORLD, true);
    this.#objects.delete(handle);
  }

  rename(handle: number, alias: string) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(alias) || alias.length > ALIAS_LENGTH_MAX) {
      throw new ApiError('An alias must consist of letters, digits and underscores, and not begin with a digit');
    }
    this.get(handle).alias = alias;
  }

  worldPose(handle: number): Pose {
    let pose: Pose = IDENTITY;
    for (let at = handle; at !== WORLD; ) {
      const object = this.get(at);
      pose = compose(object.local, at === handle ? pose : compose(jointPose(object), pose));
      at = object.parent;
    }
    return pose;
  }

  poseIn(handle: number, frame: number): Pose {
    const pose = this.worldPose(handle);
    return frame === WORLD ? pose : compose(inverse(this.worldPose(frame)), pose);
  }

  setPoseIn(handle: number, frame: number, pose: Pose) {
    const object = this.get(handle);
    const world = frame === WORLD ? pose : compose(this.worldPose(frame), pose);
    const { parent } = object;
    const parentFrame = () => compose(this.worldPose(parent), jointPose(this.get(parent)));
    object.local = parent === WORLD ? world : compose(inverse(parentFrame()), world);
  }

  setParent(handle: number, parent: number, inPlace: boolean) {
    const object = this.get(handle);
    if (parent !== WORLD && this.treeOf(handle).some((below) => below.handle === parent)) {
      throw new ApiError('An object cannot be its own ancestor');
    }
    const world = this.worldPose(handle);
    object.parent = parent;
    if (inPlace) this.setPoseIn(handle, WORLD, world);
  }

  find(path: string, { index = 0, proxy = WORLD }: { index?: number; proxy?: number } = {}): number | null {
    const steps = path.replace(/^\.?\/?/, '').split('/');
    let at = path.startsWith('.') ? proxy : WORLD;
    for (const [position, step] of steps.entries()) {
      const [, name, inStep] = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[(\d{1,6})\])?$/.exec(step) ?? [];
      if (name === undefined) return null;
      const rank = inStep === undefined ? (position === steps.length - 1 ? index : 0) : Number(inStep);
      const object = this.treeOf(at).filter(({ alias, handle }) => alias === name && handle !== at)[rank];
      if (object === undefined) return null;
      at = object.handle;
    }
    return at;
  }

  pathOf(handle: number): string {
    const { alias } = this.get(handle);
    const namesakes = this.treeOf(WORLD).filter((other) => other.alias === alias);
    const position = namesakes.findIndex((other) => other.handle === handle);
    return position === 0 ? `/${alias}` : `/${alias}[${position}]`;
  }
}

function jointPose({ angle }: SceneObject): Pose {
  return angle === undefined || angle === 0 ? IDENTITY : turn(2, angle);
}
