/** `maxTime` and `maxDist` have no effect. */
import { z } from 'zod';
import { randomNumbers } from '../../../random_numbers.ts';
import { isSame, reachFrom, startOf, type ToolPose } from '../../../tabletop/motion/inverse_kinematics.ts';
import { distance } from '../../../tabletop/motion/kinematics.ts';
import type { Configuration } from '../../../tabletop/table/arm.ts';
import { normalised, type Pose, toMatrix } from '../../scene/pose.ts';
import { WORLD } from '../../scene/scene_objects.ts';
import type { Simulation, TableScene } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/cbor.ts';
import {
  apiFunction,
  clientCall,
  type Functions,
  framedArguments,
  functionMakerFor,
  handleArgument as handle,
  type IkElement,
  type IkEnvironment,
  noEffect,
  optionsArgument,
  poseArgument,
  type Rounds,
  splitFrame,
} from './api_function.ts';
import { SIM_IK_CONSTANTS } from './constants.ts';

const GROUPS_MAX = 100;
const STARTS = 24;

const onEnvironment = functionMakerFor(handle, (environment, { ik }) => ik.get(environment));

function elementOf(group: number, { groups }: IkEnvironment): IkElement {
  const element = groups.get(group);
  if (element === undefined) throw new ApiError(`IK group does not exist: handle ${group}`);
  if (element === null) throw new ApiError('The IK group has no element; add one with simIK.addElementFromScene');
  return element;
}

const findParameters = optionsArgument({
  findMultiple: z.boolean().optional(),
  cb: z.string().nullish(),
  auxData: z.unknown().optional(),
});

function toolPoseOf(pose: Pose): ToolPose {
  const m = toMatrix(pose);
  const column = (axis: number) => [m[axis]!, m[4 + axis]!, m[8 + axis]!] as const;
  return { position: column(3), x: column(0), y: column(1), z: column(2) };
}

export function requireArm(joints: readonly number[], arm: TableScene) {
  if (joints.join() !== arm.joints.join()) throw new ApiError("Name the arm's seven joints, base first");
}

export function configurationAt(pose: Pose, { configuration }: Simulation): Configuration | null {
  return reachFrom(Array.from(configuration), toolPoseOf(pose));
}

export function requireTool(tip: number, arm: TableScene) {
  if (tip !== arm.tip && tip !== arm.attachPoint) throw new ApiError('The tip must be "tip" or "attachPoint"');
}

function findConfigurations(pose: Pose, near: Configuration, isMultiple: boolean): readonly Configuration[] {
  const toolPose = toolPoseOf(pose);
  const random = randomNumbers(0);
  const solutions: Configuration[] = [];
  for (let start = 0; start < STARTS; start++) {
    const q = reachFrom(startOf(start, { near, random }), toolPose);
    if (q !== null && !solutions.some((other) => isSame(other, q))) solutions.push(q);
  }
  solutions.sort((a, b) => distance(a, near) - distance(b, near));
  return isMultiple ? solutions : solutions.slice(0, 1);
}

function* filterByClient(
  solutions: readonly Configuration[],
  { cb, auxData, findMultiple }: z.output<typeof findParameters>,
): Rounds {
  const valid: Float64Array[] = [];
  for (const q of solutions.map((angles) => Float64Array.from(angles))) {
    const [isValid] = yield clientCall(cb as string, q, auxData);
    if (isValid === true) valid.push(q);
    if (valid.length > 0 && findMultiple !== true) break;
  }
  return [valid];
}

const handleOptions = optionsArgument({ syncWorlds: z.boolean().optional(), allowError: z.boolean().optional() });

const handleGroups = (groupsArgument: z.ZodType<readonly number[]>) =>
  onEnvironment([groupsArgument, handleOptions.nullish()], (environment, [groups, options], context) => {
    const { simulation, objects, joints } = context;
    for (const group of groups) {
      const { target } = elementOf(group, environment);
      const q = configurationAt(environment.poses.get(target) ?? objects.worldPose(target), simulation);
      if (q === null) return [SIM_IK_CONSTANTS.result_fail, 0, [0, 0]];
      if (options?.syncWorlds !== true) continue;
      for (const [index, angle] of q.entries()) simulation.turn(joints[index]!, angle);
    }
    return [SIM_IK_CONSTANTS.result_success, 0, [0, 0]];
  });

export const SIM_IK_NO_EFFECT: Functions = Object.fromEntries(
  ['setGroupCalculation', 'setGroupFlags', 'setElementPrecision', 'setElementWeights'].map((key) => [key, noEffect()]),
);

export const SIM_IK: Functions = {
  handleGroup: handleGroups(handle.transform((group) => [group])),
  handleGroups: handleGroups(z.array(handle)),
  createEnvironment: apiFunction([], (_, { ik }) => [ik.add({ groups: new Map(), poses: new Map() })]),
  eraseEnvironment: apiFunction([handle], ([environment], { ik }) => void ik.remove(environment)),
  createGroup: onEnvironment([], ({ groups }) => {
    if (groups.size >= GROUPS_MAX) throw new ApiError(`The limit of ${GROUPS_MAX} groups is reached`);
    groups.set(groups.size + 1, null);
    return [groups.size];
  }),
  addElementFromScene: onEnvironment(
    [handle, handle, handle, handle, z.int()],
    ({ groups }, [group, base, tip, target], context) => {
      const { objects, joints, panda } = context;
      if (!groups.has(group)) throw new ApiError(`IK group does not exist: handle ${group}`);
      requireTool(tip, context);
      if (base !== panda && base !== WORLD) throw new ApiError('The base must be "Panda" or the world');
      objects.get(target);
      groups.set(group, { base, tip, target });
      const handles = new Map([base, ...joints, tip, target].map((object) => [object, object]));
      return [1, handles, handles];
    },
  ),
  syncFromSim: onEnvironment([z.array(handle)], (environment, [groups]) => {
    for (const group of groups) environment.poses.delete(elementOf(group, environment).target);
  }),
  setObjectPose: onEnvironment(
    framedArguments(poseArgument),
    ({ poses }, [object, second, third], { objects, panda }) => {
      const [pose, frame] = splitFrame(second, third);
      objects.get(object);
      if (frame !== null && frame !== WORLD && frame !== panda) {
        throw new ApiError('Poses must be in the frame of "Panda" or of the world');
      }
      poses.set(object, normalised(pose as unknown as Pose));
    },
  ),
  findConfigs: onEnvironment(
    [handle, z.array(handle), findParameters.nullish()],
    (environment, [group, joints, parameters], context) => {
      const { target } = elementOf(group, environment);
      requireArm(joints, context);
      const pose = environment.poses.get(target) ?? context.objects.poseIn(target, context.panda);
      const isFiltered = typeof parameters?.cb === 'string';
      const isMultiple = (parameters?.findMultiple ?? false) || isFiltered;
      const solutions = findConfigurations(pose, Array.from(context.simulation.configuration), isMultiple);
      if (isFiltered) return filterByClient(solutions, parameters);
      return [solutions.map((q) => Float64Array.from(q))];
    },
  ),
};
