/** CoppeliaSim functions without effect here: accepted where nothing depends on them, refused otherwise. */
import { ApiError } from '../../wire/api_error.ts';
import { type ApiFunction, accepted, type Functions, onObject } from './api_function.ts';

/** Like `accepted`, but the object must exist. */
const acceptedOf = (...result: readonly unknown[]) => onObject([], () => result);

const refused = (reason: string) => () => {
  throw new ApiError(`This server does not do that: ${reason}`);
};

/** One function under all names of the lines. */
function each(run: ApiFunction, ...lines: readonly string[]): Functions {
  return Object.fromEntries(lines.flatMap((line) => line.split(' ').map((name) => [name, run])));
}

export const ACCEPTED: { readonly sim: Functions; readonly simOMPL: Functions } = {
  sim: {
    ...each(accepted(), 'addLog saveScene acquireLock releaseLock setThreadAutomaticSwitch setThreadSwitchTiming'),
    ...each(accepted(), 'setAutoYieldDelay setNavigationMode setPage'),
    ...each(accepted(1), 'adjustView cameraFitToView floatingViewAdd floatingViewRemove refreshDialogs'),
    ...each(accepted(1), 'announceSceneContentChange auxiliaryConsoleOpen auxiliaryConsolePrint auxiliaryConsoleShow'),
    ...each(accepted(1), 'auxiliaryConsoleClose addDrawingObject addDrawingObjectItem'),
    ...each(accepted(), 'removeDrawingObject setObjectSel writeTexture'),
    ...each(acceptedOf(), 'setLightParameters setShapeMaterial setShapeMass setShapeInertia'),
    ...each(acceptedOf(1), 'computeMassAndInertia alignShapeBB'),
    resetDynamicObject: acceptedOf(),
  },
  simOMPL: { ...each(accepted(), 'printTaskInfo setVerboseLevel removeDrawingObjects'), drawPath: accepted([]) },
};

const noModels = refused('it has one scene, and no models');

export const REFUSED: { readonly sim: Functions; readonly simIK: Functions; readonly simOMPL: Functions } = {
  sim: {
    ...each(
      refused('its scene has no sensors and no pictures'),
      'checkProximitySensor createProximitySensor createVisionSensor createForceSensor getVisionSensorDepth',
      'getVisionSensorImg handleProximitySensor handleVisionSensor readForceSensor readProximitySensor readVisionSensor',
    ),
    ...each(
      refused('shapes are cuboids; make them with sim.createPrimitiveShape'),
      'createHeightfieldShape createShape importMesh importShape',
    ),
    ...each(noModels, 'copyPasteObjects createJoint loadModel saveModel'),
    ...each(refused('it runs no code of clients'), 'createScript executeScriptString launchExecutable'),
    ...each(refused('nothing here has forces'), 'addForce addForceAndTorque getJointForce'),
  },
  simIK: {
    computeJacobian: refused('configurations are found with simIK.findConfigs and simIK.handleGroup'),
    createJoint: noModels,
    generatePath: refused('lines in space are moved along with sim.moveToPose'),
  },
  simOMPL: each(
    refused('paths are searched from a state to states, by collision pairs or a validation callback'),
    'getPlannerData projectStates setGoal setGoalCallback setProjectionEvaluationCallback setValidStateSamplerCallback',
  ),
};
