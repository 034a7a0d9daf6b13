import { z } from 'zod';
import { Real } from '../../wire/cbor.ts';
import { type Functions, functionMakerFor, handleArgument as handle } from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const onJoint = functionMakerFor(handle, (joint, { simulation }) => simulation.joint(joint));

const getJointPosition = onJoint([], ({ angle }) => [new Real(angle)]);

const setJointPosition = onJoint([z.number()], (joint, [angle], { simulation }) => {
  simulation.turn(joint.handle, angle);
  joint.velocity = 0;
});

const getJointVelocity = onJoint([], ({ velocity }) => [new Real(velocity ?? 0)]);

const TARGET_FORCE = 'target_force';

export const SIM_JOINTS: Functions = {
  getJointPosition,
  setJointPosition,
  getJointTargetPosition: getJointPosition,
  setJointTargetPosition: setJointPosition,
  getJointVelocity,
  getJointTargetVelocity: getJointVelocity,
  setJointTargetVelocity: onJoint([z.number()], (joint, [velocity]) => {
    joint.velocity = velocity;
  }),
  getJointTargetForce: onJoint([], ({ parameters }) => [new Real(Number(parameters.get(TARGET_FORCE) ?? 0))]),
  getJointInterval: onJoint([], ({ limits: [lower, upper] }) => [false, Float64Array.of(lower, upper - lower)]),
  getJointType: onJoint([], () => [SIM.joint_revolute]),
  getJointMode: onJoint([], () => [SIM.jointmode_kinematic, 0]),
};

export const SIM_JOINTS_NO_EFFECT: Functions = {
  setJointTargetForce: onJoint([z.number()], ({ parameters }, [force]) => void parameters.set(TARGET_FORCE, force)),
  setJointMode: onJoint([z.int()], () => undefined),
};
