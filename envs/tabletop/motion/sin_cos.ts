/**
 * Sine and cosine with the same bits in every runtime: `Math.sin` and `Math.cos` differ between engines.
 *
 * Follows fdlibm (Sun Microsystems 1993): reduction to [-π/4, π/4] with π/2 in two parts, then its two polynomials. Departs
 * in that the reduced angle carries no second word, so that a result may be off by a little more than one unit in the last
 * place, and in that angles beyond 10^6 radians lose accuracy.
 */

const TWO_OVER_PI = 0.6366197723675814;
/** The first 33 bits of π/2, for exact products with small integers, and the rest. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_LOW = 6.077100506506192e-11;

/** `angle` is in radians; the sine goes to `out[at]`, the cosine to `out[at + 1]`. */
export function sinCos(angle: number, out: Float64Array, at: number): void {
  const turns = Math.floor(angle * TWO_OVER_PI + 0.5);
  const x = angle - turns * HALF_PI_HIGH - turns * HALF_PI_LOW;
  const square = x * x;
  const s =
    x +
    x *
      square *
      (-0.16666666666666632 +
        square *
          (0.00833333333332249 +
            square *
              (-0.0001984126982985795 +
                square * (2.7557313707070068e-6 + square * (-2.5050760253406863e-8 + square * 1.58969099521155e-10)))));
  const half = 0.5 * square;
  const rough = 1 - half;
  const c =
    rough +
    (1 -
      rough -
      half +
      square *
        square *
        (0.0416666666666666 +
          square *
            (-0.001388888888887411 +
              square *
                (2.480158728947673e-5 +
                  square *
                    (-2.7557314351390663e-7 + square * (2.087572321298175e-9 + square * -1.1359647557788195e-11))))));
  // 0 east, 1 north, 2 west, 3 south.
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
