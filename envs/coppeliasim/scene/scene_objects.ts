/** A scene as CoppeliaSim keeps it: a tree of objects, each with a handle, an alias, and a pose in its parent's frame. */
import { ApiError } from '../wire/api_error.ts';
import { compose, IDENTITY, inverse, type Pose, turn } from './pose.ts';

export const WORLD = -1;

export type ObjectKind = 'shape' | 'joint' | 'dummy' | 'camera';

export type SceneObject = {
  readonly handle: number;
  readonly kind: ObjectKind;
  alias: string;
  /** `WORLD` for none. */
  parent: number;
  /** In the frame of the parent; behind a joint, as it is turned. */
  local: Pose;
  /** Of a shape that is a box: the lengths of its edges, in metres. */
  readonly size?: readonly [number, number, number];
  /** Of a joint, in radians. */
  angle?: number;
  readonly limits?: readonly [lower: number, upper: number];
  /** Of a joint, in radians a second: it turns by itself while the simulation runs. */
  velocity?: number;
  /** Whether it is a link of the arm, whose form is that of the motion level and not a box. */
  readonly isRobot?: boolean;
  colour?: readonly number[];
  /** What a client has set, which changes nothing here: by the kind of number and the parameter's own. */
  readonly parameters?: Map<string, number | string>;
};

const OBJECTS_MAX = 10_000;
const ALIAS_LENGTH_MAX = 1000;

export class SceneObjects {
  readonly #objects = new Map<number, SceneObject>();
  #next: number;

  /** Handles are given in ascending order from `first` on, and never twice. */
  constructor(first = 13) {
    this.#next = first;
  }

  add(object: Omit<SceneObject, 'handle'>): SceneObject {
    if (this.#objects.size >= OBJECTS_MAX)
      throw new ApiError(`The scene has ${OBJECTS_MAX} objects, and takes no more`);
    const made = { ...object, handle: this.#next++, parameters: new Map() };
    this.#objects.set(made.handle, made);
    return made;
  }

  get(handle: number): SceneObject {
    const object = this.#objects.get(handle);
    if (object === undefined) throw new ApiError(`Object does not exist: handle ${handle}`);
    return object;
  }

  has(handle: number): boolean {
    return this.#objects.has(handle);
  }

  /** In the order in which they were made. */
  all(): readonly SceneObject[] {
    return [...this.#objects.values()];
  }

  childrenOf(handle: number): readonly SceneObject[] {
    return this.all().filter(({ parent }) => parent === handle);
  }

  /** An object and all below it, parents first. */
  treeOf(handle: number): readonly SceneObject[] {
    const tree = handle === WORLD ? [] : [this.get(handle)];
    const waiting = [...this.childrenOf(handle)];
    while (waiting.length > 0) {
      const next = waiting.shift()!;
      tree.push(next);
      waiting.unshift(...this.childrenOf(next.handle));
    }
    return tree;
  }

  /** Children of what is removed stay where they are. */
  remove(handle: number): void {
    this.get(handle);
    for (const child of this.childrenOf(handle)) this.setParent(child.handle, WORLD, true);
    this.#objects.delete(handle);
  }

  rename(handle: number, alias: string): void {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(alias) || alias.length > ALIAS_LENGTH_MAX) {
      throw new ApiError('An alias is made of letters, digits and underscores, and begins with no digit');
    }
    this.get(handle).alias = alias;
  }

  worldPose(handle: number): Pose {
    let pose: Pose = IDENTITY;
    for (let at = handle; at !== WORLD; ) {
      const object = this.get(at);
      pose = compose(object.local, at === handle ? pose : compose(turned(object), pose));
      at = object.parent;
    }
    return pose;
  }

  /** `WORLD` for the world's frame. */
  poseIn(handle: number, frame: number): Pose {
    const pose = this.worldPose(handle);
    return frame === WORLD ? pose : compose(inverse(this.worldPose(frame)), pose);
  }

  setPoseIn(handle: number, frame: number, pose: Pose): void {
    const object = this.get(handle);
    const world = frame === WORLD ? pose : compose(this.worldPose(frame), pose);
    object.local = object.parent === WORLD ? world : compose(inverse(this.#frameBehind(object.parent)), world);
  }

  /** Throws where the parent is the object itself or below it. */
  setParent(handle: number, parent: number, inPlace: boolean): void {
    const object = this.get(handle);
    if (parent !== WORLD && this.treeOf(handle).some((below) => below.handle === parent)) {
      throw new ApiError('An object cannot be its own ancestor');
    }
    const world = this.worldPose(handle);
    object.parent = parent;
    if (inPlace) this.setPoseIn(handle, WORLD, world);
  }

  /** The frame in which children of an object are. */
  #frameBehind(handle: number): Pose {
    return compose(this.worldPose(handle), turned(this.get(handle)));
  }

  /**
   * The handle of the object at a path, such as `/Panda/joint[2]`: each name is that of an object below the one before, however deep, and
   * the number says which of those with the name, parents first. Null where there is none.
   */
  find(
    path: string,
    { index = 0, proxy = WORLD }: { readonly index?: number; readonly proxy?: number } = {},
  ): number | null {
    const isRelative = path.startsWith('.');
    const steps = path.replace(/^\.?\/?/, '').split('/');
    let at = isRelative ? proxy : WORLD;
    for (const [position, step] of steps.entries()) {
      const [, name, inStep] = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[(\d{1,6})\])?$/.exec(step) ?? [];
      if (name === undefined) return null;
      const wanted = inStep === undefined ? (position === steps.length - 1 ? index : 0) : Number(inStep);
      const below = this.treeOf(at).filter(({ alias, handle }) => alias === name && handle !== at);
      const found = below[wanted];
      if (found === undefined) return null;
      at = found.handle;
    }
    return at;
  }

  /** The path that `find` knows an object by. */
  pathOf(handle: number): string {
    const { alias } = this.get(handle);
    const same = this.treeOf(WORLD).filter((other) => other.alias === alias);
    const position = same.findIndex((other) => other.handle === handle);
    return position === 0 ? `/${alias}` : `/${alias}[${position}]`;
  }
}

function turned({ angle }: SceneObject): Pose {
  return angle === undefined || angle === 0 ? IDENTITY : turn(2, angle);
}
