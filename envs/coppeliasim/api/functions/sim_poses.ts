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
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';
import {
  type ApiFunction,
  apiFunction,
  type Functions,
  handleArgument as handle,
  poseArgument,
  tripleArgument,
} from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const matrixArgument = z.array(z.number()).min(12).max(16);

type Form = Readonly<{
  write: (pose: Pose) => readonly number[];
  read: (now: Pose, given: readonly number[]) => Pose;
  schema: z.ZodType<readonly number[]>;
}>;

const FORMS: Readonly<Record<'Position' | 'Orientation' | 'Quaternion' | 'Pose' | 'Matrix', Form>> = {
  Position: {
    write: positionOf,
    read: (now, [x, y, z]) => withPosition(now, [x!, y!, z!]),
    schema: tripleArgument,
  },
  Orientation: {
    write: toEuler,
    read: (now, [a, b, c]) => withTurn(now, fromEuler([a!, b!, c!])),
    schema: tripleArgument,
  },
  Quaternion: {
    write: (pose) => pose.slice(3),
    read: (now, [x, y, z, w]) => withTurn(now, normalised([0, 0, 0, x!, y!, z!, w!])),
    schema: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  },
  Pose: { write: (pose) => pose, read: (_, given) => normalised(given as unknown as Pose), schema: poseArgument },
  Matrix: { write: toMatrix, read: (_, given) => fromMatrix(given), schema: matrixArgument },
};

function frameOf(object: number, frame: number | null | undefined, { objects }: Simulation['scene']): number {
  if (frame === SIM.handle_parent) return objects.get(object).parent;
  if (frame === undefined || frame === null || frame === WORLD) return WORLD;
  return objects.get(frame).handle;
}

function accessors(name: string, { write, read, schema }: Form): [string, ApiFunction][] {
  const getter = apiFunction([handle, z.int().nullish()], ([object, frame], { simulation: { scene } }) => {
    const { objects } = scene;
    objects.get(object);
    const isInverse = frame === SIM.handle_inverse;
    const pose = isInverse ? inverse(objects.worldPose(object)) : objects.poseIn(object, frameOf(object, frame, scene));
    return real(write(pose));
  });
  const setter = apiFunction(
    // The frame comes last since version 4.5, and second before.
    [handle, z.union([schema, z.int()]), z.union([schema, z.int()]).nullish()],
    ([object, second, third], { simulation: { scene } }) => {
      const [value, frame] = typeof second === 'number' ? [third, second] : [second, third];
      if (!Array.isArray(value) || Array.isArray(frame))
        throw new ApiError('One list of numbers and one frame are expected');
      const { objects } = scene;
      const base = frameOf(object, frame as number | null | undefined, scene);
      objects.get(object);
      objects.setPoseIn(object, base, read(objects.poseIn(object, base), value));
    },
  );
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
