import { z } from 'zod';
import { type ObjectKind, type SceneObject, WORLD } from '../../scene/scene_objects.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';
import { Real } from '../../wire/cbor.ts';
import {
  apiFunction,
  type Functions,
  handleArgument as handle,
  onObject,
  optionsArgument,
  tripleArgument,
} from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const TYPES: Readonly<Record<ObjectKind, number>> = {
  shape: SIM.sceneobject_shape,
  joint: SIM.sceneobject_joint,
  dummy: SIM.sceneobject_dummy,
  camera: SIM.sceneobject_camera,
};

const findOptions = optionsArgument({
  index: z.int().min(0).default(0),
  noError: z.boolean().default(false),
  proxy: z.int().default(WORLD),
});

function ofType(objects: readonly SceneObject[], type: number): readonly SceneObject[] {
  return type === SIM.handle_all ? objects : objects.filter(({ kind }) => TYPES[kind] === type);
}

function remove(handles: readonly number[], { scene }: Simulation): void {
  const { objects, joints, panda, gripper } = scene;
  for (const object of handles) {
    objects.get(object);
    if ([...joints, panda, gripper].includes(object)) throw new ApiError('The arm cannot be removed');
  }
  for (const object of new Set(handles)) objects.remove(object);
}

const OBJECT_PARAMETERS_MAX = 100;
const TEXT_MAX = 1000;

function setParameter({ parameters }: SceneObject, parameter: string, value: number | string): readonly unknown[] {
  if (parameters.size >= OBJECT_PARAMETERS_MAX && !parameters.has(parameter)) {
    throw new ApiError(`The object has ${OBJECT_PARAMETERS_MAX} parameters, and takes no more`);
  }
  parameters.set(parameter, value);
  return [1];
}

function numbered(kind: string, initial: number | string) {
  const valueSchema = typeof initial === 'number' ? z.number() : z.string().max(TEXT_MAX);
  return {
    get: onObject([z.int()], ({ parameters }, [number]) => [parameters.get(`${kind} ${number}`) ?? initial]),
    set: onObject([z.int(), valueSchema], (object, [number, value]) =>
      setParameter(object, `${kind} ${number}`, value),
    ),
  };
}

function property(kind: string) {
  return {
    get: onObject([], ({ parameters }) => [parameters.get(kind) ?? 0]),
    set: onObject([z.number()], (object, [value]) => setParameter(object, kind, value)),
  };
}

