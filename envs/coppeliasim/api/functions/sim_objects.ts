import { z } from 'zod';
import { type ObjectKind, type SceneObject, WORLD } from '../../scene/scene_objects.ts';
import type { TableScene } from '../../scene/simulation.ts';
import { ApiError, Real } from '../../wire/cbor.ts';
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

function remove(handles: readonly number[], { objects, joints, panda, gripper }: TableScene) {
  for (const object of handles) {
    objects.get(object);
    if ([...joints, panda, gripper].includes(object)) throw new ApiError('The arm cannot be removed');
  }
  for (const object of new Set(handles)) objects.remove(object);
}

const PARAMETERS_MAX = 100;
const TEXT_MAX = 1000;

function setParameter({ parameters }: SceneObject, parameter: string, value: number | string): readonly unknown[] {
  if (parameters.size >= PARAMETERS_MAX && !parameters.has(parameter)) {
    throw new ApiError(`The limit of ${PARAMETERS_MAX} parameters of an object is reached`);
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
  getObject: apiFunction([z.string(), findOptions.nullish()], ([path, options], { objects }) => {
    const found = objects.find(path, options ?? {});
    if (found === null && options?.noError !== true) {
      throw new ApiError(`Object does not exist: ${JSON.stringify(path)}`);
    }
    return [found ?? -1];
  }),
  getObjects: apiFunction([z.int(), z.int()], ([index, type], { objects }) => [
    ofType(objects.all(), type)[index]?.handle ?? -1,
  ]),
  getObjectsInTree: apiFunction(
    [handle, z.int().nullish(), z.int().nullish()],
    ([root, type, options], { objects }) => {
      const base = root === SIM.handle_scene ? WORLD : root;
      const isRootOut = ((options ?? 0) & 1) !== 0;
      const isFirstLevel = ((options ?? 0) & 2) !== 0;
      const tree = objects
        .treeOf(base)
        .filter(({ handle, parent }) => (handle === base ? !isRootOut : !isFirstLevel || parent === base));
      return [ofType(tree, type ?? SIM.handle_all).map(({ handle }) => handle)];
    },
  ),
  getObjectParent: onObject([], ({ parent }) => [parent]),
  getObjectChild: apiFunction([handle, z.int()], ([object, index], { objects }) => {
    if (object !== WORLD) objects.get(object);
    return [objects.childrenOf(object)[index]?.handle ?? -1];
  }),
  setObjectParent: apiFunction(
    [handle, handle, z.boolean().nullish()],
    ([object, parent, keepInPlace], { objects }) => {
      if (parent !== WORLD) objects.get(parent);
      objects.setParent(object, parent, keepInPlace ?? true);
    },
  ),
  getObjectType: onObject([], ({ kind }) => [TYPES[kind]]),
  getObjectAlias: onObject([z.int().nullish()], ({ handle, alias }, [form], { objects }) => [
    (form ?? -1) <= 0 ? alias : objects.pathOf(handle),
  ]),
  setObjectAlias: apiFunction(
    [handle, z.string()],
    ([object, alias], { objects }) => void objects.rename(object, alias),
  ),
  isHandle: apiFunction([handle], ([object], { objects }) => [objects.has(object)]),
  removeObjects: apiFunction([z.array(handle)], ([handles], context) => void remove(handles, context)),
  removeObject: apiFunction([handle], ([object], context) => {
    remove([object], context);
    return [1];
  }),
  removeModel: apiFunction([handle], ([object], context) => {
    const tree = context.objects.treeOf(object).map(({ handle }) => handle);
    remove(tree, context);
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
    const value = parameters.get(`Float ${parameter}`);
    if (!isSide && typeof value === 'number') return [new Real(value)];
    if (!isSide) throw new ApiError(`This server does not know object parameter ${parameter}`);
    if (size === undefined) throw new ApiError(`This server has no bounding box for a ${kind}`);
    return [new Real(((side < 3 ? -1 : 1) * size[side % 3]!) / 2)];
  }),
  createPrimitiveShape: apiFunction([z.int(), tripleArgument, z.int().nullish()], ([form, size], { objects }) => {
    if (form !== SIM.primitiveshape_cuboid) {
      throw new ApiError('This server creates only cuboids (sim.primitiveshape_cuboid)');
    }
    if (size.some((edge) => !(edge > 0 && edge <= 10)))
      throw new ApiError('Edges must be more than 0 and at most 10 m');
    return [objects.add({ kind: 'shape', alias: 'Cuboid', size }).handle];
  }),
  createDummy: apiFunction([z.number().nullish()], (_, { objects }) => [
    objects.add({ kind: 'dummy', alias: 'Dummy' }).handle,
  ]),
  getObjectColor: onObject([z.int(), z.int()], ({ colour }) => [Float64Array.from(colour ?? GREY)]),
  getShapeColor: onObject([z.string().nullable(), z.int()], ({ colour }) => [1, Float64Array.from(colour ?? GREY)]),
  getShapeTextureId: onObject([], ({ parameters }) => [parameters.get(TEXTURE) ?? -1]),
};

const TEXTURE = 'texture';
const TEXTURE_FIRST = 2_180_009;
const GREY = [0.85, 0.85, 0.85];

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
  createTexture: apiFunction([z.string()], (_, { objects }) => {
    const { handle } = objects.add({ kind: 'shape', alias: 'Plane' });
    return [handle, TEXTURE_FIRST + handle, [1, 1]];
  }),
  setShapeTexture: onObject([z.int()], ({ parameters }, [texture]) => void parameters.set(TEXTURE, texture)),
  setShapeColor: onObject([z.string().nullable(), z.int(), tripleArgument], (object, [, , colour]) => {
    object.colour = colour;
  }),
};
