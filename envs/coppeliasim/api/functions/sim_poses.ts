import { z } from 'zod';
import {
  compose,
  fromEuler,
  fromMatrix,
  inverse,
  normalised,
  type Pose,
  positionOf,
  toEuler,
  toMatrix,
  withPosition,
  withTurn,
} from '../../scene/pose.ts';
import { WORLD } from '../../scene/scene_objects.ts';
import type { TableScene } from '../../scene/simulation.ts';
import {
  type ApiFunction,
  apiFunction,
  type Functions,
  framedArguments,
  handleArgument as handle,
  poseArgument,
  splitFrame,
  tripleArgument,
} from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const matrixArgument = z.array(z.number()).min(12).max(16);

type Form = Readonly<{
  write: (pose: Pose) => readonly number[];
  read: (before: Pose, value: readonly number[]) => Pose;
  schema: z.ZodType<readonly number[]>;
}>;

const FORMS: Readonly<Record<string, Form>> = {
  Position: {
    write: positionOf,
    read: (before, [x, y, z]) => withPosition(before, [x!, y!, z!]),
    schema: tripleArgument,
  },
  Orientation: {
    write: toEuler,
    read: (before, [a, b, c]) => withTurn(before, fromEuler([a!, b!, c!])),
    schema: tripleArgument,
  },
  Quaternion: {
    write: (pose) => pose.slice(3),
    read: (before, [x, y, z, w]) => withTurn(before, normalised([0, 0, 0, x!, y!, z!, w!])),
    schema: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  },
  Pose: { write: (pose) => pose, read: (_, value) => normalised(value as unknown as Pose), schema: poseArgument },
  Matrix: { write: toMatrix, read: (_, value) => fromMatrix(value), schema: matrixArgument },
};

function frameOf(object: number, frame: number | null | undefined, { objects }: TableScene): number {
  if (frame === SIM.handle_parent) return objects.get(object).parent;
  return frame == null || frame === WORLD ? WORLD : objects.get(frame).handle;
}

function accessors(name: string, { write, read, schema }: Form): [string, ApiFunction][] {
  const getter = apiFunction([handle, z.int().nullish()], ([object, frame], scene) => {
    const { objects } = scene;
    objects.get(object);
    const isInverse = frame === SIM.handle_inverse;
    const pose = isInverse ? inverse(objects.worldPose(object)) : objects.poseIn(object, frameOf(object, frame, scene));
    return real(write(pose));
  });
  const setter = apiFunction(framedArguments(schema), ([object, second, third], scene) => {
    const { objects } = scene;
    const [value, frame] = splitFrame(second, third);
    const base = frameOf(object, frame, scene);
    objects.get(object);
    objects.setPoseIn(object, base, read(objects.poseIn(object, base), value));
  });
  return [
    [`getObject${name}`, getter],
    [`setObject${name}`, setter],
  ];
}

const real = (numbers: readonly number[]) => [Float64Array.from(numbers)];

export const SIM_POSES: Functions = {
  ...Object.fromEntries(Object.entries(FORMS).flatMap(([name, form]) => accessors(name, form))),
  buildPose: apiFunction([tripleArgument, tripleArgument], ([position, angles]) =>
    real(withPosition(fromEuler(angles), position)),
  ),
  buildMatrix: apiFunction([tripleArgument, tripleArgument], ([position, angles]) =>
    real(toMatrix(withPosition(fromEuler(angles), position))),
  ),
  poseToMatrix: apiFunction([poseArgument], ([pose]) => real(toMatrix(normalised(pose)))),
  matrixToPose: apiFunction([matrixArgument], ([matrix]) => real(fromMatrix(matrix))),
  multiplyPoses: apiFunction([poseArgument, poseArgument], ([a, b]) => real(compose(normalised(a), normalised(b)))),
  getPoseInverse: apiFunction([poseArgument], ([pose]) => real(inverse(normalised(pose)))),
  getEulerAnglesFromMatrix: apiFunction([matrixArgument], ([matrix]) => real(toEuler(fromMatrix(matrix)))),
};
