import { ApiError } from '../../wire/cbor.ts';
import { type ApiFunction, type Functions, noEffect, onObject } from './api_function.ts';

const noEffectOn = (...result: readonly unknown[]) => onObject([], () => result);

const refused = (reason: string) => () => {
  throw new ApiError(`This server does not support this function: ${reason}`);
};

function each(run: ApiFunction, ...lines: readonly string[]): Functions {
  return Object.fromEntries(lines.flatMap((line) => line.split(' ').map((name) => [name, run])));
}

export const NO_EFFECT: Readonly<{ sim: Functions; simOMPL: Functions }> = {
  sim: {
    ...each(noEffect(), 'addLog saveScene acquireLock releaseLock setThreadAutomaticSwitch setThreadSwitchTiming'),
    ...each(noEffect(), 'setAutoYieldDelay setNavigationMode setPage'),
    ...each(noEffect(1), 'adjustView cameraFitToView floatingViewAdd floatingViewRemove refreshDialogs'),
    ...each(noEffect(1), 'announceSceneContentChange auxiliaryConsoleOpen auxiliaryConsolePrint auxiliaryConsoleShow'),
    ...each(noEffect(1), 'auxiliaryConsoleClose addDrawingObject addDrawingObjectItem'),
    ...each(noEffect(), 'removeDrawingObject setObjectSel writeTexture'),
    ...each(noEffectOn(), 'setLightParameters setShapeMaterial setShapeMass setShapeInertia'),
    ...each(noEffectOn(1), 'computeMassAndInertia alignShapeBB'),
    resetDynamicObject: noEffectOn(),
  },
  simOMPL: { ...each(noEffect(), 'printTaskInfo setVerboseLevel removeDrawingObjects'), drawPath: noEffect([]) },
};

const noModels = refused('it has only one scene and no models');

export const REFUSED: Readonly<{ sim: Functions; simIK: Functions; simOMPL: Functions }> = {
  sim: {
    ...each(
      refused('its scene has no sensors'),
      'checkProximitySensor createProximitySensor createVisionSensor createForceSensor getVisionSensorDepth',
      'getVisionSensorImg handleProximitySensor handleVisionSensor readForceSensor readProximitySensor readVisionSensor',
    ),
    ...each(
      refused('shapes are cuboids; make them with sim.createPrimitiveShape'),
      'createHeightfieldShape createShape importMesh importShape',
    ),
    ...each(noModels, 'copyPasteObjects createJoint loadModel saveModel'),
    ...each(refused('it does not run code from clients'), 'createScript executeScriptString launchExecutable'),
    ...each(refused('it does not simulate forces'), 'addForce addForceAndTorque getJointForce'),
  },
  simIK: {
    computeJacobian: refused('call simIK.findConfigs or simIK.handleGroup'),
    createJoint: noModels,
    generatePath: refused('call sim.moveToPose'),
  },
  simOMPL: each(
    refused('it plans only from a start state to goal states, with collision pairs or a validation callback'),
    'getPlannerData projectStates setGoal setGoalCallback setProjectionEvaluationCallback setValidStateSamplerCallback',
  ),
};
