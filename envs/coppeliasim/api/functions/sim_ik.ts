/** Bounded by starts, not by `maxTime`; `maxDist` has no effect, since the solver needs no search. */
import { z } from 'zod';
import { randomNumbers } from '../../../random_numbers.ts';
import { isSame, reachFrom, startOf, type ToolPose } from '../../../tabletop/motion/inverse_kinematics.ts';
import { distance } from '../../../tabletop/motion/kinematics.ts';
import type { Configuration } from '../../../tabletop/table/arm.ts';
import { normalised, type Pose, toMatrix } from '../../scene/pose.ts';
import { WORLD } from '../../scene/scene_objects.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';
import {
  apiFunction,
  clientCall,
  type Functions,
  functionsOf,
  handleArgument as handle,
  type IkElement,
  type IkEnvironment,
  noEffect,
  optionsArgument,
  poseArgument,
  type Rounds,
} from './api_function.ts';
import { SIM_IK_CONSTANTS } from './constants.ts';

const GROUPS_MAX = 100;
const STARTS = 24;

const onEnvironment = functionsOf(handle, (environment, { ik }) => ik.get(environment));

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

/** Throws an ApiError on anything but the arm's joints, base first. */
export function requireArm(joints: readonly number[], { scene }: Simulation): void {
  if (joints.length !== scene.joints.length || joints.some((joint, index) => joint !== scene.joints[index])) {
    throw new ApiError('The joints must be the seven of the arm, base first');
  }
}

export function configurationAt(pose: Pose, { configuration }: Simulation): Configuration | null {
  return reachFrom(Array.from(configuration), toolPoseOf(pose));
}

export function requireTool(tip: number, { scene }: Simulation): void {
  if (tip !== scene.tip && tip !== scene.attachPoint) {
    throw new ApiError('The tip must be the arm’s "tip" or "attachPoint"');
  }
}

function findConfigurations(pose: Pose, near: Configuration, isMultiple: boolean): readonly Configuration[] {
  const toolPose = toolPoseOf(pose);
  const random = randomNumbers(0);
  const solutions: Configuration[] = [];
  for (let start = 0; start < STARTS; start++) {
    const q = reachFrom(startOf(start, { near, random }), toolPose);
    if (q === null || solutions.some((other) => isSame(other, q))) continue;
    solutions.push(q);
  }
  solutions.sort((a, b) => distance(a, near) - distance(b, near));
  return isMultiple ? solutions : solutions.slice(0, 1);
}

type FindParameters = z.output<typeof findParameters>;

function* filtered(solutions: readonly Configuration[], { cb, auxData, findMultiple }: FindParameters): Rounds {
  const valid: Float64Array[] = [];
  for (const q of solutions.map((angles) => Float64Array.from(angles))) {
    const [isValid] = yield clientCall(cb as string, q, auxData);
    if (isValid === true) valid.push(q);
    if (valid.length > 0 && findMultiple !== true) break;
  }
  return [valid];
}

const handleOptions = optionsArgument({ syncWorlds: z.boolean().optional(), allowError: z.boolean().optional() });

const handling = (groupsArgument: z.ZodType<readonly number[]>) =>
  onEnvironment([groupsArgument, handleOptions.nullish()], (known, [groups, options], { simulation }) => {
    const { objects, joints } = simulation.scene;
    for (const group of groups) {
      const { target } = elementOf(group, known);
      const q = configurationAt(known.poses.get(target) ?? objects.worldPose(target), simulation);
      if (q === null) return [SIM_IK_CONSTANTS.result_fail, 0, [0, 0]];
      if (options?.syncWorlds !== true) continue;
      for (const [index, angle] of q.entries()) simulation.turn(joints[index]!, angle);
    }
    return [SIM_IK_CONSTANTS.result_success, 0, [0, 0]];
  });

export const SIM_IK_NO_EFFECT: Functions = {
  setGroupCalculation: noEffect(),
  setGroupFlags: noEffect(),
  setElementPrecision: noEffect(),
  setElementWeights: noEffect(),
};

export const SIM_IK: Functions = {
  handleGroup: handling(handle.transform((group) => [group])),
  handleGroups: handling(z.array(handle)),
  createEnvironment: apiFunction([], (_, { ik }) => [ik.add({ groups: new Map(), poses: new Map() })]),
  eraseEnvironment: apiFunction([handle], ([environment], { ik }) => void ik.remove(environment)),
  createGroup: onEnvironment([], ({ groups }) => {
    if (groups.size >= GROUPS_MAX) throw new ApiError(`The IK environment has ${GROUPS_MAX} groups, and takes no more`);
    const made = groups.size + 1;
    groups.set(made, null);
    return [made];
  }),
  addElementFromScene: onEnvironment(
    [handle, handle, handle, handle, z.int()],
    ({ groups }, [group, base, tip, target], { simulation }) => {
      const { objects, joints, panda } = simulation.scene;
      if (!groups.has(group)) throw new ApiError(`IK group does not exist: handle ${group}`);
      requireTool(tip, simulation);
      if (base !== panda && base !== WORLD) throw new ApiError('The base must be "Panda" or the world');
      objects.get(target);
      groups.set(group, { base, tip, target });
      // Objects have the same handles in both worlds.
      const handles = new Map([base, ...joints, tip, target].map((object) => [object, object]));
      return [1, handles, handles];
    },
  ),
  syncFromSim: onEnvironment([z.array(handle)], (known, [groups]) => {
    for (const group of groups) known.poses.delete(elementOf(group, known).target);
  }),
  setObjectPose: onEnvironment(
    [handle, z.union([poseArgument, z.int()]), z.union([poseArgument, z.int()]).nullish()],
    ({ poses }, [object, second, third], { simulation: { scene } }) => {
      const [pose, frame] = typeof second === 'number' ? [third, second] : [second, third];
      if (!Array.isArray(pose) || Array.isArray(frame)) throw new ApiError('One pose and one frame are expected');
      scene.objects.get(object);
      // Panda stands at the world's origin, so its frame is the world's.
      if (frame !== undefined && frame !== null && frame !== WORLD && frame !== scene.panda) {
        throw new ApiError('Poses must be given in the frame of "Panda" or of the world');
      }
      poses.set(object, normalised(pose as unknown as Pose));
    },
  ),
  findConfigs: onEnvironment(
    [handle, z.array(handle), findParameters.nullish()],
    (known, [group, joints, parameters], { simulation }) => {
      const { scene, configuration } = simulation;
      const { target } = elementOf(group, known);
      requireArm(joints, simulation);
      const pose = known.poses.get(target) ?? scene.objects.poseIn(target, scene.panda);
      const isFiltered = typeof parameters?.cb === 'string';
      const isMultiple = (parameters?.findMultiple ?? false) || isFiltered;
      const solutions = findConfigurations(pose, Array.from(configuration), isMultiple);
      if (isFiltered) return filtered(solutions, parameters);
      return [solutions.map((q) => Float64Array.from(q))];
    },
  ),
};
