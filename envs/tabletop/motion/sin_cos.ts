/**
 * Gives the same bits in every runtime, unlike `Math.sin` and `Math.cos`. Follows fdlibm (Sun Microsystems 1993), but the
 * reduced angle has no second word: errors are slightly above one unit in the last place, and larger beyond 10^6 rad.
 */

const TWO_OVER_PI = 0.6366197723675814;
/** The first 33 bits of π/2, so that products with small integers are exact. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_LOW = 6.077100506506192e-11;

/** Coefficients of the powers of x. */
const S3 = -0.16666666666666632;
const S5 = 0.00833333333332249;
const S7 = -0.0001984126982985795;
const S9 = 2.7557313707070068e-6;
const S11 = -2.5050760253406863e-8;
const S13 = 1.58969099521155e-10;
const C4 = 0.0416666666666666;
const C6 = -0.001388888888887411;
const C8 = 2.480158728947673e-5;
const C10 = -2.7557314351390663e-7;
const C12 = 2.087572321298175e-9;
const C14 = -1.1359647557788195e-11;

/** Radians; the sine goes to `out[at]`, the cosine to `out[at + 1]`. */
export function sinCos(angle: number, out: Float64Array, at: number): void {
  const turns = Math.floor(angle * TWO_OVER_PI + 0.5);
  const x = angle - turns * HALF_PI_HIGH - turns * HALF_PI_LOW;
  const z = x * x;
  const s = x + x * z * (S3 + z * (S5 + z * (S7 + z * (S9 + z * (S11 + z * S13)))));
  const rough = 1 - 0.5 * z;
  const c = rough + (1 - rough - 0.5 * z + z * z * (C4 + z * (C6 + z * (C8 + z * (C10 + z * (C12 + z * C14))))));
  const quarter = turns & 3;
  if ((quarter & 1) === 0) {
    out[at] = quarter === 0 ? s : -s;
    out[at + 1] = quarter === 0 ? c : -c;
  } else {
    out[at] = quarter === 1 ? c : -c;
    out[at + 1] = quarter === 1 ? -s : s;
  }
}

const pair = new Float64Array(2);

export function sin(angle: number): number {
  sinCos(angle, pair, 0);
  return pair[0]!;
}

export function cos(angle: number): number {
  sinCos(angle, pair, 0);
  return pair[1]!;
}
