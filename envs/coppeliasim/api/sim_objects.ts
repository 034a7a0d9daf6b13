/**
 * `sim`: objects, their names, their tree, their sizes; making and removing them.
 *
 * @module
 */
import { z } from 'zod';
import { IDENTITY } from '../scene/pose.ts';
import { type ObjectKind, type SceneObject, WORLD } from '../scene/scene_objects.ts';
import { ApiError } from '../wire/api_error.ts';
import { Real } from '../wire/cbor.ts';
import {
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
};

const findOptions = optionsArgument({
  index: z.int().min(0).default(0),
  noError: z.boolean().default(false),
  proxy: z.int().default(WORLD),
});

/** Of a list of objects those of a type; -2 for any. */
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
    const { objects, joints, panda, gripper } = simulation.scene;
    for (const object of handles) {
      objects.get(object);
      if ([...joints, panda, gripper].includes(object)) throw new ApiError('The arm cannot be removed');
    }
    for (const object of new Set(handles)) objects.remove(object);
  }),
  getObjectFloatParam: apiFunction(z.tuple([handle, z.int()]), ([object, parameter], { simulation }) => {
    const { size, kind } = simulation.scene.objects.get(object);
    const side = BOX_PARAMETERS.indexOf(parameter);
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
  setObjectColor: apiFunction(
    z.tuple([handle, z.int(), z.int(), tripleArgument]),
    ([object, , , colour], { simulation }) => {
      simulation.scene.objects.get(object).colour = colour;
      return [true];
    },
  ),
  /** Nothing here has a texture, and nothing is drawn. */
  setShapeTexture: apiFunction(z.tuple([handle, z.int()]), ([object], { simulation }) => {
    simulation.scene.objects.get(object);
  }),
  setShapeColor: apiFunction(
    z.tuple([handle, z.string().nullable(), z.int(), tripleArgument]),
    ([object, , , colour], { simulation }) => {
      simulation.scene.objects.get(object).colour = colour;
    },
  ),
};
