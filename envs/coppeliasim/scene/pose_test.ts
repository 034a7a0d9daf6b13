import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  compose,
  fromEuler,
  fromMatrix,
  IDENTITY,
  inverse,
  type Pose,
  toEuler,
  toMatrix,
  turn,
  withPosition,
} from './pose.ts';

const length = fc.double({ min: -3, max: 3, noNaN: true });
const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true });
const poses = fc
  .tuple(fc.tuple(length, length, length), fc.tuple(angle, fc.double({ min: -1.5, max: 1.5, noNaN: true }), angle))
  .map(([position, angles]) => withPosition(fromEuler(angles), position));

function multiplied(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column) => {
      const sum = [0, 1, 2].reduce((all, k) => all + a[4 * row + k]! * b[4 * k + column]!, 0);
      return sum + (column === 3 ? a[4 * row + 3]! : 0);
    }),
  );
}

function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found).toEqual(expected.map((value) => expect.closeTo(value, 9)));
}

it('compose() is the product of matrices, and inverse() undoes a pose', () => {
  fc.assert(
    fc.property(poses, poses, (a, b) => {
      expectClose(toMatrix(compose(a, b)), multiplied(toMatrix(a), toMatrix(b)));
      expectClose(toMatrix(compose(inverse(a), a)), toMatrix(IDENTITY));
    }),
  );
});

it('fromMatrix() inverts toMatrix(), even for half turns', () => {
  const isSame = (pose: Pose) => expectClose(toMatrix(fromMatrix(toMatrix(pose))), toMatrix(pose));
  fc.assert(fc.property(poses, isSame));
  for (const axis of [0, 1, 2] as const) isSame(turn(axis, Math.PI));
});

it('toEuler() follows CoppeliaSim: the same rotation about x, then y, then z', () => {
  expectClose(toMatrix(fromEuler([Math.PI / 2, 0, 0])), [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0]);
  expectClose(toMatrix(fromEuler([Math.PI / 2, 0, Math.PI / 2])), [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0]);
  const isSame = (pose: Pose) =>
    expectClose(toMatrix(fromEuler(toEuler(pose))), toMatrix(withPosition(pose, [0, 0, 0])));
  fc.assert(fc.property(poses, isSame));
});
