import { z } from 'zod';
import { IDENTITY } from '../../scene/pose.ts';
import { type ObjectKind, type SceneObject, WORLD } from '../../scene/scene_objects.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';
import { Real } from '../../wire/cbor.ts';
import {
  type ApiContext,
  type ApiFunction,
  apiFunction,
  handleArgument as handle,
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

const BOX_PARAMETERS: readonly number[] = [
  SIM.objfloatparam_objbbox_min_x,
  SIM.objfloatparam_objbbox_min_y,
  SIM.objfloatparam_objbbox_min_z,
  SIM.objfloatparam_objbbox_max_x,
  SIM.objfloatparam_objbbox_max_y,
  SIM.objfloatparam_objbbox_max_z,
];

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

function parameterOf(kind: string, initial: number | string) {
  const valueSchema = typeof initial === 'number' ? z.number() : z.string().max(TEXT_MAX);
  const get: (parameter: string, object: number, context: ApiContext) => readonly unknown[] = (
    parameter,
    object,
    { simulation },
  ) => [simulation.scene.objects.get(object).parameters?.get(parameter) ?? initial];
  const set = (
    parameter: string,
    object: number,
    { value, context }: { value: number | string; context: ApiContext },
  ) => {
    const { parameters } = context.simulation.scene.objects.get(object);
    if ((parameters?.size ?? 0) >= OBJECT_PARAMETERS_MAX && parameters?.has(parameter) !== true) {
      throw new ApiError(`The object has ${OBJECT_PARAMETERS_MAX} parameters, and takes no more`);
    }
    parameters?.set(parameter, value);
    return [1];
  };
  return {
    get: apiFunction(z.tuple([handle, z.int()]), ([object, number], context) =>
      get(`${kind} ${number}`, object, context),
    ),
    set: apiFunction(z.tuple([handle, z.int(), valueSchema]), ([object, number, value], context) =>
      set(`${kind} ${number}`, object, { value, context }),
    ),
    getOnly: apiFunction(z.tuple([handle]), ([object], context) => get(kind, object, context)),
    setOnly: apiFunction(z.tuple([handle, valueSchema]), ([object, value], context) =>
      set(kind, object, { value, context }),
    ),
  };
}

export const SIM_OBJECTS: Readonly<Record<string, ApiFunction>> = {
  getObject: apiFunction(z.tuple([z.string(), findOptions.nullish()]), ([path, options], { simulation }) => {
    const found = simulation.scene.objects.find(path, options ?? {});
    if (found === null && options?.noError !== true)
      throw new ApiError(`Object does not exist: ${JSON.stringify(path)}`);
    return [found ?? -1];
  }),
  getObjects: apiFunction(z.tuple([z.int(), z.int()]), ([index, type], { simulation }) => [
    ofType(simulation.scene.objects.all(), type)[index]?.handle ?? -1,
  ]),
  getObjectsInTree: apiFunction(
    z.tuple([handle, z.int().nullish(), z.int().nullish()]),
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
  getObjectParent: apiFunction(z.tuple([handle]), ([object], { simulation }) => [
    simulation.scene.objects.get(object).parent,
  ]),
  getObjectChild: apiFunction(z.tuple([handle, z.int()]), ([object, index], { simulation }) => {
    if (object !== WORLD) simulation.scene.objects.get(object);
    return [simulation.scene.objects.childrenOf(object)[index]?.handle ?? -1];
  }),
  setObjectParent: apiFunction(
    z.tuple([handle, handle, z.boolean().nullish()]),
    ([object, parent, keepInPlace], { simulation }) => {
      if (parent !== WORLD) simulation.scene.objects.get(parent);
      simulation.scene.objects.setParent(object, parent, keepInPlace ?? true);
    },
  ),
  getObjectType: apiFunction(z.tuple([handle]), ([object], { simulation }) => [
    TYPES[simulation.scene.objects.get(object).kind],
  ]),
  getObjectAlias: apiFunction(z.tuple([handle, z.int().nullish()]), ([object, form], { simulation }) => {
    const { objects } = simulation.scene;
    return [(form ?? -1) <= 0 ? objects.get(object).alias : objects.pathOf(object)];
  }),
  setObjectAlias: apiFunction(z.tuple([handle, z.string()]), ([object, alias], { simulation }) => {
    simulation.scene.objects.rename(object, alias);
  }),
  isHandle: apiFunction(z.tuple([handle]), ([object], { simulation }) => [simulation.scene.objects.has(object)]),
  removeObjects: apiFunction(z.tuple([z.array(handle)]), ([handles], { simulation }) => {
    remove(handles, simulation);
  }),
  removeObject: apiFunction(z.tuple([handle]), ([object], { simulation }) => {
    remove([object], simulation);
    return [1];
  }),
  removeModel: apiFunction(z.tuple([handle]), ([object], { simulation }) => {
    const tree = simulation.scene.objects.treeOf(object).map((below) => below.handle);
    remove(tree, simulation);
    return [tree.length];
  }),
  getObjectInt32Param: parameterOf('Int32', 0).get,
  getObjectStringParam: parameterOf('String', '').get,
  getObjectSpecialProperty: parameterOf('special', 0).getOnly,
  getObjectProperty: parameterOf('property', 0).getOnly,
  getModelProperty: parameterOf('model', 0).getOnly,
  getObjectFloatParam: apiFunction(z.tuple([handle, z.int()]), ([object, parameter], { simulation }) => {
    const { size, kind, parameters } = simulation.scene.objects.get(object);
    const side = BOX_PARAMETERS.indexOf(parameter);
    const set = parameters?.get(`Float ${parameter}`);
    if (side === -1 && typeof set === 'number') return [new Real(set)];
    if (side === -1) throw new ApiError(`Object parameter ${parameter} is not one that this server knows`);
    if (size === undefined) throw new ApiError(`The ${kind} has no bounding box that this server knows`);
    return [new Real(((side < 3 ? -1 : 1) * size[side % 3]!) / 2)];
  }),
  createPrimitiveShape: apiFunction(
    z.tuple([z.int(), tripleArgument, z.int().nullish()]),
    ([form, size], { simulation }) => {
      if (form !== SIM.primitiveshape_cuboid)
        throw new ApiError('This server makes cuboids only (sim.primitiveshape_cuboid)');
      if (size.some((edge) => !(edge > 0 && edge <= 10))) throw new ApiError('Edges must be from 0 to 10 m long');
      return [
        simulation.scene.objects.add({ kind: 'shape', alias: 'Cuboid', parent: WORLD, local: IDENTITY, size }).handle,
      ];
    },
  ),
  createDummy: apiFunction(z.tuple([z.number().nullish()]), (_, { simulation }) => [
    simulation.scene.objects.add({ kind: 'dummy', alias: 'Dummy', parent: WORLD, local: IDENTITY }).handle,
  ]),
  getObjectColor: apiFunction(z.tuple([handle, z.int(), z.int()]), ([object], { simulation }) => [
    Float64Array.from(simulation.scene.objects.get(object).colour ?? GREY),
  ]),
  getShapeColor: apiFunction(z.tuple([handle, z.string().nullable(), z.int()]), ([object], { simulation }) => [
    1,
    Float64Array.from(simulation.scene.objects.get(object).colour ?? GREY),
  ]),
  getShapeTextureId: apiFunction(z.tuple([handle]), ([object], { simulation }) => [
    simulation.scene.objects.get(object).parameters?.get(TEXTURE) ?? -1,
  ]),
};

const TEXTURE = 'texture';
/** Above other handles, as in CoppeliaSim. */
const TEXTURE_FIRST = 2_180_009;
const GREY = [0.85, 0.85, 0.85];

/** Settings without effect; clients read them back where CoppeliaSim has a getter. */
export const SIM_OBJECTS_ACCEPTED: Readonly<Record<string, ApiFunction>> = {
  setObjectInt32Param: parameterOf('Int32', 0).set,
  setObjectFloatParam: parameterOf('Float', 0).set,
  setObjectStringParam: parameterOf('String', '').set,
  setObjectSpecialProperty: parameterOf('special', 0).setOnly,
  setObjectProperty: parameterOf('property', 0).setOnly,
  setModelProperty: parameterOf('model', 0).setOnly,
  setObjectColor: apiFunction(
    z.tuple([handle, z.int(), z.int(), tripleArgument]),
    ([object, , , colour], { simulation }) => {
      simulation.scene.objects.get(object).colour = colour;
      return [true];
    },
  ),
  /** CoppeliaSim creates a plane with each texture, which clients remove. */
  createTexture: apiFunction(z.tuple([z.string()]), (_, { simulation }) => {
    const plane = { kind: 'shape', alias: 'Plane', parent: WORLD, local: IDENTITY } as const;
    const { handle } = simulation.scene.objects.add(plane);
    return [handle, TEXTURE_FIRST + handle, [1, 1]];
  }),
  setShapeTexture: apiFunction(z.tuple([handle, z.int()]), ([object, texture], { simulation }) => {
    simulation.scene.objects.get(object).parameters?.set(TEXTURE, texture);
  }),
  setShapeColor: apiFunction(
    z.tuple([handle, z.string().nullable(), z.int(), tripleArgument]),
    ([object, , , colour], { simulation }) => {
      simulation.scene.objects.get(object).colour = colour;
    },
  ),
};
