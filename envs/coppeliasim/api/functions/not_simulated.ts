/** CoppeliaSim functions without effect here: accepted where nothing depends on them, refused otherwise. */
import { type ApiFunction, accepted, acceptedOf, refused } from './api_function.ts';

type Functions = Readonly<Record<string, ApiFunction>>;

export const ACCEPTED: { readonly sim: Functions; readonly simOMPL: Functions } = {
  sim: {
    addLog: accepted(),
    saveScene: accepted(),
    acquireLock: accepted(),
    releaseLock: accepted(),
    setThreadAutomaticSwitch: accepted(),
    setThreadSwitchTiming: accepted(),
    setAutoYieldDelay: accepted(),
    setNavigationMode: accepted(),
    setPage: accepted(),
    adjustView: accepted(1),
    cameraFitToView: accepted(1),
    floatingViewAdd: accepted(1),
    floatingViewRemove: accepted(1),
    refreshDialogs: accepted(1),
    announceSceneContentChange: accepted(1),
    auxiliaryConsoleOpen: accepted(1),
    auxiliaryConsolePrint: accepted(1),
    auxiliaryConsoleShow: accepted(1),
    auxiliaryConsoleClose: accepted(1),
    addDrawingObject: accepted(1),
    addDrawingObjectItem: accepted(1),
    removeDrawingObject: accepted(),
    setObjectSel: accepted(),
    writeTexture: accepted(),
    setLightParameters: acceptedOf(),
    setShapeMaterial: acceptedOf(),
    setShapeMass: acceptedOf(),
    setShapeInertia: acceptedOf(),
    computeMassAndInertia: acceptedOf(1),
    alignShapeBB: acceptedOf(1),
    resetDynamicObject: acceptedOf(),
  },
  simOMPL: {
    printTaskInfo: accepted(),
    setVerboseLevel: accepted(),
    drawPath: accepted([]),
    removeDrawingObjects: accepted(),
  },
};

const noSensors = refused('its scene has no sensors and no pictures');
const noMeshes = refused('shapes are cuboids; make them with sim.createPrimitiveShape');
const noModels = refused('it has one scene, and no models');
const noScripts = refused('it runs no code of clients');
const noPhysics = refused('nothing here has forces');
const ownSearch = refused('paths are searched from a state to states, by collision pairs or a validation callback');

export const REFUSED: { readonly sim: Functions; readonly simIK: Functions; readonly simOMPL: Functions } = {
  sim: {
    checkProximitySensor: noSensors,
    createProximitySensor: noSensors,
    createVisionSensor: noSensors,
    createForceSensor: noSensors,
    getVisionSensorDepth: noSensors,
    getVisionSensorImg: noSensors,
    handleProximitySensor: noSensors,
    handleVisionSensor: noSensors,
    readForceSensor: noSensors,
    readProximitySensor: noSensors,
    readVisionSensor: noSensors,
    createHeightfieldShape: noMeshes,
    createShape: noMeshes,
    importMesh: noMeshes,
    importShape: noMeshes,
    copyPasteObjects: noModels,
    createJoint: noModels,
    loadModel: noModels,
    saveModel: noModels,
    createScript: noScripts,
    executeScriptString: noScripts,
    launchExecutable: noScripts,
    addForce: noPhysics,
    addForceAndTorque: noPhysics,
    getJointForce: noPhysics,
  },
  simIK: {
    computeJacobian: refused('configurations are found with simIK.findConfigs and simIK.handleGroup'),
    createJoint: noModels,
    generatePath: refused('lines in space are moved along with sim.moveToPose'),
  },
  simOMPL: {
    getPlannerData: ownSearch,
    projectStates: ownSearch,
    setGoal: ownSearch,
    setGoalCallback: ownSearch,
    setProjectionEvaluationCallback: ownSearch,
    setValidStateSamplerCallback: ownSearch,
  },
};
