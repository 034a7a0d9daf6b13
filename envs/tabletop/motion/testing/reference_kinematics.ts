import { DENAVIT_HARTENBERG, FLANGE_Z, HAND_YAW, TCP_Z } from '../panda.ts';
import { cos, sin } from '../sin_cos.ts';

type Matrix = readonly (readonly number[])[];

export function slowLinkFrames(q: ArrayLike<number>): Float64Array {
  const matrices: Matrix[] = [turnX(0)];
  for (const [joint, { a, d, quarters }] of DENAVIT_HARTENBERG.entries()) {
    const before = matrices[joint]!;
    const steps = [before, turnX((quarters * Math.PI) / 2), shift(a, 0), turnZ(q[joint]!), shift(0, d)];
    matrices.push(steps.reduce(product));
  }
  const hand = [matrices[7]!, shift(0, FLANGE_Z), turnZ(HAND_YAW)].reduce(product);
  matrices.push(hand, product(hand, shift(0, TCP_Z)));
  const columns = matrices.flatMap((matrix) =>
    [0, 1, 2, 3].map((column) => matrix.slice(0, 3).map((row) => row[column]!)),
  );
  return Float64Array.from(columns.flat());
}

function product(left: Matrix, right: Matrix): Matrix {
  return left.map((row) =>
    [0, 1, 2, 3].map((column) => row.reduce((sum, value, inner) => sum + value * right[inner]![column]!, 0)),
  );
}

function matrixOf(...numbers: readonly number[]): Matrix {
  return [0, 4, 8, 12].map((row) => [...numbers, 0, 0, 0, 1].slice(row, row + 4));
}

function turnX(angle: number): Matrix {
  const [s, c] = [sin(angle), cos(angle)];
  return matrixOf(...[1, 0, 0, 0], ...[0, c, -s, 0], ...[0, s, c, 0]);
}

function turnZ(angle: number): Matrix {
  const [s, c] = [sin(angle), cos(angle)];
  return matrixOf(...[c, -s, 0, 0], ...[s, c, 0, 0], ...[0, 0, 1, 0]);
}

function shift(x: number, z: number): Matrix {
  return matrixOf(...[1, 0, 0, x], ...[0, 1, 0, 0], ...[0, 0, 1, z]);
}
