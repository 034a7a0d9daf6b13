/** Joints jump to their target or turn at a set velocity; there are no forces. */
import { z } from 'zod';
import { Real } from '../../wire/cbor.ts';
import { type ApiFunction, apiFunction, handleArgument as handle, numberArgument } from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const getJointPosition = apiFunction(z.tuple([handle]), ([joint], { simulation }) => [
  new Real(simulation.joint(joint).angle),
]);

const setJointPosition = apiFunction(z.tuple([handle, numberArgument]), ([joint, angle], { simulation }) => {
  simulation.turn(joint, angle);
  simulation.joint(joint).velocity = 0;
});

const getJointVelocity = apiFunction(z.tuple([handle]), ([joint], { simulation }) => [
  new Real(simulation.joint(joint).velocity ?? 0),
]);

function kept(parameter: string): { readonly get: ApiFunction; readonly set: ApiFunction } {
  return {
    get: apiFunction(z.tuple([handle]), ([joint], { simulation }) => [
      new Real(Number(simulation.joint(joint).parameters?.get(parameter) ?? 0)),
    ]),
    set: apiFunction(z.tuple([handle, numberArgument]), ([joint, value], { simulation }) => {
      simulation.joint(joint).parameters?.set(parameter, value);
    }),
  };
}

const targetForce = kept('target_force');

export const SIM_JOINTS: Readonly<Record<string, ApiFunction>> = {
  getJointPosition,
  setJointPosition,
  getJointTargetPosition: getJointPosition,
  setJointTargetPosition: setJointPosition,
  getJointVelocity,
  getJointTargetVelocity: getJointVelocity,
  setJointTargetVelocity: apiFunction(z.tuple([handle, numberArgument]), ([joint, velocity], { simulation }) => {
    simulation.joint(joint).velocity = velocity;
  }),
  getJointTargetForce: targetForce.get,
  getJointInterval: apiFunction(z.tuple([handle]), ([joint], { simulation }) => {
    const [lower, upper] = simulation.joint(joint).limits;
    return [false, Float64Array.of(lower, upper - lower)];
  }),
  getJointType: apiFunction(z.tuple([handle]), ([joint], { simulation }) => {
    simulation.joint(joint);
    return [SIM.joint_revolute];
  }),
  getJointMode: apiFunction(z.tuple([handle]), ([joint], { simulation }) => {
    simulation.joint(joint);
    return [SIM.jointmode_kinematic, 0];
  }),
};

export const SIM_JOINTS_ACCEPTED: Readonly<Record<string, ApiFunction>> = {
  setJointTargetForce: targetForce.set,
  setJointMode: apiFunction(z.tuple([handle, z.int()]), ([joint], { simulation }) => {
    simulation.joint(joint);
  }),
};
