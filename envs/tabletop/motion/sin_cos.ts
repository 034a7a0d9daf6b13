/**
 * The same bits in every runtime: fdlibm (Sun Microsystems 1993) without the reduced angle's second word. Errors are
 * slightly above one unit in the last place, and larger beyond 10^6 rad.
 */

const TWO_OVER_PI = 0.6366197723675814;
/** 33 bits, so that products with small integers are exact. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_LOW = 6.077100506506192e-11;

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

/** Sine to `out[at]`, cosine to `out[at + 1]`. */
export function sinCos(angle: number, out: Float64Array, at: number) {
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

/** The angles of the argument's reduction, in two parts. */
const ATAN_HIGH = [0.4636476090008061, 0.7853981633974483, 0.982793723247329, 1.5707963267948966];
const ATAN_LOW = [2.2698777452961687e-17, 3.061616997868383e-17, 1.3903311031230998e-17, 6.123233995736766e-17];
const T3 = 0.3333333333333293;
const T5 = -0.19999999999876483;
const T7 = 0.14285714272503466;
const T9 = -0.11111110405462356;
const T11 = 0.09090887133436507;
const T13 = -0.0769187620504483;
const T15 = 0.06661073137387531;
const T17 = -0.058335701337905735;
const T19 = 0.049768779946159324;
const T21 = -0.036531572744216916;
const T23 = 0.016285820115365782;

function arctangentOf(x: number): number {
  let range = -1;
  let t = x;
  if (x >= 0.4375) {
    if (x < 0.6875) [range, t] = [0, (2 * x - 1) / (2 + x)];
    else if (x < 1.1875) [range, t] = [1, (x - 1) / (x + 1)];
    else if (x < 2.4375) [range, t] = [2, (x - 1.5) / (1 + 1.5 * x)];
    else [range, t] = [3, -1 / x];
  }
  const z = t * t;
  const w = z * z;
  const even = z * (T3 + w * (T7 + w * (T11 + w * (T15 + w * (T19 + w * T23)))));
  const odd = w * (T5 + w * (T9 + w * (T13 + w * (T17 + w * T21))));
  const rest = t * (even + odd);
  return range < 0 ? t - rest : ATAN_HIGH[range]! - (rest - ATAN_LOW[range]! - t);
}

export function arctangent(y: number, x: number): number {
  if (y === 0 && x === 0) return 0;
  const [ys, xs] = [Math.abs(y), Math.abs(x)];
  const angle = arctangentOf(ys / xs);
  const half = x < 0 ? Math.PI - angle : angle;
  return y < 0 ? -half : half;
}