export const SIM_OBJECTS: Functions = {
  getObject: apiFunction([z.string(), findOptions.nullish()], ([path, options], { simulation }) => {
    const match = simulation.scene.objects.find(path, options ?? {});
    if (match === null && options?.noError !== true)
      throw new ApiError(`Object does not exist: ${JSON.stringify(path)}`);
    return [match ?? -1];
  }),
  getObjects: apiFunction([z.int(), z.int()], ([index, type], { simulation }) => [
    ofType(simulation.scene.objects.all(), type)[index]?.handle ?? -1,
  ]),
  getObjectsInTree: apiFunction(
    [handle, z.int().nullish(), z.int().nullish()],
    ([root, type, options], { simulation }) => {
      const { objects } = simulation.scene;
      const base = root === SIM.handle_scene ? WORLD : root;
      const isRootOut = ((options ?? 0) & 1) !== 0;
      const isFirstLevel = ((options ?? 0) & 2) !== 0;
      const tree = objects
        .treeOf(base)
        .filter((object) => !(isRootOut && object.handle === base))
        .filter((object) => !isFirstLevel || object.parent === base || object.handle === base);
      return [ofType(tree, type ?? SIM.handle_all).map((object) => object.handle)];
    },
  ),
  getObjectParent: onObject([], ({ parent }) => [parent]),
  getObjectChild: apiFunction([handle, z.int()], ([object, index], { simulation }) => {
    if (object !== WORLD) simulation.scene.objects.get(object);
    return [simulation.scene.objects.childrenOf(object)[index]?.handle ?? -1];
  }),
  setObjectParent: apiFunction(
    [handle, handle, z.boolean().nullish()],
    ([object, parent, keepInPlace], { simulation }) => {
      if (parent !== WORLD) simulation.scene.objects.get(parent);
      simulation.scene.objects.setParent(object, parent, keepInPlace ?? true);
    },
  ),
  getObjectType: onObject([], ({ kind }) => [TYPES[kind]]),
  getObjectAlias: onObject([z.int().nullish()], ({ handle, alias }, [form], { simulation }) => [
    (form ?? -1) <= 0 ? alias : simulation.scene.objects.pathOf(handle),
  ]),
  setObjectAlias: apiFunction([handle, z.string()], ([object, alias], { simulation }) => {
    simulation.scene.objects.rename(object, alias);
  }),
  isHandle: apiFunction([handle], ([object], { simulation }) => [simulation.scene.objects.has(object)]),
  removeObjects: apiFunction([z.array(handle)], ([handles], { simulation }) => void remove(handles, simulation)),
  removeObject: apiFunction([handle], ([object], { simulation }) => {
    remove([object], simulation);
    return [1];
  }),
  removeModel: apiFunction([handle], ([object], { simulation }) => {
    const tree = simulation.scene.objects.treeOf(object).map((below) => below.handle);
    remove(tree, simulation);
    return [tree.length];
  }),
  getObjectInt32Param: numbered('Int32', 0).get,
  getObjectStringParam: numbered('String', '').get,
  getObjectSpecialProperty: property('special').get,
  getObjectProperty: property('property').get,
  getModelProperty: property('model').get,
  getObjectFloatParam: onObject([z.int()], ({ size, kind, parameters }, [parameter]) => {
    const side = parameter - SIM.objfloatparam_objbbox_min_x;
    const isSide = side >= 0 && side < 6;
    const set = parameters.get(`Float ${parameter}`);
    if (!isSide && typeof set === 'number') return [new Real(set)];
    if (!isSide) throw new ApiError(`This server knows no object parameter ${parameter}`);
    if (size === undefined) throw new ApiError(`This server knows no bounding box of a ${kind}`);
    return [new Real(((side < 3 ? -1 : 1) * size[side % 3]!) / 2)];
  }),
  createPrimitiveShape: apiFunction([z.int(), tripleArgument, z.int().nullish()], ([form, size], { simulation }) => {
    if (form !== SIM.primitiveshape_cuboid)
      throw new ApiError('This server makes cuboids only (sim.primitiveshape_cuboid)');
    if (size.some((edge) => !(edge > 0 && edge <= 10))) throw new ApiError('Edges must be from 0 to 10 m long');
    return [simulation.scene.objects.add({ kind: 'shape', alias: 'Cuboid', size }).handle];
  }),
  createDummy: apiFunction([z.number().nullish()], (_, { simulation }) => [
    simulation.scene.objects.add({ kind: 'dummy', alias: 'Dummy' }).handle,
  ]),
  getObjectColor: onObject([z.int(), z.int()], ({ colour }) => [Float64Array.from(colour ?? GREY)]),
  getShapeColor: onObject([z.string().nullable(), z.int()], ({ colour }) => [1, Float64Array.from(colour ?? GREY)]),
  getShapeTextureId: onObject([], ({ parameters }) => [parameters.get(TEXTURE) ?? -1]),
};

const TEXTURE = 'texture';
/** Above other handles, as in CoppeliaSim. */
const TEXTURE_FIRST = 2_180_009;
const GREY = [0.85, 0.85, 0.85];

/** Except that clients read them back. */
export const SIM_OBJECTS_NO_EFFECT: Functions = {
  setObjectInt32Param: numbered('Int32', 0).set,
  setObjectFloatParam: numbered('Float', 0).set,
  setObjectStringParam: numbered('String', '').set,
  setObjectSpecialProperty: property('special').set,
  setObjectProperty: property('property').set,
  setModelProperty: property('model').set,
  setObjectColor: onObject([z.int(), z.int(), tripleArgument], (object, [, , colour]) => {
    object.colour = colour;
    return [true];
  }),
  /** Each texture comes with a plane, as in CoppeliaSim. */
  createTexture: apiFunction([z.string()], (_, { simulation }) => {
    const { handle } = simulation.scene.objects.add({ kind: 'shape', alias: 'Plane' });
    return [handle, TEXTURE_FIRST + handle, [1, 1]];
  }),
  setShapeTexture: onObject([z.int()], ({ parameters }, [texture]) => void parameters.set(TEXTURE, texture)),
  setShapeColor: onObject([z.string().nullable(), z.int(), tripleArgument], (object, [, , colour]) => {
    object.colour = colour;
  }),
};
